import { stripTags } from '../markup.ts';
import { escapeText } from './entities.ts';

/**
 * The text of some HTML on one line: tags are taken out, white space collapses to single blanks, trimmed
 * (users-and-comments.md §3.2). Entities stay as written. It is text, not markup: `<` and `>` may remain in it.
 */
export function plainText(html: string): string {
  return stripTags(html)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .replace(/[\s\u0000]+/g, ' ')
    .trim();
}

/**
 * The stored form of a term's or user's name (rendering.md §10, terms-menus-and-blocks.md §1.4): plain text with `&`,
 * `<` and `>` as entities; entities that are there and quotes stay. Escaping the result again changes nothing.
 */
export function escapedName(text: string): string {
  return escapeText(plainText(text));
}
