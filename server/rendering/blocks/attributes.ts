/** What a rewriting does with the parts of a JSON text. */
export interface JsonRewriting {
  /** Changes string values and keys. One that it returns as it is keeps its spelling. */
  string?: (value: string) => string;
  /** Members that are left out, by their path of keys joined with `.`. */
  omit?: ReadonlySet<string>;
}

interface Container {
  object: boolean;
  members: number;
  path: string;
  key: string;
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/** What may not stand inside a block comment, and every escape: an escape is read as one, whatever follows it. */
const escapable = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\.|--|[<>&]/g;
/** Characters that serialisers escape: JSON asks for it, or the comment around it, or scripts that hold it. */
const escaped = /["\\\-<>&\0-\x1f\x7f\u2028\u2029\ud800-\udfff]/;
const escapes: ReadonlyMap<string, string> = new Map([
  ['--', '\\u002d\\u002d'],
  ['<', '\\u003c'],
  ['>', '\\u003e'],
  ['&', '\\u0026'],
  ['\\"', '\\u0022'],
  ['\\/', '/'],
]);

/**
 * Returns the stored form of a block's attributes (rendering.md §4 "On save"): compact JSON in the given order, in which
 * nothing can end the comment around it; `''` for an empty object. `json` must be the text of a JSON object. Works on the
 * text: attributes as a serialiser of blocks writes them come back byte for byte, whichever of the usual escapes it uses,
 * and the order of keys and the spelling of numbers survive.
 */
export function compactAttributes(json: string, rewriting: JsonRewriting = {}): string {
  const writer = new JsonWriter(rewriting);
  for (const [token] of json.matchAll(tokens)) writer.write(token);
  const written = writer.text();
  return written === '{}' ? '' : written;
}

/** Returns a string as block editors write it inside a block comment: quoted, with what could end the comment escaped. */
export function attributeString(value: string): string {
  return compactString(JSON.stringify(value).replaceAll('\\\\', '\\u005c'));
}

/** Returns a JSON string with the same value in its stored form: letters are literal, usual escapes stay as written. */
function compactString(token: string): string {
  return token.replace(escapable, (found) => {
    if (!found.startsWith('\\u')) return escapes.get(found) ?? found;
    const units = found.split('\\u').slice(1);
    const character = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
    return units.length === 2 || !escaped.test(character) ? character : found;
  });
}

class JsonWriter {
  readonly #rewriting: JsonRewriting;
  readonly #open: Container[] = [];
  readonly #out: string[] = [];
  /** How many containers were open when a member began that is left out. */
  #omittedAt = -1;
  #afterColon = false;

  constructor(rewriting: JsonRewriting) {
    this.#rewriting = rewriting;
  }

  text(): string {
    return this.#out.join('');
  }

  write(token: string): void {
    if (token === ',') this.#endMember();
    else if (token === ':') this.#afterColon = true;
    else if (token === '}' || token === ']') this.#close(token);
    else if (this.#open.at(-1)?.object && !this.#afterColon) this.#writeKey(token);
    else this.#writeValue(token);
  }

  #emit(text: string): void {
    if (this.#omittedAt < 0) this.#out.push(text);
  }

  #endMember(): void {
    if (this.#omittedAt === this.#open.length) this.#omittedAt = -1;
    this.#afterColon = false;
  }

  #writeKey(token: string): void {
    const container = this.#open.at(-1);
    if (!container) return;
    const key = this.#stringOf(token);
    container.key = container.path ? `${container.path}.${key.value}` : key.value;
    const { omit } = this.#rewriting;
    if (this.#omittedAt < 0 && omit && this.#open.length <= 2 && omit.has(container.key)) {
      this.#omittedAt = this.#open.length;
    }
    if (this.#omittedAt < 0) this.#emit(`${container.members++ > 0 ? ',' : ''}${key.written}:`);
  }

  #writeValue(token: string): void {
    const container = this.#open.at(-1);
    if (container && !container.object && this.#omittedAt < 0 && container.members++ > 0) this.#emit(',');
    this.#afterColon = false;
    if (token === '{' || token === '[') {
      const path = this.#open.length < 2 ? (container?.key ?? '') : '';
      this.#open.push({ object: token === '{', members: 0, path, key: '' });
      this.#emit(token);
    } else this.#emit(token[0] === '"' ? this.#stringOf(token).written : token);
  }

  #close(token: string): void {
    this.#endMember();
    this.#open.pop();
    this.#emit(token);
  }

  /** The value of a string after the rewriting, and how it is written. */
  #stringOf(token: string): { value: string; written: string } {
    const read: unknown = JSON.parse(token);
    const before = typeof read === 'string' ? read : token;
    const value = this.#rewriting.string?.(before) ?? before;
    return { value, written: value === before ? compactString(token) : attributeString(value) };
  }
}
