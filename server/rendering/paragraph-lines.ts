import { type MarkupToken, text } from './markup.ts';

/** A line of the result, with at most one block tag at its beginning and one at its end. */
export interface ParagraphLine {
  opener: MarkupToken | undefined;
  inner: MarkupToken[];
  closer: MarkupToken | undefined;
  /** Whether the line contains a `figcaption`, around which no paragraph is added. */
  hasCaption: boolean;
}

const blockElements: ReadonlySet<string> = new Set(
  `table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote address
  style p h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav figure details menu
  summary`.split(/\s+/),
);
const voidBlockElements: ReadonlySet<string> = new Set(['hr', 'col', 'area']);
/** Elements whose content is unchanged, including blank lines: scripts, style sheets, drawings, formulas and preformatted text. */
const opaqueElements: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'svg', 'math']);

/**
 * Arranges the tokens of classic text in lines (rendering.md §3). A line ends at a blank line, at a double `<br>`, and at the
 * beginning and end of a block element. Whitespace around captions, options and media sources is removed, and so are lines
 * that contain only whitespace.
 */
export function readLines(tokens: MarkupToken[]): ParagraphLine[] {
  const lines = new LineReader();
  for (const token of trimAroundTightElements(joinOpaqueElements(tokens).map(normalizeLineEnds))) lines.read(token);
  return lines.finish();
}

class LineReader {
  readonly #lines: ParagraphLine[] = [];
  #line: ParagraphLine = emptyLine();
  /** Whether a double break has just ended a line, so that line ends after it are ignored. */
  #parted = false;

  read(token: MarkupToken): void {
    if (token.kind === 'text') this.#readText(token);
    else if (token.kind === 'tag' && isBlock(token)) this.#readBlock(token);
    else this.#readInline(token);
  }

  finish(): ParagraphLine[] {
    this.#endLine();
    return this.#lines;
  }

  #readText(token: MarkupToken): void {
    const afterBreak = this.#parted && isBlank(this.#line);
    this.#parted = false;
    const value = afterBreak ? token.text.replace(/^[ \t\n\v\f\r]*\n/, '') : token.text;
    value.split(/\n[ \t\n\v\f\r]*\n/).forEach((part, index) => {
      if (index > 0) this.#endLine();
      if (part !== '') this.#line.inner.push(text(part));
    });
  }

  #readBlock(token: MarkupToken): void {
    if (!token.isClosing) {
      this.#endLine();
      this.#line.opener = token;
      if (voidBlockElements.has(token.name) || opaqueElements.has(token.name)) this.#endLine();
    } else {
      this.#line.closer = token;
      this.#endLine();
    }
  }

  #readInline(token: MarkupToken): void {
    this.#parted = isBreak(token) && (this.#takeBreakBefore() || this.#takeBreak());
    if (!this.#parted) this.#line.inner.push(token);
    if (token.name === 'figcaption') this.#line.hasCaption = true;
  }

  /** Removes the break directly before the current one and ends the line. Returns false if there is no such break. */
  #takeBreak(): boolean {
    const taken = removeTrailingBreak(this.#line.inner);
    if (taken) this.#endLine();
    return taken;
  }

  /**
   * Removes the break before the blank lines that precede the current break, because the two breaks are equivalent to the blank lines.
   * Returns false if there is no such break.
   */
  #takeBreakBefore(): boolean {
    const before = this.#lines.at(-1);
    if (this.#line.opener || !isBlank(this.#line) || !before || before.closer || !removeTrailingBreak(before.inner))
      return false;
    if (before.inner.length === 0 && !before.opener) this.#lines.pop();
    this.#line.inner = [];
    return true;
  }

  #endLine(): void {
    const line = this.#line;
    this.#line = emptyLine();
    const blank = isBlank(line);
    if (blank && !line.opener && !line.closer) return;
    if (blank && !(line.opener && line.closer)) line.inner = [];
    this.#lines.push(line);
  }
}

/** A pattern that matches any character but whitespace. A no-break space counts as visible, because authors separate paragraphs with it. */
export const visibleText = /[^ \t\n\v\f\r]/;

function emptyLine(): ParagraphLine {
  return { opener: undefined, inner: [], closer: undefined, hasCaption: false };
}

function isBlank({ inner }: ParagraphLine): boolean {
  return inner.every(isBlankText);
}

function isBlankText({ kind, text: value }: MarkupToken): boolean {
  return kind === 'text' && !visibleText.test(value);
}

/** Removes a break at the end of a line, with the whitespace after it. Returns whether there was one. */
function removeTrailingBreak(inner: MarkupToken[]): boolean {
  const last = inner.at(-1);
  const blank = last && isBlankText(last) ? 1 : 0;
  const before = inner.at(-1 - blank);
  if (!before || !isBreak(before)) return false;
  inner.splice(-1 - blank);
  return true;
}

function isBlock({ name, text: tag }: MarkupToken): boolean {
  return blockElements.has(name) && tag.endsWith('>');
}

/** Whether a token is a `<br>` without attributes. */
export function isBreak({ kind, text: tag }: MarkupToken): boolean {
  return kind === 'tag' && tag.startsWith('<br') && /^<br\s*\/?>$/.test(tag);
}

/** Joins the tokens of every opaque element. An opaque element without an end tag is treated like any other element. */
function joinOpaqueElements(tokens: MarkupToken[]): MarkupToken[] {
  const result: MarkupToken[] = [];
  const ends = lastEndTags(tokens);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    const end = token.kind === 'tag' && !token.isClosing ? (ends.get(token.name) ?? -1) : -1;
    if (end <= at) {
      result.push(token);
      continue;
    }
    const parts: string[] = [];
    while (at < end && !(tokens[at]?.isClosing && tokens[at]?.name === token.name))
      parts.push(tokens[at++]?.text ?? '');
    parts.push(tokens[at]?.text ?? '');
    result.push({ ...token, text: parts.join('') });
  }
  return result;
}

/** Normalizes line ends, except in `pre`. */
function normalizeLineEnds(token: MarkupToken): MarkupToken {
  if (token.name === 'pre' || !token.text.includes('\r')) return token;
  return { ...token, text: token.text.replace(/\r\n?/g, '\n') };
}

function lastEndTags(tokens: MarkupToken[]): Map<string, number> {
  const ends = new Map<string, number>();
  tokens.forEach(({ kind, name, isClosing }, at) => {
    if (kind === 'tag' && isClosing && opaqueElements.has(name)) ends.set(name, at);
  });
  return ends;
}

const tightBefore: ReadonlySet<string> = new Set(['option', 'figcaption']);
const tightMedia: ReadonlySet<string> = new Set(['source', 'track']);
const tightObject: ReadonlySet<string> = new Set(['param', 'embed']);

/** Removes whitespace that would become breaks inside option lists, players, objects and figures. */
function trimAroundTightElements(tokens: MarkupToken[]): MarkupToken[] {
  const hasSources = tokens.some(({ name }) => tightMedia.has(name));
  const hasObject = tokens.some(({ name, isClosing }) => name === 'object' && isClosing);
  const isTightElement = (token: MarkupToken | undefined, after: boolean): boolean => {
    if (token?.kind !== 'tag') return false;
    if (tightBefore.has(token.name)) return token.isClosing === after;
    if (token.name === 'object') return hasObject && token.isClosing !== after;
    if (token.name === 'audio' || token.name === 'video') return hasSources && token.isClosing !== after;
    return tightMedia.has(token.name) || (hasObject && tightObject.has(token.name));
  };
  return tokens.map((token, at) => {
    if (token.kind !== 'text') return token;
    const startTrimmed = isTightElement(tokens[at - 1], true) ? token.text.trimStart() : token.text;
    return text(isTightElement(tokens[at + 1], false) ? startTrimmed.trimEnd() : startTrimmed);
  });
}
