/** What a rewriting does with the parts of a JSON text. */
export interface JsonRewriting {
  /** Changes every string value and every key. */
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
const unsafe = /--|[<>&\u2028\u2029]|\\"/g;
const escapes: ReadonlyMap<string, string> = new Map([
  ['--', '\\u002d\\u002d'],
  ['<', '\\u003c'],
  ['>', '\\u003e'],
  ['&', '\\u0026'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
]);

/**
 * The normal form of a block's attributes (rendering.md §4 "On save"): compact JSON in the given order, in which
 * nothing can end the comment around it; `''` for an empty object. `json` must be the text of a JSON object. Works
 * on the text, so that the order of keys and long numbers survive.
 */
export function compactAttributes(json: string, rewriting: JsonRewriting = {}): string {
  const writer = new JsonWriter(rewriting);
  for (const [token] of json.matchAll(tokens)) writer.write(token);
  const written = writer.text();
  return written === '{}' ? '' : written;
}

/** A string as it is written inside a block comment: quoted, with what could end the comment escaped. */
export function attributeString(value: string): string {
  const quoted = JSON.stringify(value).slice(1, -1);
  return `"${escapeQuotes(quoted).replace(unsafe, (part) => escapes.get(part) ?? part)}"`;
}

/** `\"` becomes `\u0022`, without mistaking the end of `\\"` for it. */
function escapeQuotes(quoted: string): string {
  return quoted.includes('\\') ? quoted.replace(/\\./g, (pair) => (pair === '\\"' ? '\\u0022' : pair)) : quoted;
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
    const key = this.#rewritten(token);
    container.key = container.path ? `${container.path}.${key}` : key;
    const { omit } = this.#rewriting;
    if (this.#omittedAt < 0 && omit && this.#open.length <= 2 && omit.has(container.key)) {
      this.#omittedAt = this.#open.length;
    }
    if (this.#omittedAt < 0) this.#emit(`${container.members++ > 0 ? ',' : ''}${attributeString(key)}:`);
  }

  #writeValue(token: string): void {
    const container = this.#open.at(-1);
    if (container && !container.object && this.#omittedAt < 0 && container.members++ > 0) this.#emit(',');
    this.#afterColon = false;
    if (token === '{' || token === '[') {
      const path = this.#open.length < 2 ? (container?.key ?? '') : '';
      this.#open.push({ object: token === '{', members: 0, path, key: '' });
      this.#emit(token);
    } else this.#emit(token[0] === '"' ? attributeString(this.#rewritten(token)) : plainNumber(token));
  }

  #close(token: string): void {
    this.#endMember();
    this.#open.pop();
    this.#emit(token);
  }

  #rewritten(token: string): string {
    const value: unknown = JSON.parse(token);
    if (typeof value !== 'string') return token;
    return this.#rewriting.string ? this.#rewriting.string(value) : value;
  }
}

/**
 * Whole numbers, `true`, `false` and `null` stay as written, others take their shortest form (`2.50` → `2.5`); those
 * beyond what numbers can be have none.
 */
function plainNumber(token: string): string {
  const number = Number(token);
  return /[.eE]/.test(token) && Number.isFinite(number) ? String(number) : token;
}
