// SPDX-License-Identifier: BSD-3-Clause

// Makes the module of the program from the text that Unlzma has unpacked, while it arrives. The text
// and its operation codes are described in internal/lite/program.go and instructions.go.
"use strict";

const OP_CALL = 0xd0, OP_CALL_DELTA = 0xd1, OP_RETURN = 0xd2, OP_FAR = 0xd3, OP_BR_IF0 = 0xd4, OP_BR1 = 0xd7, OP_PLACE = 0xd8;
const OP_TABLE = 0xd9, OP_ALIGN = 0xda;

const BEFORE_ADDRESS = [0x20, 1, 0x41, 8, 0x6b, 0x22, 1, 0x24, 0, 0x20, 1, 0x42];
const AFTER_ADDRESS = [0x37, 3, 0];
const BEFORE_CALL = [0x41, 0, 0x10];
const AFTER_CALL = [0x23, 0, 0x21, 1, 0x0d];
const ALIGNMENTS = [2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2];

// What follows an operation code: nothing, or one of these.
const BLOCK = 1, END = 2, NUMBER = 3, NUMBERS = 4, ADDRESS = 5, BYTE_AFTER = 6, FOUR = 7, EIGHT = 8, PREFIX = 9, TABLE = 10, NEW = 11;
const KINDS = new Uint8Array(256);
KINDS.fill(BLOCK, 0x02, 0x05);
KINDS[0x0b] = END;
KINDS[0x0c] = KINDS[0x0d] = KINDS[0x10] = NUMBER;
KINDS[0x0e] = TABLE;
KINDS[0x11] = NUMBERS;
KINDS.fill(NUMBER, 0x20, 0x25);
KINDS.fill(ADDRESS, 0x28, 0x3f);
KINDS.fill(BYTE_AFTER, 0x3f, 0x41);
KINDS.fill(NUMBER, 0x41, 0x43);
KINDS[0x43] = FOUR;
KINDS[0x44] = EIGHT;
KINDS[0xfc] = PREFIX;
KINDS.fill(NEW, OP_CALL, OP_ALIGN + 1);

const HEADER_WORDS = 10;
const WORDS = 11, WORD_TABLES = 7, WORD_DATA = 10; // of a function in the table

// The helpers get the places at which they read and write, and return or set what follows: variables that closures share would make
// each instruction slower.
let next = 0; // after the number that was read last

// number reads an unsigned number.
function number(text, at) {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const b = text[at++];
    value += (b & 127) * factor;
    if (b < 128) {
      next = at;
      return value;
    }
    if (factor > 2 ** 35) {
      throw new Error("the program is damaged");
    }
  }
}

// distance reads a number with a sign.
function distance(text, at) {
  const value = number(text, at);
  return value & 1 ? -(value + 1) / 2 : value / 2;
}

// put writes an unsigned number; most is 127, or 63 for signed numbers, which must not be negative.
function put(out, to, value, most) {
  for (; value > most; value = Math.floor(value / 128)) {
    out[to++] = (value % 128) | 128;
  }
  out[to++] = value;
  return to;
}

function list(out, to, bytes) {
  for (let i = 0; i < bytes.length; i++) {
    out[to++] = bytes[i];
  }
  return to;
}

// address writes the instructions that store an address.
function address(out, to, value) {
  return list(out, put(out, list(out, to, BEFORE_ADDRESS), value, 63), AFTER_ADDRESS);
}

class Unpack {
  constructor() {
    this.output = null; // the module
    this.at = 0; // of what has been read of the text
    this.position = 0; // of what has been written
    this.read = 0; // functions
  }

  // push takes the text, whose first size bytes have arrived, and returns what they add to the module. A function that
  // is not complete waits for more of the text. If this is the last of it, a module that is not complete is an error.
  push(text, size, last) {
    if (!this.output) {
      if (size < 4 * HEADER_WORDS) {
        return new Uint8Array(0);
      }
      const view = new DataView(text.buffer, text.byteOffset);
      const word = (i) => view.getUint32(4 * i, true);
      [this.size, this.head, this.functions, this.page, this.middle, this.data, this.tail, this.table, this.entries, this.tableSize] =
        Array.from({ length: HEADER_WORDS }, (_, i) => word(i));
      this.output = new Uint8Array(this.size);
      this.at = 4 * HEADER_WORDS;
    }
    const from = this.position;
    if (this.position === 0) {
      this.copy(text, size, this.head);
    }
    while (this.position > 0 && this.read < this.functions && this.function(text, size)) {
      this.read++;
    }
    if (this.position > 0 && this.read === this.functions && this.position < this.size) {
      const start = this.position + this.middle;
      if (this.copy(text, size, this.middle + this.data + this.tail)) {
        this.index(this.output.subarray(start + this.table, start + this.table + this.tableSize));
      }
    }
    if (last && this.position < this.size) {
      throw new Error("the program is not complete");
    }
    return this.output.subarray(from, this.position);
  }

  // copy copies a part of the text if all of it is there.
  copy(text, size, length) {
    if (this.at + length > size) {
      return false;
    }
    this.output.set(text.subarray(this.at, this.at + length), this.position);
    this.at += length;
    this.position += length;
    return true;
  }

  // function makes one function if all of it is there. Its size is written before it at the end.
  function(text, size) {
    const out = this.output, begin = this.position + 2; // most sizes have two bytes
    const page = (this.page + this.read) * 65536;
    let at = this.at, to = begin;
    let depth = 1, place = -2, first = [], tabled = -1;
    let groups = number(text, at);
    at = next;
    to = put(out, to, groups, 127);
    for (; groups > 0 && at <= size; groups--) {
      to = put(out, to, number(text, at), 127);
      at = next;
      out[to++] = text[at++];
    }
    while (depth > 0) {
      if (at >= size) {
        return false;
      }
      let op = text[at++];
      const kind = KINDS[op];
      if (kind !== NEW) {
        out[to++] = op;
      }
      switch (kind) {
        case 0:
          break;
        case BLOCK:
          out[to++] = text[at++];
          depth++;
          break;
        case END: {
          depth--;
          const block = tabled - 1 - depth;
          if (block > 0 && block < first.length) {
            place = first[block];
          }
          break;
        }
        case ADDRESS:
          out[to++] = ALIGNMENTS[op - 0x28];
          while ((out[to++] = text[at++]) > 127);
          break;
        case NUMBERS:
          while ((out[to++] = text[at++]) > 127);
        // falls through
        case NUMBER:
          while ((out[to++] = text[at++]) > 127);
          break;
        case BYTE_AFTER:
          out[to++] = text[at++];
          break;
        case FOUR:
        case EIGHT:
          for (let n = kind === FOUR ? 4 : 8; n > 0; n--) {
            out[to++] = text[at++];
          }
          break;
        case PREFIX:
          op = out[to++] = text[at++];
          for (let n = op === 10 ? 2 : op === 11 ? 1 : 0; n > 0; n--) {
            out[to++] = text[at++];
          }
          break;
        case TABLE: {
          tabled = depth;
          first = [];
          const count = number(text, at);
          at = next;
          to = put(out, to, count, 127);
          for (let i = 0; i <= count && at <= size; i++) {
            to = put(out, to, number(text, at), 127);
            at = next;
          }
          break;
        }
        default:
          if (op === OP_CALL || op === OP_CALL_DELTA) {
            if (op === OP_CALL) {
              place += 2;
            } else {
              place += distance(text, at);
              at = next;
            }
            to = list(out, address(out, to, page + place), BEFORE_CALL);
            to = list(out, put(out, to, (text[at] << 8) | text[at + 1], 63), AFTER_CALL);
            at += 2;
            to = put(out, to, depth - 2, 127);
          } else if (op === OP_RETURN) {
            place += 2;
            to = address(out, to, page + place);
          } else if (op === OP_FAR) {
            place += distance(text, at);
            at = next;
            to = address(out, to, page + place);
          } else if (op <= OP_BR1) {
            out[to++] = 0x0d - (op & 1);
            to = put(out, to, depth - 2 - ((op - OP_BR_IF0) >> 1), 127);
          } else if (op === OP_PLACE) {
            out[to++] = 0x41;
            to = put(out, to, place + distance(text, at), 63);
            at = next;
            out[to++] = 0x21;
            out[to++] = 0;
          } else if (op === OP_TABLE) {
            tabled = depth;
            first = [];
            const counts = [];
            let sum = 0;
            let blocks = number(text, at);
            at = next;
            for (; blocks > 0 && at <= size; blocks--) {
              counts.push(number(text, at));
              at = next;
              first.push(sum);
              sum += counts[counts.length - 1];
            }
            if (at > size) {
              return false;
            }
            if (sum > out.length - to) {
              throw new Error("the program is damaged");
            }
            out[to++] = 0x0e;
            to = put(out, to, sum - 1, 127);
            for (let i = 0; i < counts.length; i++) {
              for (let n = counts[i]; n > 0; n--) {
                to = put(out, to, i, 127);
              }
            }
          } else { // OP_ALIGN
            out[to++] = text[at++];
            out[to++] = text[at++];
            while ((out[to++] = text[at++]) > 127);
          }
      }
    }
    if (at > size) {
      return false;
    }
    const length = to - begin;
    const start = this.position + (length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : 4);
    if (start !== begin) {
      out.copyWithin(start, begin, to);
    }
    put(out, this.position, length, 127);
    this.position = start + length;
    this.at = at;
    return true;
  }

  // index makes the table of functions from its columns.
  index(table) {
    const { entries } = this;
    const view = new DataView(table.slice().buffer);
    const out = new DataView(table.buffer, table.byteOffset, table.length);
    table.fill(0);
    let at = 0;
    const word = () => view.getUint32((at += 4) - 4, true);
    out.setUint32(8 * entries, word(), true);
    out.setUint32(8 * entries + 4, word(), true);
    const column = (n) => Array.from({ length: n }, word);
    const columns = Array.from({ length: WORDS }, () => column(entries));
    for (const grows of columns.slice(0, 2)) {
      for (let i = 1; i < entries; i++) {
        grows[i] = (grows[i] + grows[i - 1]) >>> 0;
      }
    }
    const tables = columns[WORD_TABLES], pointers = columns[WORD_DATA].map((w) => w >>> 24);
    const starts = new Uint32Array(entries);
    let to = 8 * (entries + 1);
    for (let i = 0; i < entries; i++) {
      starts[i] = to;
      out.setUint32(8 * i, columns[0][i], true);
      out.setUint32(8 * i + 4, to, true);
      columns.forEach((c, j) => out.setUint32(to + 4 * j, c[i], true));
      to += (4 * (WORDS + tables[i] + pointers[i]) + 7) & ~7;
    }
    const more = (counts, place) => {
      for (let k = 0, any = true; any; k++) {
        any = false;
        for (let i = 0; i < entries; i++) {
          if (counts[i] > k) {
            any = true;
            out.setUint32(starts[i] + 4 * (place(i) + k), word(), true);
          }
        }
      }
    };
    more(tables, () => WORDS);
    more(pointers, (i) => WORDS + tables[i]);
  }
}
