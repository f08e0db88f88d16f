/** Options for rewriting JSON text. */
export interface JsonRewriteOptions {
  /** Maps string values and keys. Strings that it does not change keep their escapes. */
  mapString?: (value: string) => string;
  /** Properties to omit, as paths of one or two keys joined with `.`. */
  omit?: ReadonlySet<string>;
}

interface Container {
  object: boolean;
  propertyCount: number;
  path: string;
  key: string;
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/**
 * A pattern that matches character sequences that are not allowed inside a block comment, and all escapes, so that these are matched
 * completely.
 */
const escapable = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\.|--|[<>&]/g;
/**
 * A pattern that matches characters that block serializers escape, because of JSON, the surrounding comment, or scripts that may contain
 * the JSON.
 */
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
 * Returns the stored form of the attributes of a block (rendering.md §4 "On save"): compact JSON in which nothing can end the
 * surrounding comment; `''` for an empty object. `json` must be the text of a JSON object. Because the text is not parsed to an
 * object, attributes in a form that a block serializer writes are returned byte for byte, whichever of the usual escapes it uses,
 * and the order of keys and the notation of numbers are preserved.
 */
export function compactAttributes(json: string, rewriteOptions: JsonRewriteOptions = {}): string {
  const writer = new JsonWriter(rewriteOptions);
  for (const [token] of json.matchAll(tokens)) writer.write(token);
  const written = writer.text();
  return written === '{}' ? '' : written;
}

/** Returns a string as block editors write it in a block comment: in quotes, with all characters escaped that could end the comment. */
export function attributeString(value: string): string {
  return compactString(JSON.stringify(value).replaceAll('\\\\', '\\u005c'));
}

/** Returns the stored form of a JSON string with the same value. Letters are not escaped, and the usual escapes are unchanged. */
function compactString(token: string): string {
  return token.replace(escapable, (found) => {
    if (!found.startsWith('\\u')) return escapes.get(found) ?? found;
    const units = found.split('\\u').slice(1);
    const character = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
    return units.length === 2 || !escaped.test(character) ? character : found;
  });
}

class JsonWriter {
  readonly #rewriting: JsonRewriteOptions;
  readonly #open: Container[] = [];
  readonly #out: string[] = [];
  /** Number of open containers at the beginning of an omitted property; -1 if no property is being omitted. */
  #omittedAt = -1;
  #afterColon = false;

  constructor(rewriteOptions: JsonRewriteOptions) {
    this.#rewriting = rewriteOptions;
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
    if (this.#omittedAt < 0) this.#emit(`${container.propertyCount++ > 0 ? ',' : ''}${key.serialized}:`);
  }

  #writeValue(token: string): void {
    const container = this.#open.at(-1);
    if (container && !container.object && this.#omittedAt < 0 && container.propertyCount++ > 0) this.#emit(',');
    this.#afterColon = false;
    if (token === '{' || token === '[') {
      const path = this.#open.length < 2 ? (container?.key ?? '') : '';
      this.#open.push({ object: token === '{', propertyCount: 0, path, key: '' });
      this.#emit(token);
    } else this.#emit(token[0] === '"' ? this.#stringOf(token).serialized : token);
  }

  #close(token: string): void {
    this.#endMember();
    this.#open.pop();
    this.#emit(token);
  }

  /** Returns the mapped value of a string token, and its serialized form. */
  #stringOf(token: string): { value: string; serialized: string } {
    const read: unknown = JSON.parse(token);
    const before = typeof read === 'string' ? read : token;
    const value = this.#rewriting.mapString?.(before) ?? before;
    return { value, serialized: value === before ? compactString(token) : attributeString(value) };
  }
}
