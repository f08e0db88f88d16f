import { splitMarkup } from './markup.ts';

/** What people type, and the picture characters it stands for (rendering.md §7). */
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

const pictures = readTable();
const literal: ReadonlySet<string> = new Set(['code', 'pre', 'script', 'style', 'textarea']);
const any = anyPattern();
const hint = new RegExp(any);
const typed = new RegExp(`(?<=^|[\\s\u00a0]|&nbsp;)(?:${any})(?=$|[\\s\u00a0]|&nbsp;)`, 'g');

function readTable(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const row of table.trim().split('\n')) {
    const words = row.split(' ');
    const picture = words.at(-1) ?? '';
    for (const smiley of words.slice(0, -1)) found.set(smiley, picture);
  }
  return found;
}

/** Any of the smileys. Longer ones are tried first. */
function anyPattern(): string {
  const longestFirst = [...pictures.keys()].toSorted((one, other) => other.length - one.length);
  return longestFirst.map((smiley) => RegExp.escape(smiley)).join('|');
}

/**
 * Turns typed smileys into picture characters where they stand between white space or at the edge of a text
 * (rendering.md §7); not in tags, comments and `code pre script style textarea`.
 */
export function smileys(html: string): string {
  if (!hint.test(html)) return html;
  let inside = '';
  let out = '';
  for (const piece of splitMarkup(html)) {
    if (piece.kind === 'text') {
      out += inside ? piece.text : piece.text.replace(typed, (smiley) => pictures.get(smiley) ?? smiley);
      continue;
    }
    out += piece.text;
    if (!inside && !piece.closes && literal.has(piece.name)) inside = piece.name;
    else if (piece.closes && piece.name === inside) inside = '';
  }
  return out;
}
