// The page that opens links: it shows the link of its own address.
"use strict";

{
  const tag = document.querySelector("polka-link"), size = document.querySelector("#size");
  const open = () => {
    const link = location.hash;
    size.textContent = link ? `This link has ${location.href.length} characters.` : "There is no link in the address. A link ends with a # and what it shows.";
    if (link) tag.setAttribute("link", link);
  };
  addEventListener("hashchange", open);
  open();
}
