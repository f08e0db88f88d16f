import { type MarkupToken, text, tokenizeMarkup } from './markup.ts';
import { isBreak, type ParagraphLine, readLines, visibleText } from './paragraph-lines.ts';

/** Elements before whose end tag a paragraph is closed. In other elements, the end tag of the paragraph is omitted, as HTML allows. */
const closesParagraph: ReadonlySet<string> = new Set(['blockquote', 'div', 'address', 'form', 'map']);
/** Elements before whose end tag a line end does not become a break. */
const dropsTrailingBreak: ReadonlySet<string> = new Set(
  'p li div dl dd dt th pre td ul ol blockquote address form map'.split(' '),
);

/**
 * Adds paragraphs to classic text (rendering.md §3). Text between blank lines becomes `<p>…</p>`, single line ends become
 * `<br />`, and block elements are placed on separate lines. Returns `''` for text that contains only whitespace. Comments,
 * tags except `<br>`, and the content of `pre`, `script`, `style`, `svg` and `math` are unchanged.
 * Must not be used for content with block comments (rendering.md §4).
 */
export function addParagraphs(html: string): string {
  if (!/[^ \t\r\n\f\v\0]/.test(html)) return '';
  const out: string[] = [];
  for (const line of readLines(tokenizeMarkup(`${html}\n`))) {
    if (line.hasCaption && isCaptionTag(line.inner[0]) && !line.opener && out.at(-1) === '\n') out.pop();
    out.push(renderLine(line), '\n');
  }
  return out.join('');
}

function isCaptionTag(token: MarkupToken | undefined): boolean {
  return token?.kind === 'tag' && token.name === 'figcaption';
}

function renderLine(line: ParagraphLine): string {
  const { opener, closer, hasCaption } = line;
  const start = opener?.text ?? '';
  const end = closer?.text ?? '';
  if (line.inner.length === 0) return start + end;
  const inner = renderBreaks(line);
  if (opener && closer) return opener.name === 'blockquote' ? `${start}<p>${inner}</p>${end}` : start + inner + end;
  if (hasCaption) return start + inner + end;
  if (opener) return renderFirstLine(opener, inner);
  if (closer) return `<p>${inner}${closesParagraph.has(closer.name) ? '</p>' : ''}${end}`;
  return `<p>${inner}</p>`;
}

/** Returns the first line of an element that contains several lines. */
function renderFirstLine(opener: MarkupToken, inner: string): string {
  if (opener.name === 'p') return `${opener.text}${inner}</p>`;
  return opener.name === 'li' ? opener.text + inner : `${opener.text}<p>${inner}</p>`;
}

// The lookbehind lets a match begin only at the start of a run of whitespace, which keeps the search linear.
const lineEnd = /(?<![ \t\f\v])[ \t\f\v]*\n/g;
const breakAtEnd = /<br \/>(\s*)$/;

/**
 * Returns the HTML inside a line, with `<br />` for its line ends except at the beginning, after a literal break, next to the tags
 * of a caption, and before the end of a paragraph.
 */
function renderBreaks(line: ParagraphLine): string {
  let out = '';
  let isAtLineStart = true;
  for (const token of trimLineEnds(line)) {
    if (token.kind === 'text') {
      out += insertBreaks(token.text, isAtLineStart);
      isAtLineStart &&= !visibleText.test(token.text);
    } else if (isBreak(token)) {
      if (!isAtLineStart || out !== '') out += '<br />';
      isAtLineStart = true;
    } else {
      out += token.text;
      isAtLineStart = isCaptionTag(token);
    }
  }
  const dropsBreak = !line.closer || dropsTrailingBreak.has(line.closer.name);
  return dropsBreak ? out.replace(breakAtEnd, '$1') : out;
}

function insertBreaks(value: string, isAtLineStart: boolean): string {
  if (!value.includes('\n')) return value;
  return value.replace(lineEnd, (end, at: number) => (isAtLineStart && at === 0 ? end : '<br />\n'));
}

/** Removes line ends at the edges of a line, unless the line is a complete element. */
function trimLineEnds({ opener, inner, closer }: ParagraphLine): MarkupToken[] {
  return inner.map((token, index) => {
    if (token.kind !== 'text' || (opener && closer)) return token;
    let start = 0;
    let end = token.text.length;
    while (index === 0 && token.text[start] === '\n') start++;
    while (!closer && index === inner.length - 1 && end > start && token.text[end - 1] === '\n') end--;
    return text(token.text.slice(start, end));
  });
}
