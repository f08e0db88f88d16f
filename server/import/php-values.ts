// Values as exports write those of meta fields: serialised by PHP, `a:1:{i:0;s:5:"large";}`. Read strictly and within bounds;
// objects and references are no data here, and are refused.

export type PhpValue = string | number | boolean | null | PhpArray;

/** An array of PHP: lists have the keys `0`, `1` … */
export type PhpArray = ReadonlyMap<string, PhpValue>;

/** How large a value may be. Bytes, nested arrays, members of all arrays together. */
const limits = { bytes: 1024 * 1024, depth: 10, members: 20_000 };

/** The value of a serialised text; undefined for what is none, is of another kind, or goes past the bounds. */
export function readPhp(text: string): PhpValue | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > limits.bytes) return undefined;
  const reader = new PhpReader(bytes);
  try {
    return reader.whole();
  } catch (error) {
    if (error instanceof NoPhpValue) return undefined;
    throw error;
  }
}

/** An array of a serialised text; empty where it is none. */
export function readPhpArray(text: string): PhpArray {
  const value = readPhp(text);
  return value instanceof Map ? value : new Map();
}

class NoPhpValue extends Error {
  override readonly name = 'NoPhpValue';
}

class PhpReader {
  readonly #bytes: Buffer;
  #at = 0;
  #members = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  whole(): PhpValue {
    const value = this.#value(0);
    if (this.#at !== this.#bytes.length) throw new NoPhpValue();
    return value;
  }

  #value(depth: number): PhpValue {
    const kind = this.#take(1);
    if (kind === 'N') {
      this.#expect(';');
      return null;
    }
    this.#expect(':');
    if (kind === 's') return this.#string();
    if (kind === 'a') return this.#array(depth);
    const text = this.#until(';');
    if (kind === 'b' && /^[01]$/.test(text)) return text === '1';
    const number = Number(text);
    const isNumber = kind === 'i' ? /^-?\d{1,19}$/.test(text) : kind === 'd' && text !== '' && Number.isFinite(number);
    if (!isNumber) throw new NoPhpValue();
    return number;
  }

  /** The length is told in bytes. */
  #string(): string {
    const length = this.#length();
    this.#expect('"');
    if (length > this.#bytes.length - this.#at) throw new NoPhpValue();
    const text = this.#bytes.toString('utf8', this.#at, this.#at + length);
    this.#at += length;
    this.#expect('";');
    return text;
  }

  #array(depth: number): PhpArray {
    const length = this.#length();
    this.#members += length;
    if (depth >= limits.depth || this.#members > limits.members) throw new NoPhpValue();
    this.#expect('{');
    const array = new Map<string, PhpValue>();
    for (let n = 0; n < length; n += 1) {
      const key = this.#value(limits.depth);
      if (typeof key !== 'string' && typeof key !== 'number') throw new NoPhpValue();
      array.set(String(key), this.#value(depth + 1));
    }
    this.#expect('}');
    return array;
  }

  #length(): number {
    const text = this.#until(':');
    if (!/^\d{1,8}$/.test(text)) throw new NoPhpValue();
    return Number(text);
  }

  #until(mark: string): string {
    const end = this.#bytes.indexOf(mark, this.#at);
    if (end < 0 || end - this.#at > 40) throw new NoPhpValue();
    const text = this.#bytes.toString('latin1', this.#at, end);
    this.#at = end + mark.length;
    return text;
  }

  #take(length: number): string {
    const text = this.#bytes.toString('latin1', this.#at, this.#at + length);
    this.#at += length;
    return text;
  }

  #expect(text: string): void {
    if (this.#take(text.length) !== text) throw new NoPhpValue();
  }
}
