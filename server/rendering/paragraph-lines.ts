import { type Piece, text } from './markup.ts';

/** One line of the result: at most one block tag at its beginning, one at its end, and what stands between. */
export interface Line {
  opener: Piece | undefined;
  inner: Piece[];
  closer: Piece | undefined;
  /** Holds a `figcaption`, which stands in its line without a paragraph of its own. */
  captioned: boolean;
}

const blocks: ReadonlySet<string> = new Set(
  `table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote address
  style p h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav figure details menu
  summary`.split(/\s+/),
);
const withoutEnd: ReadonlySet<string> = new Set(['hr', 'col', 'area']);
/** Kept as they are, blank lines included, so that no program, drawing or preformatted text is broken up. */
const opaque: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'svg', 'math']);

/**
 * Arranges the pieces of a classic text in lines (rendering.md §3): a blank line, a doubled `<br>`, the beginning and
 * the end of a block element each end a line. White space around captions, options and media sources is dropped.
 * Lines of white space only are left out.
 */
export function readLines(pieces: Piece[]): Line[] {
  const lines = new LineReader();
  for (const piece of tighten(joinOpaque(pieces).map(withPlainEnds))) lines.read(piece);
  return lines.finish();
}

class LineReader {
  readonly #lines: Line[] = [];
  #line: Line = emptyLine();
  /** Whether two breaks have just parted the text: line ends that follow them add nothing. */
  #parted = false;

  read(piece: Piece): void {
    if (piece.kind === 'text') this.#readText(piece);
    else if (piece.kind === 'tag' && isBlock(piece)) this.#readBlock(piece);
    else this.#readInline(piece);
  }

  finish(): Line[] {
    this.#endLine();
    return this.#lines;
  }

  #readText(piece: Piece): void {
    const afterBreak = this.#parted && isBlank(this.#line);
    this.#parted = false;
    const value = afterBreak ? piece.text.replace(/^[ \t\n\v\f\r]*\n/, '') : piece.text;
    value.split(/\n[ \t\n\v\f\r]*\n/).forEach((part, index) => {
      if (index > 0) this.#endLine();
      if (part !== '') this.#line.inner.push(text(part));
    });
  }

  #readBlock(piece: Piece): void {
    if (!piece.closes) {
      this.#endLine();
      this.#line.opener = piece;
      if (withoutEnd.has(piece.name) || opaque.has(piece.name)) this.#endLine();
    } else {
      this.#line.closer = piece;
      this.#endLine();
    }
  }

  #readInline(piece: Piece): void {
    this.#parted = isBreak(piece) && (this.#takeBreakBefore() || this.#takeBreak());
    if (!this.#parted) this.#line.inner.push(piece);
    if (piece.name === 'figcaption') this.#line.captioned = true;
  }

  /** Takes the break before the one that is read: together they end the line. */
  #takeBreak(): boolean {
    const taken = takeBreak(this.#line.inner);
    if (taken) this.#endLine();
    return taken;
  }

  /** Takes a break before the blank lines that end here: together with the one that is read it parts no more than they do. */
  #takeBreakBefore(): boolean {
    const before = this.#lines.at(-1);
    if (this.#line.opener || !isBlank(this.#line) || !before || before.closer || !takeBreak(before.inner)) return false;
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

/** Anything but white space. A no-break space is shown: people part paragraphs with it. */
export const shown = /[^ \t\n\v\f\r]/;

function emptyLine(): Line {
  return { opener: undefined, inner: [], closer: undefined, captioned: false };
}

function isBlank({ inner }: Line): boolean {
  return inner.every(isBlankText);
}

function isBlankText({ kind, text: value }: Piece): boolean {
  return kind === 'text' && !shown.test(value);
}

/** Takes the break at the end of some pieces, with the white space after it; tells whether there was one. */
function takeBreak(inner: Piece[]): boolean {
  const last = inner.at(-1);
  const blank = last && isBlankText(last) ? 1 : 0;
  const before = inner.at(-1 - blank);
  if (!before || !isBreak(before)) return false;
  inner.splice(-1 - blank);
  return true;
}

function isBlock({ name, text: tag }: Piece): boolean {
  return blocks.has(name) && tag.endsWith('>');
}

/** Whether a piece is `<br>` in one of its plain forms. */
export function isBreak({ kind, text: tag }: Piece): boolean {
  return kind === 'tag' && tag.startsWith('<br') && /^<br\s*\/?>$/.test(tag);
}

/** Makes one piece of every element that is kept as it is. One that is never closed is read like any other. */
function joinOpaque(pieces: Piece[]): Piece[] {
  const joined: Piece[] = [];
  const ends = lastEnds(pieces);
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (!piece) continue;
    const end = piece.kind === 'tag' && !piece.closes ? (ends.get(piece.name) ?? -1) : -1;
    if (end <= at) {
      joined.push(piece);
      continue;
    }
    const parts: string[] = [];
    while (at < end && !(pieces[at]?.closes && pieces[at]?.name === piece.name)) parts.push(pieces[at++]?.text ?? '');
    parts.push(pieces[at]?.text ?? '');
    joined.push({ ...piece, text: parts.join('') });
  }
  return joined;
}

/** Line ends are one sign each, but in `pre`, where nothing is changed. */
function withPlainEnds(piece: Piece): Piece {
  if (piece.name === 'pre' || !piece.text.includes('\r')) return piece;
  return { ...piece, text: piece.text.replace(/\r\n?/g, '\n') };
}

function lastEnds(pieces: Piece[]): Map<string, number> {
  const ends = new Map<string, number>();
  pieces.forEach(({ kind, name, closes }, at) => {
    if (kind === 'tag' && closes && opaque.has(name)) ends.set(name, at);
  });
  return ends;
}

const tightBefore: ReadonlySet<string> = new Set(['option', 'figcaption']);
const tightMedia: ReadonlySet<string> = new Set(['source', 'track']);
const tightObject: ReadonlySet<string> = new Set(['param', 'embed']);

/** Drops the white space that would become breaks inside lists of options, players, objects and figures. */
function tighten(pieces: Piece[]): Piece[] {
  const hasSources = pieces.some(({ name }) => tightMedia.has(name));
  const hasObject = pieces.some(({ name, closes }) => name === 'object' && closes);
  const isTight = (piece: Piece | undefined, after: boolean): boolean => {
    if (piece?.kind !== 'tag') return false;
    if (tightBefore.has(piece.name)) return piece.closes === after;
    if (piece.name === 'object') return hasObject && piece.closes !== after;
    if (piece.name === 'audio' || piece.name === 'video') return hasSources && piece.closes !== after;
    return tightMedia.has(piece.name) || (hasObject && tightObject.has(piece.name));
  };
  return pieces.map((piece, at) => {
    if (piece.kind !== 'text') return piece;
    const begun = isTight(pieces[at - 1], true) ? piece.text.trimStart() : piece.text;
    return text(isTight(pieces[at + 1], false) ? begun.trimEnd() : begun);
  });
}
