// Reads items of the usual form much faster than the XML parser, which reads all others.
import { OpenElement, type XmlElement } from './element.ts';

/** Maximum nesting of elements in an item that is scanned. */
const MAX_SCANNED_DEPTH = 8;
const ITEM_START = '<item>';
const SECTION_START = '<![CDATA[';
const SECTION_END = ']]>';
/** An attribute whose value needs no conversion. */
const PLAIN_ATTRIBUTE = /[ \n\t]+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)="([^<&"\n\t]*)"/y;

/** An item, and the position after its closing tag. */
interface ScannedItem {
  readonly element: XmlElement;
  readonly end: number;
}

/**
 * A scanner for items. It knows the names of elements that the XML parser has read before, with their canonical names, and returns the same
 * elements as the parser.
 */
export class ItemScanner {
  /** Canonical names by the names in the file. */
  readonly #names = new Map<string, string>();
  #isEnabled = true;

  /** Adds a name that the XML parser has read inside the channel. */
  addName(name: string, canonicalName: string): void {
    this.#names.set(name, canonicalName);
  }

  /** Removes all names. Must be called when the meaning of their prefixes may change. */
  reset(): void {
    this.#names.clear();
  }

  /** Leaves all items to the XML parser. Must be called when an element inside the channel declares a namespace. */
  disable(): void {
    this.#isEnabled = false;
  }

  /** Returns the position of the next start tag that may be that of an item; -1 if there is none. */
  findStart(text: string, from: number): number {
    return this.#isEnabled ? text.indexOf(ITEM_START, from) : -1;
  }

  /**
   * Returns the item that begins at a position, where no other element of the channel and no comment may be open. Returns undefined
   * unless the text contains the whole item, and consists only of elements with known names, CDATA sections and text without references.
   * The text must not contain carriage returns.
   */
  scan(text: string, start: number): ScannedItem | undefined {
    const open: OpenElement[] = [];
    const names: string[] = [];
    for (let at = start; ; ) {
      const end = text.indexOf('>', at);
      if (end < 0) return undefined;
      const next = text.charAt(at + 1);
      if (next === '/') {
        if (text.slice(at + 2, end) !== names.pop()) return undefined;
        const element = open.pop()?.close();
        if (element === undefined) return undefined;
        const parent = open.at(-1);
        if (parent === undefined) return { element, end: end + 1 };
        parent.addChild(element);
        at = end + 1;
      } else if (next === '!') {
        const sectionEnd = text.startsWith(SECTION_START, at) ? text.indexOf(SECTION_END, at) : -1;
        if (sectionEnd < 0) return undefined;
        open.at(-1)?.addSection(text.slice(at + SECTION_START.length, sectionEnd));
        at = sectionEnd + SECTION_END.length;
      } else {
        const element = open.length < MAX_SCANNED_DEPTH ? this.#openElement(text.slice(at + 1, end), names) : undefined;
        if (element === undefined) return undefined;
        open.push(element);
        at = end + 1;
      }
      const textEnd = text.indexOf('<', at);
      if (textEnd < 0) return undefined;
      if (textEnd === at) continue;
      const between = text.slice(at, textEnd);
      if (between.includes('&') || between.includes(SECTION_END)) return undefined;
      open.at(-1)?.addText(between);
      at = textEnd;
    }
  }

  /** Returns the element that a start tag opens, and adds its name. Returns undefined for tags that the parser must read. */
  #openElement(tag: string, names: string[]): OpenElement | undefined {
    const plainName = this.#names.get(tag);
    if (plainName !== undefined) {
      names.push(tag);
      return new OpenElement(plainName, 0);
    }
    const nameEnd = tag.search(/[ \n\t]/);
    const name = tag.slice(0, nameEnd);
    const canonicalName = nameEnd < 0 ? undefined : this.#names.get(name);
    const attributes = canonicalName === undefined ? undefined : plainAttributes(tag, nameEnd);
    if (canonicalName === undefined || attributes === undefined) return undefined;
    names.push(name);
    return new OpenElement(canonicalName, 0, attributes);
  }
}

/** Returns the attributes of a start tag from a position to its end; undefined if the parser must read them. */
function plainAttributes(tag: string, from: number): Map<string, string> | undefined {
  const attributes = new Map<string, string>();
  for (let at = from; at < tag.length; at = PLAIN_ATTRIBUTE.lastIndex) {
    PLAIN_ATTRIBUTE.lastIndex = at;
    const [, name = '', value = ''] = PLAIN_ATTRIBUTE.exec(tag) ?? [];
    if (name === '' || name.startsWith('xmlns') || attributes.has(name)) return undefined;
    attributes.set(name, value);
  }
  return attributes;
}
