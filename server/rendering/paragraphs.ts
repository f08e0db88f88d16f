import { type Piece, splitMarkup, text } from './markup.ts';
import { isBreak, type Line, readLines, shown } from './paragraph-lines.ts';

/** These close the paragraph inside them; in other elements its end tag is left out, as HTML allows. */
const closesInside: ReadonlySet<string> = new Set(['blockquote', 'div', 'address', 'form', 'map']);
/** A line end before the end of these makes no break. */
const swallowsBreak: ReadonlySet<string> = new Set(
  'p li div dl dd dt th pre td ul ol blockquote address form map'.split(' '),
);

/**
 * Makes paragraphs out of classic text (rendering.md §3): parts between blank lines become `<p>…</p>`, single line
 * ends `<br />`, block elements stand on lines of their own. Text of white space only gives `''`. `pre`, `script`,
 * `style`, `svg`, `math`, comments and the insides of tags are kept as they are. Content with block comments is not
 * meant for it (rendering.md §4).
 */
export function paragraphs(html: string): string {
  if (!/[^ \t\r\n\f\v\0]/.test(html)) return '';
  const out: string[] = [];
  for (const line of readLines(splitMarkup(`${html}\n`))) {
    if (line.captioned && isCaption(line.inner[0]) && !line.opener && out.at(-1) === '\n') out.pop();
    out.push(setLine(line), '\n');
  }
  return out.join('');
}

function isCaption(piece: Piece | undefined): boolean {
  return piece?.kind === 'tag' && piece.name === 'figcaption';
}

function setLine(line: Line): string {
  const { opener, closer, captioned } = line;
  const start = opener?.text ?? '';
  const end = closer?.text ?? '';
  if (line.inner.length === 0) return start + end;
  const inner = setBreaks(line);
  if (opener && closer) return opener.name === 'blockquote' ? `${start}<p>${inner}</p>${end}` : start + inner + end;
  if (captioned) return start + inner + end;
  if (opener) return setBeginning(opener, inner);
  if (closer) return `<p>${inner}${closesInside.has(closer.name) ? '</p>' : ''}${end}`;
  return `<p>${inner}</p>`;
}

/** Text at the beginning of an element that goes on with another line. */
function setBeginning(opener: Piece, inner: string): string {
  if (opener.name === 'p') return `${opener.text}${inner}</p>`;
  return opener.name === 'li' ? opener.text + inner : `${opener.text}<p>${inner}</p>`;
}

// Begins where the blanks begin only: else a long run of blanks would be looked through once from each of them.
const lineEnd = /(?<![ \t\f\v])[ \t\f\v]*\n/g;
const breakAtEnd = /<br \/>(\s*)$/;

/**
 * The inside of a line, with `<br />` for its line ends: none at the beginning, none after a written break, none
 * beside the tags of a caption, none before the end of a paragraph.
 */
function setBreaks(line: Line): string {
  let out = '';
  let fresh = true;
  for (const piece of trimLineEnds(line)) {
    if (piece.kind === 'text') {
      out += breakText(piece.text, fresh);
      fresh &&= !shown.test(piece.text);
    } else if (isBreak(piece)) {
      if (!fresh || out !== '') out += '<br />';
      fresh = true;
    } else {
      out += piece.text;
      fresh = isCaption(piece);
    }
  }
  const swallows = !line.closer || swallowsBreak.has(line.closer.name);
  return swallows ? out.replace(breakAtEnd, '$1') : out;
}

function breakText(value: string, fresh: boolean): string {
  if (!value.includes('\n')) return value;
  return value.replace(lineEnd, (end, at: number) => (fresh && at === 0 ? end : '<br />\n'));
}

/** Line ends at the edges go, but for those beside the tags of an element that is one line as a whole. */
function trimLineEnds({ opener, inner, closer }: Line): Piece[] {
  return inner.map((piece, index) => {
    if (piece.kind !== 'text' || (opener && closer)) return piece;
    let start = 0;
    let end = piece.text.length;
    while (index === 0 && piece.text[start] === '\n') start++;
    while (!closer && index === inner.length - 1 && end > start && piece.text[end - 1] === '\n') end--;
    return text(piece.text.slice(start, end));
  });
}
