/** One element of the export with all it holds. Names carry the format's usual prefix, whatever prefix the file declares. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: XmlElement[];
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const BLANK = /^[ \t\r\n]*$/;
/** V8 copies shorter texts and only refers to longer ones. */
const SHORTEST_REFERENCE = 13;
const LONGEST_DETACHED = 4096;

/**
 * An element of which the end has not been seen. Where its text stands in CDATA sections, blanks around the sections are
 * the file's layout and no part of the text; everything else is kept to the letter.
 */
export class OpenElement {
  readonly name: string;
  readonly line: number;
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #children: XmlElement[] = [];
  #sections: string | null = null;
  #loose = '';

  constructor(name: string, line: number, attributes: ReadonlyMap<string, string> = NO_ATTRIBUTES) {
    this.name = name;
    this.line = line;
    this.#attributes = attributes;
  }

  addChild(child: XmlElement): void {
    this.#children.push(child);
  }

  addText(text: string): void {
    this.#loose += text;
  }

  addSection(text: string): void {
    const isLayout = this.#sections === null && BLANK.test(this.#loose);
    this.#sections = (this.#sections ?? '') + (isLayout ? '' : this.#loose) + text;
    this.#loose = '';
  }

  /** The whole element, once its end has been seen. */
  close(): XmlElement {
    const isLayout = this.#sections !== null && BLANK.test(this.#loose);
    const text = (this.#sections ?? '') + (isLayout ? '' : this.#loose);
    return { name: this.name, attributes: this.#attributes, text: detached(text), children: this.#children };
  }
}

/**
 * The same text in memory of its own. A short text cut from a chunk keeps the whole chunk alive, so that an importer
 * remembering every slug would remember the whole file. A long text is worth its chunks.
 */
export function detached(text: string): string {
  if (text.length < SHORTEST_REFERENCE || text.length > LONGEST_DETACHED) return text;
  return Buffer.from(text, 'utf8').toString('utf8');
}
