import { tokenizeMarkup } from './markup.ts';

/** Smileys and emoji (rendering.md §7). Each line lists equivalent smileys, followed by their emoji. */
const table = `
:) :-) :smile: 🙂
;) ;-) :wink: 😉
:( :-( :sad: 🙁
:D :-D :grin: 😀
:P :-P :razz: 😛
:o :-o :eek: 😮
8O 8-O :shock: 😯
8-) :cool: 😎
:x :-x :mad: 😡
:| :-| :neutral: 😐
:? :-? :???: 😕
:lol: 😆
:oops: 😳
:cry: 😥
:evil: 👿
:twisted: 😈
:roll: 🙄
:!: ❗
:?: ❓
:idea: 💡
:arrow: ➡
`;

const emojiBySmiley = parseTable();
const literalElements: ReadonlySet<string> = new Set(['code', 'pre', 'script', 'style', 'textarea']);
const smileyPattern = buildSmileyPattern();
const hint = new RegExp(smileyPattern);
const standaloneSmiley = new RegExp(`(?<=^|[\\s\u00a0]|&nbsp;)(?:${smileyPattern})(?=$|[\\s\u00a0]|&nbsp;)`, 'g');

function parseTable(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const row of table.trim().split('\n')) {
    const columns = row.split(' ');
    const emoji = columns.at(-1) ?? '';
    for (const smiley of columns.slice(0, -1)) found.set(smiley, emoji);
  }
  return found;
}

/** Returns a pattern that matches any smiley. Longer smileys take precedence. */
function buildSmileyPattern(): string {
  const longestFirst = [...emojiBySmiley.keys()].toSorted((one, other) => other.length - one.length);
  return longestFirst.map((smiley) => RegExp.escape(smiley)).join('|');
}

/**
 * Converts smileys that are delimited by whitespace, tags or the edges of the HTML to emoji (rendering.md §7), except in tags, comments
 * and `code pre script style textarea`.
 */
export function replaceSmileys(html: string): string {
  if (!hint.test(html)) return html;
  let openElement = '';
  let out = '';
  for (const token of tokenizeMarkup(html)) {
    if (token.kind === 'text') {
      out += openElement
        ? token.text
        : token.text.replace(standaloneSmiley, (smiley) => emojiBySmiley.get(smiley) ?? smiley);
      continue;
    }
    out += token.text;
    if (!openElement && !token.isClosing && literalElements.has(token.name)) openElement = token.name;
    else if (token.isClosing && token.name === openElement) openElement = '';
  }
  return out;
}
