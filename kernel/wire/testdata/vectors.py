"""Writes vectors.json: messages as jupyter_client's own Session serializes them.

Run with a Python that has jupyter_client:  python vectors.py > vectors.json
"""

import base64
import json
import sys
from datetime import datetime, timedelta, timezone

import jupyter_client
from jupyter_client.session import Session

KEY = b"a0436f6c-1916-498b-8eb9-e81ab9368e84"


def session(key):
    s = Session(key=key, signature_scheme="hmac-sha256", session="golden-session", username="knuth")
    return s


def vector(name, msg_type, content=None, key=KEY, ident=None, parent=None, metadata=None, buffers=(), **header):
    s = session(key)
    msg = s.msg(msg_type, content=content, parent=parent, metadata=metadata)
    n = sum(map(ord, name))
    msg["header"]["msg_id"] = f"golden-session_{n}"
    msg["header"]["date"] = datetime(1974, 1, 10, 12, 0, n % 60, 123456, timezone(timedelta(hours=-8)))
    msg["header"].update(header)
    frames = s.serialize(msg, ident=ident) + [bytes(b) for b in buffers]
    return {
        "name": name,
        "key": key.decode(),
        "frames": [base64.b64encode(f).decode() for f in frames],
        "identities": [base64.b64encode(i).decode() for i in (ident if isinstance(ident, list) else [ident] if ident else [])],
        "msg_id": msg["header"]["msg_id"],
        "msg_type": msg_type,
        "parent_id": (parent or {}).get("header", {}).get("msg_id", ""),
        "content": content or {},
        "metadata": metadata or {},
        "buffers": [base64.b64encode(b).decode() for b in buffers],
    }


parent = session(KEY).msg("execute_request")
parent["header"]["msg_id"] = "golden-session_parent"
parent["header"]["date"] = datetime(1974, 1, 10, 11, 59, 59, 0, timezone.utc)

vectors = [
    vector("kernel_info", "kernel_info_request", {}),
    vector("one identity", "execute_request",
           {"code": "1+1", "silent": False, "store_history": True, "user_expressions": {},
            "allow_stdin": True, "stop_on_error": True}, ident=b"\x00k\x8bEg"),
    vector("two identities", "complete_request", {"code": "fm", "cursor_pos": 2}, ident=[b"proxy", b"client"]),
    vector("text of many sorts", "execute_request",
           {"code": "s := \"<&> é ∑ 𝔻 \u2028 \x00 \\\"\"\n", "silent": False}),
    vector("reply", "execute_reply", {"status": "ok", "execution_count": 7}, parent=parent, ident=b"x"),
    vector("topic", "stream", {"name": "stdout", "text": "hello\n"}, parent=parent, ident=b"kernel.golden.stream"),
    vector("metadata", "display_data", {"data": {"text/plain": "x"}, "metadata": {}, "transient": {}},
           parent=parent, metadata={"tags": ["a", "b"], "nested": {"x": None}}),
    vector("buffers", "comm_msg", {"comm_id": "c1", "data": {}}, buffers=[b"", b"\x00\x01\x02", b"<IDS|MSG>"]),
    vector("subshell", "execute_request", {"code": ""}, subshell_id="sub-1"),
    vector("unsigned", "is_complete_request", {"code": "for {"}, key=b""),
    vector("unknown type", "polyomino_request", {"order": 12, "free": 63600}),
]

json.dump({"origin": f"jupyter_client {jupyter_client.__version__}, testdata/vectors.py", "vectors": vectors},
          sys.stdout, indent=1)
sys.stdout.write("\n")
