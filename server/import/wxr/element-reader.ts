// Parses the XML of an export into elements.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { detachedCopy, OpenElement, type XmlElement } from './element.ts';
import { HTML_ENTITIES } from './html-entities.ts';
import { ItemScanner } from './item-scanner.ts';
import { canonicalName, undeclaredNamespace } from './names.ts';
import { WxrError, type WxrErrorCode } from './wxr-error.ts';

const MAX_DEPTH = 64;
const MAX_RECORD_SIZE = 64 * 1024 * 1024;
/** Number that each element and attribute adds to the size of a record, so that many empty ones cannot exhaust the memory. */
const NODE_SIZE = 32;
/** Number of elements above the records: `rss` and `channel`. */
const CHANNEL_DEPTH = 2;
const KNOWN_ENCODINGS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** Characters that XML forbids, but that occur in the content of sites and hence in exports. */
const FORBIDDEN_CHARACTERS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * A parser for the chunks of an export. It delivers each child element of the channel after its closing tag, so that only the
 * current element is in memory.
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
  readonly #scanner = new ItemScanner();
  #closed: XmlElement | null = null;
  #hasMarkup = false;
  #hasRoot = false;
  #isEnding = false;
  /** Number of characters that were passed to the parser. */
  #written = 0;
  /** The same number when the last element of the channel ended. */
  #recordEnd = Number.NEGATIVE_INFINITY;
  #recordStart = 0;
  #recordNodes = 0;

  constructor(deliver: (element: XmlElement, line: number) => void) {
    this.#deliver = deliver;
    this.#addListeners();
  }

  /** The current line, counted from 1. */
  get line(): number {
    return this.#saxes.line;
  }

  /** Whether any markup has been read. */
  get hasMarkup(): boolean {
    return this.#hasMarkup;
  }

  /**
   * Parses the next chunk.
   *
   * @throws WxrError with any code except `truncated`. Elements that were delivered before the error are complete.
   */
  write(text: string): void {
    const clean = text.replace(FORBIDDEN_CHARACTERS, '');
    const markup = this.#hasMarkup ? clean : this.#fromFirstMarkup(clean);
    const rest = markup.includes('\r') ? 0 : this.#parseItems(markup);
    this.#parse(markup.slice(rest));
    this.#deliverClosed();
    this.#checkWeight(this.#written);
  }

  /**
   * Delivers the items that the scanner can read, and passes what is before them to the parser. Returns the position up to which the text has
   * been read.
   */
  #parseItems(text: string): number {
    let at = 0;
    for (let start = this.#scanner.findStart(text, 0); start >= 0; ) {
      this.#parse(text.slice(at, start));
      at = start;
      const item = this.#isBetweenRecords(text, start) ? this.#scanner.scan(text, start) : undefined;
      if (item !== undefined) {
        at = item.end;
        this.#recordEnd = this.#written;
        this.#saxes.line += countLineBreaks(text, start, at);
        this.#deliverClosed();
        this.#deliver(item.element, this.line);
      }
      start = this.#scanner.findStart(text, Math.max(at, start + 1));
    }
    return at;
  }

  /** Passes text to the parser. */
  #parse(text: string): void {
    if (text === '') return;
    this.#saxes.write(text);
    this.#written += text.length;
  }

  /**
   * Whether the parser, which has read the text up to a position, is between two elements of the channel: only white space follows the last
   * closing tag.
   */
  #isBetweenRecords(text: string, position: number): boolean {
    const after = this.#written - this.#recordEnd;
    const isInChannel = this.#open.length === CHANNEL_DEPTH && this.#open.at(-1)?.name === 'channel';
    return isInChannel && after <= position && text.slice(position - after, position).trim() === '';
  }

  /**
   * Ends the input.
   *
   * @throws WxrError `truncated` when an element is not closed or the root element is missing, `not-xml` when the file is empty
   */
  finish(): void {
    if (!this.#hasMarkup) throw this.#error('not-xml', 'The file is empty.');
    if (!this.#hasRoot || this.#open.length > 0) throw this.truncated();
    this.#isEnding = true;
    this.#saxes.close();
  }

  /** Returns the error for a file that ends at the current position. */
  truncated(): WxrError {
    const location = `at line ${this.line}${describeEnclosingElement(this.#open[CHANNEL_DEPTH] ?? this.#open.at(-1))}`;
    return this.#error('truncated', `The export is truncated: it ends ${location}.`);
  }

  #addListeners(): void {
    Object.assign(this.#saxes.ENTITIES, HTML_ENTITIES);
    this.#saxes.on('error', ({ message }) => {
      const hasReadOn = this.#saxes.position > this.#recordStart;
      if (hasReadOn) this.#deliverClosed();
      throw this.#malformed(message);
    });
    this.#saxes.on('xmldecl', ({ encoding }) => this.#checkEncoding(encoding ?? 'utf-8'));
    this.#saxes.on('doctype', () => {
      throw this.#error(
        'doctype',
        `The file contains a DOCTYPE declaration, which ends at line ${this.line}; site exports never contain one.`,
      );
    });
    this.#saxes.on('attribute', () => {
      this.#recordNodes += 1;
    });
    this.#saxes.on('opentag', (tag) => this.#openElement(tag));
    this.#saxes.on('closetag', () => this.#closeElement());
    this.#saxes.on('text', (text) => this.#innermost()?.addText(text));
    this.#saxes.on('cdata', (text) => this.#innermost()?.addSection(text));
  }

  #openElement(tag: SaxesTagNS): void {
    this.#deliverClosed();
    const name = detachedCopy(canonicalName(tag));
    const depth = this.#open.length;
    if (depth < CHANNEL_DEPTH) this.#scanner.reset();
    else if (Object.keys(tag.ns).length > 0) this.#scanner.disable();
    else this.#scanner.addName(detachedCopy(tag.name), name);
    if (depth === 0 && name !== 'rss') {
      throw this.#error(
        'not-wxr',
        `The file is not a site export: its root element is ${truncateForMessage(name)}, not rss.`,
      );
    }
    if (depth >= MAX_DEPTH) {
      throw this.#error('too-deep', `Elements are nested more than ${MAX_DEPTH} levels deep at line ${this.line}.`);
    }
    if (depth === CHANNEL_DEPTH) this.#startRecord();
    this.#hasRoot = true;
    this.#recordNodes += 1;
    this.#open.push(new OpenElement(name, this.line, attributesOf(tag)));
  }

  #closeElement(): void {
    this.#deliverClosed();
    if (this.#open.length === CHANNEL_DEPTH + 1) this.#checkWeight(this.#saxes.position);
    const element = this.#open.pop()?.close();
    if (element === undefined || this.#open.length < CHANNEL_DEPTH) return;
    if (this.#open.length > CHANNEL_DEPTH) {
      this.#open.at(-1)?.addChild(element);
      return;
    }
    this.#startRecord();
    this.#recordEnd = this.#recordStart;
    if (this.#open.at(-1)?.name === 'channel') this.#closed = element;
  }

  /**
   * Delivers the last closed element. It is delayed until parsing continues, because saxes reports an element as closed before
   * it detects that the closing tag does not match.
   */
  #deliverClosed(): void {
    const element = this.#closed;
    this.#closed = null;
    if (element !== null) this.#deliver(element, this.line);
  }

  #innermost(): OpenElement | undefined {
    return this.#open.length > CHANNEL_DEPTH ? this.#open.at(-1) : undefined;
  }

  #startRecord(): void {
    this.#recordStart = this.#saxes.position;
    this.#recordNodes = 0;
  }

  /**
   * Throws WxrError `too-large` when the current record exceeds the limit. `position` is a parameter because the position of the
   * parser is valid only while it is parsing a chunk.
   */
  #checkWeight(position: number): void {
    const size = position - this.#recordStart + this.#recordNodes * NODE_SIZE;
    if (size <= MAX_RECORD_SIZE) return;
    const recordElement = this.#open[CHANNEL_DEPTH];
    const description =
      recordElement === undefined
        ? 'The content'
        : `The element ${truncateForMessage(recordElement.name)} that begins at line ${recordElement.line}`;
    throw this.#error('too-large', `${description} exceeds the limit of 64 MB per item at line ${this.line}.`);
  }

  /** Skips whitespace before the XML declaration. XML forbids it, but plugins of the exporting site often emit it. */
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
      `The file declares the encoding ${truncateForMessage(encoding)} at line ${this.line}; only UTF-8 is supported.`,
    );
  }

  #malformed(parserMessage: string): WxrError {
    if (this.#isEnding) return this.truncated();
    const reason = parserMessage.replace(/\.$/, '');
    if (!this.#hasRoot) return this.#error('not-xml', `The file is not XML (line ${this.line}): ${reason}.`);
    // A bare ampersand is detected only at the next semicolon, so the line alone may be misleading.
    const location = `at line ${this.line}${describeEnclosingElement(this.#open.at(-1))}`;
    return this.#error('malformed', `The export is malformed XML ${location}: ${reason}.`);
  }

  #error(code: WxrErrorCode, message: string): WxrError {
    return new WxrError(code, this.line, message);
  }
}

function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Returns a string from the file, truncated to 60 characters for an error message. */
function truncateForMessage(word: string): string {
  return word.length > 60 ? `${word.slice(0, 60)}…` : word;
}

function describeEnclosingElement(element: OpenElement | undefined): string {
  return element === undefined
    ? ''
    : `, inside the element ${truncateForMessage(element.name)} that begins at line ${element.line}`;
}

function attributesOf(tag: SaxesTagNS): ReadonlyMap<string, string> | undefined {
  const attributes = Object.values(tag.attributes);
  if (attributes.length === 0) return undefined;
  return new Map(attributes.map(({ name, value }) => [detachedCopy(name), detachedCopy(value)]));
}
