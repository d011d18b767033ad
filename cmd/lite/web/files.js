// SPDX-License-Identifier: BSD-3-Clause

// The files of the page, as the functions of Node.js that Go's library calls.
//
// Paths are those of the page's file browser, below /. A file is read when it is opened, and
// written back when it is closed. What is below /tmp is in the memory of the worker only.
"use strict";

function installFiles(ask) {
  const temporary = new Map([["/tmp", null]]); // path -> bytes, null for a directory
  const open = new Map(); // number -> {path, bytes, length, position, dirty, append, directory}
  let last = 2;
  let current = "/";
  let printed = "";

  const fail = (code, message = code) => Object.assign(new Error(message), { code });
  const isTemporary = (path) => path === "/tmp" || path.startsWith("/tmp/");
  const parentOf = (path) => path.slice(0, path.lastIndexOf("/")) || "/";
  const resolve = (...parts) => {
    let path = current;
    for (const p of parts) {
      path = p.startsWith("/") ? p : path + "/" + p;
    }
    const out = [];
    for (const p of path.split("/")) {
      p === ".." ? out.pop() : p && p !== "." && out.push(p);
    }
    return "/" + out.join("/");
  };

  // look describes a file: {directory, size, modified, bytes, names}, the last two if content is
  // set.
  async function look(path, content) {
    if (isTemporary(path)) {
      if (!temporary.has(path)) {
        throw fail("ENOENT");
      }
      const bytes = temporary.get(path);
      const below = path + "/";
      const names = [...temporary.keys()].filter((k) => k.startsWith(below) && !k.slice(below.length).includes("/"));
      return { directory: !bytes, size: bytes ? bytes.length : 0, modified: 0, bytes, names: names.map((k) => k.slice(below.length)) };
    }
    try {
      const found = await ask({ what: "get", path: path.slice(1), content });
      if (path === "/" && found.names) {
        found.names.push("tmp");
      }
      return found;
    } catch {
      throw fail("ENOENT");
    }
  }
  async function store(path, bytes) {
    isTemporary(path) ? temporary.set(path, bytes) : await ask({ what: "save", path: path.slice(1), bytes });
  }
  const stat = ({ directory, size, modified }) => ({
    dev: 0, ino: 0, mode: directory ? 0o40755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096,
    blocks: Math.ceil(size / 512), atimeMs: modified, mtimeMs: modified, ctimeMs: modified, isDirectory: () => directory,
  });
  const file = (fd) => {
    const f = open.get(fd);
    if (!f) {
      throw fail("EBADF");
    }
    return f;
  };
  const grow = (f, length) => {
    if (length > f.bytes.length) {
      const bytes = new Uint8Array(Math.max(length, 2 * f.bytes.length));
      bytes.set(f.bytes.subarray(0, f.length));
      f.bytes = bytes;
    }
  };

  const WRITE = 1, READWRITE = 2, CREATE = 64, EXCLUSIVE = 128, TRUNCATE = 512, APPEND = 1024, DIRECTORY = 65536;
  const calls = {
    async open(path, flags) {
      path = resolve(path);
      let found = null;
      try {
        found = await look(path, true);
      } catch (e) {
        if (!(flags & CREATE)) {
          throw e;
        }
        await look(parentOf(path), false);
      }
      if (found && flags & CREATE && flags & EXCLUSIVE) {
        throw fail("EEXIST");
      }
      if (found && found.directory && flags & (WRITE | READWRITE)) {
        throw fail("EISDIR");
      }
      if (found && !found.directory && flags & DIRECTORY) {
        throw fail("ENOTDIR");
      }
      const bytes = !found || flags & TRUNCATE ? new Uint8Array(0) : found.bytes || new Uint8Array(0);
      open.set(++last, {
        path, bytes, length: bytes.length, position: 0, dirty: !found || (flags & TRUNCATE) !== 0,
        append: (flags & APPEND) !== 0, directory: !!(found && found.directory), names: found && found.names,
        modified: found ? found.modified : Date.now(),
      });
      return last;
    },
    async close(fd) {
      const f = file(fd);
      open.delete(fd);
      if (f.dirty) {
        await store(f.path, f.bytes.slice(0, f.length));
      }
    },
    async fstat(fd) {
      const f = file(fd);
      return stat({ directory: f.directory, size: f.length, modified: f.modified });
    },
    async stat(path) { return stat(await look(resolve(path), false)); },
    async lstat(path) { return stat(await look(resolve(path), false)); },
    async readdir(path) {
      const found = await look(resolve(path), true);
      if (!found.directory) {
        throw fail("ENOTDIR");
      }
      return found.names;
    },
    async read(fd, buffer, offset, length, position) {
      const f = file(fd);
      if (f.directory) {
        throw fail("EISDIR");
      }
      const at = position === null ? f.position : Number(position);
      const n = Math.max(0, Math.min(length, f.length - at));
      buffer.set(f.bytes.subarray(at, at + n), offset);
      if (position === null) {
        f.position += n;
      }
      return n;
    },
    async write(fd, buffer, offset, length, position) {
      if (fd === 1 || fd === 2) {
        return globalThis.fs.writeSync(fd, buffer.subarray(offset, offset + length));
      }
      const f = file(fd);
      const at = f.append ? f.length : position === null ? f.position : Number(position);
      grow(f, at + length);
      f.bytes.set(buffer.subarray(offset, offset + length), at);
      f.length = Math.max(f.length, at + length);
      f.dirty = true;
      if (position === null) {
        f.position = at + length;
      }
      return length;
    },
    async ftruncate(fd, length) {
      const f = file(fd);
      grow(f, length);
      f.bytes.fill(0, Math.min(f.length, length));
      f.length = length;
      f.dirty = true;
    },
    async truncate(path, length) {
      path = resolve(path);
      const bytes = new Uint8Array(length);
      bytes.set((await look(path, true)).bytes.subarray(0, length));
      await store(path, bytes);
    },
    async mkdir(path) {
      path = resolve(path);
      const found = await look(path, false).catch(() => null);
      if (found) {
        throw fail("EEXIST");
      }
      isTemporary(path) ? temporary.set(path, null) : await ask({ what: "mkdir", path: path.slice(1) });
    },
    async unlink(path) {
      path = resolve(path);
      if ((await look(path, false)).directory) {
        throw fail("EISDIR");
      }
      isTemporary(path) ? temporary.delete(path) : await ask({ what: "delete", path: path.slice(1) });
    },
    async rmdir(path) {
      path = resolve(path);
      const found = await look(path, true);
      if (!found.directory) {
        throw fail("ENOTDIR");
      }
      if (found.names.length > 0) {
        throw fail("ENOTEMPTY");
      }
      isTemporary(path) ? temporary.delete(path) : await ask({ what: "delete", path: path.slice(1) });
    },
    async rename(from, to) {
      from = resolve(from);
      to = resolve(to);
      const found = await look(from, true);
      if (found.directory) {
        throw fail("ENOSYS");
      }
      if (from !== to) {
        await store(to, found.bytes);
        await calls.unlink(from);
      }
    },
    async fsync(fd) {
      const f = file(fd);
      if (f.dirty) {
        await store(f.path, f.bytes.slice(0, f.length));
        f.dirty = false;
      }
    },
    async chmod() {},
    async fchmod() {},
    async chown() {},
    async fchown() {},
    async lchown() {},
    async utimes() {},
    async link() { throw fail("ENOSYS"); },
    async symlink() { throw fail("ENOSYS"); },
    async readlink() { throw fail("EINVAL"); },
  };

  globalThis.fs = {
    constants: {
      O_WRONLY: WRITE, O_RDWR: READWRITE, O_CREAT: CREATE, O_EXCL: EXCLUSIVE, O_TRUNC: TRUNCATE, O_APPEND: APPEND,
      O_DIRECTORY: DIRECTORY,
    },
    writeSync(fd, bytes) { // messages of the program itself
      printed += new TextDecoder().decode(bytes);
      const end = printed.lastIndexOf("\n");
      if (end >= 0) {
        console.log(printed.slice(0, end));
        printed = printed.slice(end + 1);
      }
      return bytes.length;
    },
  };
  for (const [name, call] of Object.entries(calls)) {
    globalThis.fs[name] = (...args) => {
      const done = args.pop();
      call(...args).then((v) => done(null, v), (e) => done(e.code ? e : fail("EIO", e.message)));
    };
  }
  globalThis.path = { resolve };
  globalThis.process = {
    pid: 1, ppid: 0, umask: () => 0, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [],
    cwd: () => current,
    chdir(path) { current = resolve(path); },
  };
}
