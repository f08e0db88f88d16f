// Represents the XML elements of an export.

/** An element of the export. Names have the canonical prefix of the format, regardless of the prefix that the file declares. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: XmlElement[];
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const BLANK = /^[ \t\r\n]*$/;
/** Minimum length of a substring that references its original string in V8; shorter ones are copied. */
const MIN_SLICED_LENGTH = 13;
/** Maximum length of a string that is copied. */
const MAX_DETACHED_LENGTH = 4096;

/**
 * An element whose end has not been read. If its text is in CDATA sections, whitespace around the sections is not part of the
 * text; all other text is preserved verbatim.
 */
export class OpenElement {
  readonly name: string;
  readonly line: number;
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #children: XmlElement[] = [];
  #sections: string | null = null;
  #plainText = '';

  constructor(name: string, line: number, attributes: ReadonlyMap<string, string> = NO_ATTRIBUTES) {
    this.name = name;
    this.line = line;
    this.#attributes = attributes;
  }

  addChild(child: XmlElement): void {
    this.#children.push(child);
  }

  addText(text: string): void {
    this.#plainText += text;
  }

  addSection(text: string): void {
    const isLayout = this.#sections === null && BLANK.test(this.#plainText);
    this.#sections = (this.#sections ?? '') + (isLayout ? '' : this.#plainText) + text;
    this.#plainText = '';
  }

  /** Returns the complete element once its end has been read. */
  close(): XmlElement {
    const isLayout = this.#sections !== null && BLANK.test(this.#plainText);
    const text = (this.#sections ?? '') + (isLayout ? '' : this.#plainText);
    return { name: this.name, attributes: this.#attributes, text: detachedCopy(text), children: this.#children };
  }
}

/**
 * Returns a copy of a string that does not reference another string. In V8, a short substring of a chunk keeps the whole chunk in
 * memory, so that collecting every slug would keep the whole file in memory. Long substrings are not copied, because they keep
 * little more than their own length in memory.
 */
export function detachedCopy(text: string): string {
  if (text.length < MIN_SLICED_LENGTH || text.length > MAX_DETACHED_LENGTH) return text;
  return Buffer.from(text, 'utf8').toString('utf8');
}
