/** The attributes of a shortcode: named ones by lower-case name, bare words under their position. */
export type ShortcodeAttributes = ReadonlyMap<string, string>;

/** One shortcode found in a text, with the place it takes. */
export interface Shortcode {
  name: string;
  /** Read when asked for: most who look for shortcodes need their places only. */
  readonly attributes: ShortcodeAttributes;
  /** What stands between the opening and the closing bracket; `''` for one that stands alone. */
  inner: string;
  start: number;
  end: number;
  /** Written in double brackets, so that it is shown and not carried out. */
  escaped: boolean;
}

/** The names this service knows (rendering.md §5); all other brackets stay text. */
export const shortcodeNames: readonly string[] = [
  'gallery',
  'caption',
  'wp_caption',
  'playlist',
  'audio',
  'video',
  'embed',
];

const opening = new RegExp(`\\[(\\[?)(${shortcodeNames.join('|')})(?![\\w-])`, 'g');

/**
 * Walks through a text and yields its known shortcodes from front to back, none inside another (rendering.md §5).
 * Brackets inside a tag or a comment (`<a title="[gallery]">`) are not looked at. Linear in the text: what was searched
 * for in vain once is not searched for again.
 */
export function* findShortcodes(text: string): Generator<Shortcode> {
  const marks = new MarkFinder(text);
  const finder = new RegExp(opening);
  for (let found = finder.exec(text); found; found = finder.exec(text)) {
    const shortcode = readShortcode(text, found, marks);
    if (!shortcode) continue;
    yield shortcode;
    finder.lastIndex = shortcode.end;
  }
}

function readShortcode(text: string, found: RegExpExecArray, marks: MarkFinder): Shortcode | undefined {
  const [whole, bracket = '', name = ''] = found;
  const head = found.index + whole.length;
  const close = marks.next(']', head);
  if (close < 0 || marks.isInsideTag('[', found.index) || marks.isInsideTag(']', close)) return undefined;
  const alone = text[close - 1] === '/';
  const tail = `[/${name}]`;
  const next = alone ? -1 : marks.next(tail, close + 1);
  const closing = next >= 0 && marks.isInsideTag(tail, next) ? -1 : next;
  const end = closing < 0 ? close + 1 : closing + tail.length;
  const escaped = bracket === '[' && text[end] === ']';
  return {
    name,
    get attributes() {
      return readAttributes(text.slice(head, alone ? close - 1 : close));
    },
    inner: closing < 0 ? '' : text.slice(close + 1, closing),
    start: found.index + (bracket && !escaped ? 1 : 0),
    end: end + (escaped ? 1 : 0),
    escaped,
  };
}

/** Finds marks from growing positions and remembers the last find, so that all searches together are one pass. */
class MarkFinder {
  readonly #text: string;
  readonly #found = new Map<string, number>();
  readonly #tags = new Map<string, TagFollower>();

  constructor(text: string) {
    this.#text = text;
  }

  next(mark: string, from: number): number {
    const known = this.#found.get(mark);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.#text.indexOf(mark, from);
    this.#found.set(mark, found);
    return found;
  }

  /**
   * Whether a mark stands inside a tag. Cutting a text there would move quotes from one tag into another, so such marks
   * count for nothing.
   */
  isInsideTag(mark: string, place: number): boolean {
    const follower = this.#tags.get(mark) ?? new TagFollower(this.#text);
    this.#tags.set(mark, follower);
    return follower.covers(place);
  }
}

const beginsTag = /[A-Za-z/!?]/;

/** Follows the tags of a text, for places asked for in growing order. A tag that is never closed lasts to the end. */
class TagFollower {
  readonly #text: string;
  #start = -1;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  covers(place: number): boolean {
    while (this.#end <= place) {
      this.#start = this.#text.indexOf('<', this.#end);
      if (this.#start < 0) this.#end = Number.POSITIVE_INFINITY;
      else if (!beginsTag.test(this.#text[this.#start + 1] ?? '')) this.#end = this.#start + 1;
      else this.#end = this.#text.indexOf('>', this.#start) + 1 || Number.POSITIVE_INFINITY;
    }
    return this.#start >= 0 && this.#start < place;
  }
}

/** How many attributes of a shortcode are read. Those of ours know ten at most; each costs time. */
const MAX_ATTRIBUTES = 100;

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"\]]+))|"([^"]*)"|'([^']*)'|(\S+)/g;

function readAttributes(text: string): ShortcodeAttributes {
  const attributes = new Map<string, string>();
  if (!text.trim()) return attributes;
  const straight = text.replace(/[\u00a0\u200b]/g, ' ');
  for (const found of straight.matchAll(attribute)) {
    const [, name, double, single, bare, ...loose] = found;
    const value = double ?? single ?? bare ?? loose.find((part) => part !== undefined) ?? '';
    attributes.set(name?.toLowerCase() ?? String(attributes.size), value);
    if (attributes.size === MAX_ATTRIBUTES) break;
  }
  return attributes;
}

/**
 * Replaces every known shortcode by what `show` makes of it; `[[gallery]]` becomes the text `[gallery]`
 * (rendering.md §5). Everything else stays as it is.
 */
export function replaceShortcodes(text: string, show: (shortcode: Shortcode) => string): string {
  if (!text.includes('[')) return text;
  let out = '';
  let at = 0;
  for (const shortcode of findShortcodes(text)) {
    out += text.slice(at, shortcode.start);
    out += shortcode.escaped ? text.slice(shortcode.start + 1, shortcode.end - 1) : show(shortcode);
    at = shortcode.end;
  }
  return out + text.slice(at);
}

/** The same for the shortcodes of one name; all others stay as they are, those in double brackets too. */
export function replaceShortcodesNamed(name: string, text: string, show: (shortcode: Shortcode) => string): string {
  let out = '';
  let at = 0;
  for (const shortcode of findShortcodes(text)) {
    if (shortcode.name !== name || shortcode.escaped) continue;
    out += text.slice(at, shortcode.start) + show(shortcode);
    at = shortcode.end;
  }
  return out + text.slice(at);
}

/** Takes known shortcodes out, with what they contain (rendering.md §8). */
export function removeShortcodes(text: string): string {
  return replaceShortcodes(text, () => '');
}

/** Takes the `p` off a known shortcode that stands alone in its paragraph (rendering.md §5), but for those of one name. */
export function unwrapLoneShortcodes(html: string, but = ''): string {
  if (!html.includes('[')) return html;
  let out = '';
  let at = 0;
  for (const { name, start, end, escaped } of findShortcodes(html)) {
    const before = /<p>\s{0,64}$/.exec(html.slice(Math.max(at, start - 70), start));
    const after = /^\s{0,64}<\/p>/.exec(html.slice(end, end + 70));
    if (escaped || name === but || !before || !after) continue;
    out += html.slice(at, start - before[0].length) + html.slice(start, end);
    at = end + after[0].length;
  }
  return out + html.slice(at);
}
