import { stripTags } from '../markup.ts';
import { escapeText } from './entities.ts';

/**
 * Returns the text of HTML on one line: without tags, with collapsed whitespace, trimmed (users-and-comments.md §3.2). Entities
 * are kept. The result is not safe HTML: it may contain `<` and `>`.
 */
export function toSingleLineText(html: string): string {
  return stripTags(html)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .replace(/[\s\u0000]+/g, ' ')
    .trim();
}

/**
 * Returns the stored form of a term's or user's name (rendering.md §10, terms-menus-and-blocks.md §1.4): plain text with `&`,
 * `<` and `>` as entities; existing entities and quotes are kept. The function is idempotent.
 */
export function sanitiseName(text: string): string {
  return escapeText(toSingleLineText(text));
}
