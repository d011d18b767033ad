// SPDX-License-Identifier: BSD-3-Clause

// Unpacks LZMA while it arrives, a format in which the program has two thirds of the size that gzip
// needs. Browsers have no decoder for it.
//
// The format is that of Igor Pavlov's LZMA specification, which is in the public domain. A range
// coder reads bits, each of them with a probability that adapts to earlier bits of the same kind.
// The bits of a symbol are the path through a binary tree, from its root 1 to a leaf. Symbols are
// the next byte, or a length and a distance for a part of the text that is repeated; distances that
// were used recently have short symbols. The state is a summary of the kinds of the last symbols.
//
// The program has to start quickly, and calls in the innermost loop would take a third of the time.
// Therefore one loop reads the trees of all kinds of symbols, and what follows depends on the kind.
"use strict";

// The kinds of symbols, and where the probabilities of their trees are.
const MATCH = 0; // a repetition, or else a byte
const BYTE = 1;
const OLD = 2; // a distance that was used recently, or else a new one
const OLD0 = 3; // not the last distance, or else the last one
const LONG = 4; // more than one byte at the last distance
const OLD1 = 5; // not the last but one
const OLD2 = 6; // not the last but two
const SHORT = 7; // a length of at least 10, or else 2 to 9
const MIDDLE = 8; // a length of at least 18, or else 10 to 17
const LENGTH = 9;
const SLOT = 10; // the number of bits of a distance, and the second bit

const AT_OLD = 192, AT_OLD0 = 204, AT_OLD1 = 216, AT_OLD2 = 228, AT_LONG = 240, AT_SLOT = 432, AT_DISTANCE = 688, AT_ALIGN = 802;
const AT_LENGTH = 818, AT_OLD_LENGTH = 1332, AT_MIDDLE = 130, AT_HIGH = 258, AT_BYTE = 2048;

const HEADER = 13 + 5; // that of the file, and the first bytes of the range coder
const MOST = 64; // more than a symbol can have

class Unlzma {
  constructor() {
    this.input = new Uint8Array(1 << 18);
    this.end = 0; // of what has arrived
    this.at = 0; // of what has been read
    this.output = null; // the whole text, which is also the dictionary
    this.position = 0; // of what has been unpacked
  }

  // push takes the next bytes and returns what they unpack to. Last means that these are the last.
  push(bytes, last) {
    const rest = this.end - this.at;
    let input = this.input;
    if (rest + bytes.length > input.length) {
      input = new Uint8Array(2 * (rest + bytes.length));
    }
    input.set(this.input.subarray(this.at, this.end));
    input.set(bytes, rest);
    this.input = input;
    this.at = 0;
    this.end = rest + bytes.length;
    if (!this.output && this.end >= HEADER) {
      this.begin();
    }
    const from = this.position;
    if (this.output) {
      this.unpack(last ? this.end + 1 : this.end - MOST);
    }
    if (last && (!this.output || this.position < this.output.length)) {
      throw new Error("LZMA: the file is not complete");
    }
    return this.output ? this.output.subarray(from, this.position) : new Uint8Array(0);
  }

  // begin reads the header, which must have the size of the text.
  begin() {
    const view = new DataView(this.input.buffer);
    const properties = view.getUint8(0), size = view.getUint32(5, true);
    if (properties >= 225 || view.getUint32(9, true) !== 0 || view.getUint8(13) !== 0) {
      throw new Error("LZMA: invalid header");
    }
    this.context = properties % 9; // the number of bits of the last byte that the tree of a byte depends on
    this.bytePlaces = (1 << (Math.floor(properties / 9) % 5)) - 1; // the bits of the position that it depends on
    this.places = (1 << Math.floor(properties / 45)) - 1; // those that other trees depend on
    this.probabilities = new Uint16Array(AT_BYTE + 0x300 * (this.bytePlaces + 1 << this.context)).fill(1024);
    this.range = 0xffffffff;
    this.code = view.getUint32(14);
    this.at = HEADER;
    this.state = 0;
    this.distances = [0, 0, 0, 0];
    this.output = new Uint8Array(size);
  }

  // unpack reads symbols that begin before limit. At the end of the input, up to five bytes of it are
  // in code.
  unpack(limit) {
    const { input, output, probabilities, context, bytePlaces, places } = this;
    const size = output.length;
    let range = this.range >>> 0, code = this.code >>> 0;
    let at = this.at | 0, position = this.position | 0, state = this.state | 0;
    let [distance0, distance1, distance2, distance3] = this.distances; // less 1
    while (position < size && at < limit) {
      const place = position & places;
      let kind = MATCH, tree = (state << 4) + place - 1, bits = 1;
      let lengths = 0, length = 0;
      for (;;) {
        let symbol = 1;
        do {
          const i = tree + symbol, p = probabilities[i], bound = Math.imul(range >>> 11, p) >>> 0;
          if (code < bound) {
            range = bound;
            probabilities[i] = p + ((2048 - p) >>> 5);
            symbol <<= 1;
          } else {
            range = (range - bound) >>> 0;
            code = (code - bound) >>> 0;
            probabilities[i] = p - (p >>> 5);
            symbol = (symbol << 1) | 1;
          }
          if (range < 0x1000000) {
            range = (range << 8) >>> 0;
            code = ((code << 8) | input[at++]) >>> 0;
          }
        } while (--bits > 0);
        bits = 1;

        if (kind === BYTE) {
          output[position++] = symbol;
          state = state < 4 ? 0 : state - 3;
          break;
        } else if (kind === MATCH && symbol === 3) {
          kind = OLD;
          tree = AT_OLD + state - 1;
          continue;
        } else if (kind === MATCH) {
          const previous = position > 0 ? output[position - 1] : 0;
          tree = AT_BYTE + 0x300 * (((position & bytePlaces) << context) + (previous >>> (8 - context)));
          if (state < 7) {
            kind = BYTE;
            bits = 8;
            continue;
          }
          // After a repetition, the byte differs from the one that would continue it. Its bits are used as
          // long as they agree.
          let other = output[position - distance0 - 1], agree = 0x100;
          symbol = 1;
          do {
            other <<= 1;
            const one = other & agree;
            const i = tree + agree + one + symbol, p = probabilities[i], bound = Math.imul(range >>> 11, p) >>> 0;
            if (code < bound) {
              range = bound;
              probabilities[i] = p + ((2048 - p) >>> 5);
              symbol <<= 1;
              agree &= ~other;
            } else {
              range = (range - bound) >>> 0;
              code = (code - bound) >>> 0;
              probabilities[i] = p - (p >>> 5);
              symbol = (symbol << 1) | 1;
              agree = one;
            }
            if (range < 0x1000000) {
              range = (range << 8) >>> 0;
              code = ((code << 8) | input[at++]) >>> 0;
            }
          } while (symbol < 0x100);
          output[position++] = symbol;
          state = state < 10 ? state - 3 : state - 6;
          break;
        } else if (kind === OLD && symbol === 2) {
          distance3 = distance2;
          distance2 = distance1;
          distance1 = distance0;
          distance0 = -1; // to be read
          state = state < 7 ? 7 : 10;
          kind = SHORT;
          lengths = AT_LENGTH;
          tree = lengths - 1;
          continue;
        } else if (kind === OLD) {
          kind = OLD0;
          tree = AT_OLD0 + state - 1;
          continue;
        } else if (kind === SHORT) {
          kind = symbol === 2 ? LENGTH : MIDDLE;
          bits = symbol === 2 ? 3 : 1;
          tree = symbol === 2 ? lengths + 2 + (place << 3) : lengths;
          length = 2 - 8;
          continue;
        } else if (kind === MIDDLE) {
          kind = LENGTH;
          bits = symbol === 2 ? 3 : 8;
          tree = symbol === 2 ? lengths + AT_MIDDLE + (place << 3) : lengths + AT_HIGH;
          length = symbol === 2 ? 10 - 8 : 18 - 256;
          continue;
        } else if (kind === LENGTH) {
          length += symbol;
          if (distance0 < 0) {
            kind = SLOT;
            bits = 6;
            tree = AT_SLOT + ((length < 5 ? length - 2 : 3) << 6);
            continue;
          }
        } else if (kind === SLOT) {
          distance0 = symbol - 64;
          if (distance0 >= 4) {
            const slot = distance0;
            bits = (slot >> 1) - 1;
            distance0 = (2 | (slot & 1)) << bits;
            tree = AT_DISTANCE + distance0 - slot;
            if (slot >= 14) {
              let high = 0;
              for (; bits > 4; bits--) { // without probabilities
                range >>>= 1;
                high <<= 1;
                if (code >= range) {
                  code = (code - range) >>> 0;
                  high |= 1;
                }
                if (range < 0x1000000) {
                  range = (range << 8) >>> 0;
                  code = ((code << 8) | input[at++]) >>> 0;
                }
              }
              distance0 += high << 4;
              tree = AT_ALIGN;
            }
            symbol = 1;
            for (let bit = 0; bit < bits; bit++) { // from the lowest
              const i = tree + symbol, p = probabilities[i], bound = Math.imul(range >>> 11, p) >>> 0;
              if (code < bound) {
                range = bound;
                probabilities[i] = p + ((2048 - p) >>> 5);
                symbol <<= 1;
              } else {
                range = (range - bound) >>> 0;
                code = (code - bound) >>> 0;
                probabilities[i] = p - (p >>> 5);
                symbol = (symbol << 1) | 1;
                distance0 += 1 << bit;
              }
              if (range < 0x1000000) {
                range = (range << 8) >>> 0;
                code = ((code << 8) | input[at++]) >>> 0;
              }
            }
          }
        } else if (kind === OLD0 && symbol === 2) {
          kind = LONG;
          tree = AT_LONG + (state << 4) + place - 1;
          continue;
        } else if (kind === OLD0) {
          kind = OLD1;
          tree = AT_OLD1 + state - 1;
          continue;
        } else if (kind === OLD1 && symbol === 3) {
          kind = OLD2;
          tree = AT_OLD2 + state - 1;
          continue;
        } else if (kind === LONG && symbol === 2) {
          length = 1;
          state = state < 7 ? 9 : 11;
        } else {
          let distance = distance0;
          if (kind === OLD1) {
            distance = distance1;
            distance1 = distance0;
          } else if (kind === OLD2) {
            distance = symbol === 2 ? distance2 : distance3;
            distance3 = symbol === 2 ? distance3 : distance2;
            distance2 = distance1;
            distance1 = distance0;
          }
          distance0 = distance;
          state = state < 7 ? 8 : 11;
          kind = SHORT;
          lengths = AT_OLD_LENGTH;
          tree = lengths - 1;
          continue;
        }

        if (distance0 < 0 || distance0 >= position || position + length > size) {
          throw new Error("LZMA: the file is damaged");
        }
        for (let from = position - distance0 - 1; length > 0; length--) {
          output[position++] = output[from++];
        }
        break;
      }
    }
    if (at > this.end) {
      throw new Error("LZMA: the file is not complete");
    }
    Object.assign(this, { range, code, at, position, state, distances: [distance0, distance1, distance2, distance3] });
  }
}
