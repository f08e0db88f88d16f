import { escapeText } from '../entities.ts';
import { stripTags } from '../markup.ts';

/**
 * Returns the text of HTML on a single line, without tags and with collapsed whitespace (users-and-comments.md §3.2). Entities are
 * kept. The result is not safe HTML, because it may contain `<` and `>`.
 */
export function toSingleLineText(html: string): string {
  return stripTags(html)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .replace(/[\s\u0000]+/g, ' ')
    .trim();
}

/**
 * Returns the stored form of the name of a term or user (rendering.md §10, terms-menus-and-blocks.md §1.4): plain text in which `&`,
 * `<` and `>` are entities. Existing entities and quotes are kept. The function is idempotent.
 */
export function sanitizeName(text: string): string {
  return escapeText(toSingleLineText(text));
}
