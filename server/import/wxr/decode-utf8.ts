import { isUtf8 } from 'node:buffer';

/** The text of a chunk. `brokenAt` is the place in the file of the first byte that is not UTF-8; the text ends before it. */
export interface DecodedChunk {
  text: string;
  brokenAt: number | null;
}

/**
 * Turns the bytes of a file into text, chunk by chunk, with characters split across chunks put together again and a byte
 * order mark left out. Never replaces a faulty byte: it says where it stands.
 */
export class Utf8Decoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #unfinished: Uint8Array = new Uint8Array(0);
  #decoded = 0;

  /** How many bytes have become text. */
  get decoded(): number {
    return this.#decoded;
  }

  /** Whether the bytes so far end in the middle of a character. */
  get isMidCharacter(): boolean {
    return this.#unfinished.length > 0;
  }

  /** The text of the next chunk, up to its last whole character. */
  decode(chunk: Uint8Array): DecodedChunk {
    const bytes = this.#unfinished.length > 0 ? Buffer.concat([this.#unfinished, chunk]) : chunk;
    const whole = wholeCharacters(bytes);
    const sound = isUtf8(bytes.subarray(0, whole)) ? whole : soundLength(bytes);
    const isStart = this.#decoded === 0;
    const text = this.#decoder.decode(bytes.subarray(0, sound));
    this.#decoded += sound;
    this.#unfinished = bytes.slice(whole);
    return {
      text: isStart && text.startsWith('\ufeff') ? text.slice(1) : text,
      brokenAt: sound < whole ? this.#decoded : null,
    };
  }
}

/** The length of `bytes` without a last character of which bytes are still to come. */
function wholeCharacters(bytes: Uint8Array): number {
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

/** How many leading bytes are sound UTF-8, by halving: a start of sound bytes is sound, one past the fault is not. */
function soundLength(bytes: Uint8Array): number {
  let sound = 0;
  let faulty = bytes.length;
  while (faulty - sound > 1) {
    const middle = (sound + faulty) >> 1;
    const start = bytes.subarray(0, middle);
    if (isUtf8(start.subarray(0, wholeCharacters(start)))) sound = middle;
    else faulty = middle;
  }
  return wholeCharacters(bytes.subarray(0, sound));
}
