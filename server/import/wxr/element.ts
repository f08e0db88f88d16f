/** An element of the export with its content. Names have the canonical prefix of the format, whatever prefix the file declares. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: XmlElement[];
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const BLANK = /^[ \t\r\n]*$/;
/** V8 copies shorter substrings; longer ones reference the original string. */
const MIN_SLICED_LENGTH = 13;
const MAX_DETACHED_LENGTH = 4096;

/**
 * An element whose end has not been read. When its text is in CDATA sections, whitespace around the sections is layout and not
 * part of the text; all other text is preserved verbatim.
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
 * Returns a copy of a string that does not reference another one. A short substring of a chunk keeps the whole chunk in memory,
 * so an importer that stores every slug would keep the whole file. For a long substring this does not matter.
 */
export function detachedCopy(text: string): string {
  if (text.length < MIN_SLICED_LENGTH || text.length > MAX_DETACHED_LENGTH) return text;
  return Buffer.from(text, 'utf8').toString('utf8');
}
