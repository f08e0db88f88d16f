// Decodes UTF-8 chunk by chunk and reports invalid bytes.
import { isUtf8 } from 'node:buffer';

/** The text of a chunk. `invalidAt` is the offset in the file of the first invalid byte, or null; the text ends before this byte. */
export interface DecodedChunk {
  text: string;
  invalidAt: number | null;
}

/**
 * A decoder for the chunks of a file. It joins characters that are split across chunks and omits a byte order mark. Invalid
 * bytes are not replaced; the offset of the first one is reported.
 */
export class Utf8Decoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #unfinished: Uint8Array = new Uint8Array(0);
  #decoded = 0;

  /** Number of bytes decoded so far. */
  get decoded(): number {
    return this.#decoded;
  }

  /** Whether the bytes so far end in the middle of a character. */
  get isMidCharacter(): boolean {
    return this.#unfinished.length > 0;
  }

  /** Decodes the next chunk up to its last complete character. */
  decode(chunk: Uint8Array): DecodedChunk {
    const bytes = this.#unfinished.length > 0 ? Buffer.concat([this.#unfinished, chunk]) : chunk;
    const completeLength = completeCharactersLength(bytes);
    const validLength = isUtf8(bytes.subarray(0, completeLength)) ? completeLength : validLengthOf(bytes);
    const isStart = this.#decoded === 0;
    const text = this.#decoder.decode(bytes.subarray(0, validLength));
    this.#decoded += validLength;
    this.#unfinished = bytes.slice(completeLength);
    return {
      text: isStart && text.startsWith('\ufeff') ? text.slice(1) : text,
      invalidAt: validLength < completeLength ? this.#decoded : null,
    };
  }
}

/** Returns the length of `bytes` without an incomplete last character. */
function completeCharactersLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function sequenceLength(leadingByte: number): number {
  if (leadingByte >= 0xf0) return 4;
  return leadingByte >= 0xe0 ? 3 : 2;
}

/**
 * Returns the number of leading bytes that are valid UTF-8. It uses binary search, because a prefix is valid if and only
 * if it does not include the first invalid byte.
 */
function validLengthOf(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const start = bytes.subarray(0, middle);
    if (isUtf8(start.subarray(0, completeCharactersLength(start)))) low = middle;
    else high = middle;
  }
  return completeCharactersLength(bytes.subarray(0, low));
}
