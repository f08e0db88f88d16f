/** Attributes of a shortcode. Named ones are keyed by their name in lower case, other ones by their index among all attributes. */
export type ShortcodeAttributes = ReadonlyMap<string, string>;

/** A shortcode, with its position in the text. */
export interface Shortcode {
  name: string;
  /** Attributes, which are parsed on access, because most callers need only the positions. */
  readonly attributes: ShortcodeAttributes;
  /** Content between the opening and the closing tag; `''` without a closing tag. */
  inner: string;
  start: number;
  end: number;
  /** Whether the shortcode is in double brackets, so that it is rendered as text. */
  escaped: boolean;
}

/** Supported shortcodes (rendering.md §5); all other brackets are text. */
const shortcodeNames: readonly string[] = [
  ...['gallery', 'caption', 'wp_caption', 'playlist', 'audio', 'video', 'embed', 'cmsforms'],
];

const opening = new RegExp(`\\[(\\[?)(${shortcodeNames.join('|')})(?![\\w-])`, 'g');

/**
 * Yields the known shortcodes in `text` in order, without nested ones (rendering.md §5). Brackets inside a tag or a comment
 * (`<a title="[gallery]">`) are ignored. Runs in linear time, because failed searches are not repeated.
 */
export function* findShortcodes(text: string): Generator<Shortcode> {
  const delimiters = new DelimiterFinder(text);
  const finder = new RegExp(opening);
  for (let found = finder.exec(text); found; found = finder.exec(text)) {
    const shortcode = parseShortcode(text, found, delimiters);
    if (!shortcode) continue;
    yield shortcode;
    finder.lastIndex = shortcode.end;
  }
}

function parseShortcode(text: string, found: RegExpExecArray, delimiters: DelimiterFinder): Shortcode | undefined {
  const [whole, bracket = '', name = ''] = found;
  const head = found.index + whole.length;
  const close = delimiters.next(']', head);
  if (close < 0 || delimiters.isInsideTag('[', found.index) || delimiters.isInsideTag(']', close)) return undefined;
  const isSelfClosing = text[close - 1] === '/';
  const tail = `[/${name}]`;
  const next = isSelfClosing ? -1 : delimiters.next(tail, close + 1);
  const closing = next >= 0 && delimiters.isInsideTag(tail, next) ? -1 : next;
  const end = closing < 0 ? close + 1 : closing + tail.length;
  const escaped = bracket === '[' && text[end] === ']';
  return {
    name,
    get attributes() {
      return parseAttributes(text.slice(head, isSelfClosing ? close - 1 : close));
    },
    inner: closing < 0 ? '' : text.slice(close + 1, closing),
    start: found.index + (bracket && !escaped ? 1 : 0),
    end: end + (escaped ? 1 : 0),
    escaped,
  };
}

/** A finder of delimiters from ascending positions. It caches the last match, so that all searches together read the text once. */
class DelimiterFinder {
  readonly #text: string;
  readonly #found = new Map<string, number>();
  readonly #tags = new Map<string, TagTracker>();

  constructor(text: string) {
    this.#text = text;
  }

  next(delimiter: string, from: number): number {
    const known = this.#found.get(delimiter);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.#text.indexOf(delimiter, from);
    this.#found.set(delimiter, found);
    return found;
  }

  /**
   * Whether a delimiter is inside a tag. Such delimiters are ignored, because splitting the text there would move quotes from one
   * tag into another.
   */
  isInsideTag(delimiter: string, position: number): boolean {
    const tracker = this.#tags.get(delimiter) ?? new TagTracker(this.#text);
    this.#tags.set(delimiter, tracker);
    return tracker.covers(position);
  }
}

const beginsTag = /[A-Za-z/!?]/;

/** A tracker of the tags in a string, for ascending positions. An unclosed tag extends to the end. */
class TagTracker {
  readonly #text: string;
  #start = -1;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  covers(position: number): boolean {
    while (this.#end <= position) {
      this.#start = this.#text.indexOf('<', this.#end);
      if (this.#start < 0) this.#end = Number.POSITIVE_INFINITY;
      else if (!beginsTag.test(this.#text[this.#start + 1] ?? '')) this.#end = this.#start + 1;
      else this.#end = this.#text.indexOf('>', this.#start) + 1 || Number.POSITIVE_INFINITY;
    }
    return this.#start >= 0 && this.#start < position;
  }
}

/** Maximum number of attributes that are parsed. The supported shortcodes have at most ten. */
const MAX_ATTRIBUTES = 100;

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"\]]+))|"([^"]*)"|'([^']*)'|(\S+)/g;

function parseAttributes(text: string): ShortcodeAttributes {
  const attributes = new Map<string, string>();
  if (!text.trim()) return attributes;
  const normalizedText = text.replace(/[\u00a0\u200b]/g, ' ');
  for (const found of normalizedText.matchAll(attribute)) {
    const [, name, double, single, bare, ...loose] = found;
    const value = double ?? single ?? bare ?? loose.find((part) => part !== undefined) ?? '';
    attributes.set(name?.toLowerCase() ?? String(attributes.size), value);
    if (attributes.size === MAX_ATTRIBUTES) break;
  }
  return attributes;
}

/**
 * Replaces every known shortcode with the result of a callback; `[[gallery]]` becomes the text `[gallery]` (rendering.md §5).
 * Everything else is unchanged.
 */
export function replaceShortcodes(text: string, replace: (shortcode: Shortcode) => string): string {
  if (!text.includes('[')) return text;
  let out = '';
  let at = 0;
  for (const shortcode of findShortcodes(text)) {
    out += text.slice(at, shortcode.start);
    out += shortcode.escaped ? text.slice(shortcode.start + 1, shortcode.end - 1) : replace(shortcode);
    at = shortcode.end;
  }
  return out + text.slice(at);
}

/** Replaces the shortcodes named `name` with the result of a callback. Shortcodes in double brackets are unchanged. */
export function replaceShortcodesNamed(name: string, text: string, replace: (shortcode: Shortcode) => string): string {
  let out = '';
  let at = 0;
  for (const shortcode of findShortcodes(text)) {
    if (shortcode.name !== name || shortcode.escaped) continue;
    out += text.slice(at, shortcode.start) + replace(shortcode);
    at = shortcode.end;
  }
  return out + text.slice(at);
}

/** Removes known shortcodes with their content (rendering.md §8). */
export function removeShortcodes(text: string): string {
  return replaceShortcodes(text, () => '');
}

/** Removes the `p` around known shortcodes that are alone in a paragraph (rendering.md §5), except those named `exceptName`. */
export function unwrapStandaloneShortcodes(html: string, exceptName = ''): string {
  if (!html.includes('[')) return html;
  let out = '';
  let at = 0;
  for (const { name, start, end, escaped } of findShortcodes(html)) {
    const before = /<p>\s{0,64}$/.exec(html.slice(Math.max(at, start - 70), start));
    const after = /^\s{0,64}<\/p>/.exec(html.slice(end, end + 70));
    if (escaped || name === exceptName || !before || !after) continue;
    out += html.slice(at, start - before[0].length) + html.slice(start, end);
    at = end + after[0].length;
  }
  return out + html.slice(at);
}
