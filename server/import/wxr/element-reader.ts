import { SaxesParser, type SaxesTagNS } from 'saxes';
import { detached, OpenElement, type XmlElement } from './element.ts';
import { HTML_ENTITIES } from './html-entities.ts';
import { undeclaredNamespace, usualName } from './names.ts';
import { WxrError, type WxrFault } from './wxr-error.ts';

const MOST_DEPTH = 64;
const LARGEST_ELEMENT = 64 * 1024 * 1024;
/** What an element or attribute weighs beside its characters, so that many empty ones cannot fill the memory either. */
const PART_WEIGHT = 32;
/** `rss` and `channel`: what stands below them is one record each. */
const CHANNEL_DEPTH = 2;
const KNOWN_ENCODINGS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** XML forbids these outright, yet sites have them in their texts and exports carry them. */
const FORBIDDEN_CHARACTERS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * Reads the text of an export piece by piece and hands over each element of the channel when its closing tag has been
 * seen. Keeps no more than the element being read.
 */
export class ElementReader {
  readonly #saxes = new SaxesParser({
    xmlns: true,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
    resolvePrefix: undeclaredNamespace,
  });
  readonly #deliver: (element: XmlElement, line: number) => void;
  readonly #open: OpenElement[] = [];
  #closed: XmlElement | null = null;
  #hasMarkup = false;
  #hasRoot = false;
  #isEnding = false;
  #written = 0;
  #unitStart = 0;
  #unitParts = 0;

  constructor(deliver: (element: XmlElement, line: number) => void) {
    this.#deliver = deliver;
    this.#listen();
  }

  /** The line now being read, counted from 1. */
  get line(): number {
    return this.#saxes.line;
  }

  /** Whether anything like XML has been seen. */
  get hasMarkup(): boolean {
    return this.#hasMarkup;
  }

  /**
   * Reads the next piece.
   *
   * @throws WxrError of any fault but `truncated`; what was handed over before it is whole
   */
  write(text: string): void {
    const clean = text.replace(FORBIDDEN_CHARACTERS, '');
    const markup = this.#hasMarkup ? clean : this.#fromFirstMarkup(clean);
    this.#saxes.write(markup);
    this.#written += markup.length;
    this.#settle();
    this.#weigh(this.#written);
  }

  /**
   * Says that no more will come.
   *
   * @throws WxrError `truncated` when anything is unfinished, `not-xml` when there was nothing
   */
  finish(): void {
    if (!this.#hasMarkup) throw this.#error('not-xml', 'The file is empty.');
    if (!this.#hasRoot || this.#open.length > 0) throw this.truncated();
    this.#isEnding = true;
    this.#saxes.close();
  }

  /** The error for a file that ends here. */
  truncated(): WxrError {
    const place = `at line ${this.line}${insideOf(this.#open[CHANNEL_DEPTH] ?? this.#open.at(-1))}`;
    return this.#error('truncated', `The export is cut short: it ends ${place}.`);
  }

  #listen(): void {
    Object.assign(this.#saxes.ENTITIES, HTML_ENTITIES);
    this.#saxes.on('error', ({ message }) => {
      const hasReadOn = this.#saxes.position > this.#unitStart;
      if (hasReadOn) this.#settle();
      throw this.#broken(message);
    });
    this.#saxes.on('xmldecl', ({ encoding }) => this.#checkEncoding(encoding ?? 'utf-8'));
    this.#saxes.on('doctype', () => {
      throw this.#error('doctype', `The file has a DOCTYPE before line ${this.line}, which an export never has.`);
    });
    this.#saxes.on('attribute', () => {
      this.#unitParts += 1;
    });
    this.#saxes.on('opentag', (tag) => this.#openElement(tag));
    this.#saxes.on('closetag', () => this.#closeElement());
    this.#saxes.on('text', (text) => this.#innermost()?.addText(text));
    this.#saxes.on('cdata', (text) => this.#innermost()?.addSection(text));
  }

  #openElement(tag: SaxesTagNS): void {
    this.#settle();
    const name = detached(usualName(tag));
    const depth = this.#open.length;
    if (depth === 0 && name !== 'rss') {
      throw this.#error('not-wxr', `The file is XML of another kind: its first element is ${shown(name)} and not rss.`);
    }
    if (depth >= MOST_DEPTH) {
      throw this.#error('too-deep', `Elements are nested deeper than ${MOST_DEPTH} at line ${this.line}.`);
    }
    if (depth === CHANNEL_DEPTH) this.#startUnit();
    this.#hasRoot = true;
    this.#unitParts += 1;
    this.#open.push(new OpenElement(name, this.line, attributesOf(tag)));
  }

  #closeElement(): void {
    this.#settle();
    if (this.#open.length === CHANNEL_DEPTH + 1) this.#weigh(this.#saxes.position);
    const element = this.#open.pop()?.close();
    if (element === undefined || this.#open.length < CHANNEL_DEPTH) return;
    if (this.#open.length > CHANNEL_DEPTH) {
      this.#open.at(-1)?.addChild(element);
      return;
    }
    this.#startUnit();
    if (this.#open.at(-1)?.name === 'channel') this.#closed = element;
  }

  /** saxes closes an element before it finds the closing tag to be another's, so an element waits until it reads on. */
  #settle(): void {
    const element = this.#closed;
    this.#closed = null;
    if (element !== null) this.#deliver(element, this.line);
  }

  #innermost(): OpenElement | undefined {
    return this.#open.length > CHANNEL_DEPTH ? this.#open.at(-1) : undefined;
  }

  #startUnit(): void {
    this.#unitStart = this.#saxes.position;
    this.#unitParts = 0;
  }

  /** The parser's own position holds only while it is writing, so the place is given. */
  #weigh(position: number): void {
    const weight = position - this.#unitStart + this.#unitParts * PART_WEIGHT;
    if (weight <= LARGEST_ELEMENT) return;
    const unit = this.#open[CHANNEL_DEPTH];
    const subject =
      unit === undefined ? 'What stands' : `The element ${shown(unit.name)} that begins at line ${unit.line}, read`;
    throw this.#error(
      'too-large',
      `${subject} up to line ${this.line} is larger than 64 MB, more than one item may be.`,
    );
  }

  /** Blanks before the XML declaration are an error in XML, and what careless plug-ins of a site leave in its exports. */
  #fromFirstMarkup(text: string): string {
    const markup = text.trimStart();
    if (markup !== '' && !markup.startsWith('<')) throw this.#error('not-xml', 'The file is not XML.');
    this.#saxes.line += text.slice(0, text.length - markup.length).split('\n').length - 1;
    this.#hasMarkup = markup !== '';
    return markup;
  }

  #checkEncoding(encoding: string): void {
    if (KNOWN_ENCODINGS.has(encoding.toLowerCase())) return;
    throw this.#error(
      'encoding',
      `The file says at line ${this.line} that it is written in ${shown(encoding)}, not in UTF-8.`,
    );
  }

  #broken(complaint: string): WxrError {
    if (this.#isEnding) return this.truncated();
    const what = complaint.replace(/\.$/, '');
    if (!this.#hasRoot) return this.#error('not-xml', `The file is not XML, as line ${this.line} shows: ${what}.`);
    // A bare ampersand is noticed only at the next semicolon, so the line alone may lead astray.
    const place = `at line ${this.line}${insideOf(this.#open.at(-1))}`;
    return this.#error('malformed', `The export is broken XML ${place}: ${what}.`);
  }

  #error(fault: WxrFault, message: string): WxrError {
    return new WxrError(fault, this.line, message);
  }
}

/** A word of the file, short enough for a sentence whoever wrote it. */
function shown(word: string): string {
  return word.length > 60 ? `${word.slice(0, 60)}…` : word;
}

function insideOf(element: OpenElement | undefined): string {
  return element === undefined ? '' : `, inside the element ${shown(element.name)} that begins at line ${element.line}`;
}

function attributesOf(tag: SaxesTagNS): ReadonlyMap<string, string> | undefined {
  const attributes = Object.values(tag.attributes);
  if (attributes.length === 0) return undefined;
  return new Map(attributes.map(({ name, value }) => [detached(name), detached(value)]));
}
