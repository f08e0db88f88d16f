// Parses serialized PHP values such as `a:1:{i:0;s:5:"large";}`, strictly and within limits. Objects and references are rejected.

/** A value that PHP has serialized. */
export type PhpValue = string | number | boolean | null | PhpArray;

/** A PHP array. Lists have the keys `0`, `1` and so on. */
export type PhpArray = ReadonlyMap<string, PhpValue>;

/** Maximum size of a value in bytes, depth of nested arrays, and number of elements of all its arrays. */
const limits = { bytes: 1024 * 1024, depth: 10, elements: 20_000 };

/** Parses a serialized value. Returns undefined when it is invalid, has an unsupported type or exceeds the limits. */
export function readPhp(text: string): PhpValue | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > limits.bytes) return undefined;
  const reader = new PhpReader(bytes);
  try {
    return reader.readAll();
  } catch (error) {
    if (error instanceof InvalidPhpValue) return undefined;
    throw error;
  }
}

/** Parses a serialized array. Returns an empty array when the text is anything else. */
export function readPhpArray(text: string): PhpArray {
  const value = readPhp(text);
  return value instanceof Map ? value : new Map();
}

class InvalidPhpValue extends Error {
  override readonly name = 'InvalidPhpValue';
}

class PhpReader {
  readonly #bytes: Buffer;
  #at = 0;
  #elements = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  readAll(): PhpValue {
    const value = this.#value(0);
    if (this.#at !== this.#bytes.length) throw new InvalidPhpValue();
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
    if (!isNumber) throw new InvalidPhpValue();
    return number;
  }

  /** Reads a string, whose length prefix counts bytes. */
  #string(): string {
    const length = this.#length();
    this.#expect('"');
    if (length > this.#bytes.length - this.#at) throw new InvalidPhpValue();
    const text = this.#bytes.toString('utf8', this.#at, this.#at + length);
    this.#at += length;
    this.#expect('";');
    return text;
  }

  #array(depth: number): PhpArray {
    const length = this.#length();
    this.#elements += length;
    if (depth >= limits.depth || this.#elements > limits.elements) throw new InvalidPhpValue();
    this.#expect('{');
    const array = new Map<string, PhpValue>();
    for (let n = 0; n < length; n += 1) {
      const key = this.#value(limits.depth);
      if (typeof key !== 'string' && typeof key !== 'number') throw new InvalidPhpValue();
      array.set(String(key), this.#value(depth + 1));
    }
    this.#expect('}');
    return array;
  }

  #length(): number {
    const text = this.#until(':');
    if (!/^\d{1,8}$/.test(text)) throw new InvalidPhpValue();
    return Number(text);
  }

  #until(delimiter: string): string {
    const end = this.#bytes.indexOf(delimiter, this.#at);
    if (end < 0 || end - this.#at > 40) throw new InvalidPhpValue();
    const text = this.#bytes.toString('latin1', this.#at, end);
    this.#at = end + delimiter.length;
    return text;
  }

  #take(length: number): string {
    const text = this.#bytes.toString('latin1', this.#at, this.#at + length);
    this.#at += length;
    return text;
  }

  #expect(text: string): void {
    if (this.#take(text.length) !== text) throw new InvalidPhpValue();
  }
}
