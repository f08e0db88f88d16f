// Converts HTML of the API to the plain texts of a head.
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';

/** Maximum length of a description, in UTF-16 code units. */
const maxDescriptionLength = 160;

/**
 * Converts HTML to one line of plain text: tags are removed, entities are decoded, whitespace is collapsed. Control characters and lone
 * surrogates, which HTML documents must not contain, are removed. Values that are no strings are converted to an empty text.
 */
export const toLine = (html: unknown): string =>
  typeof html === 'string'
    ? htmlToPlainText(html)
        .replace(/\s+/g, ' ')
        .replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '')
        .trim()
    : '';

/** Converts HTML to a description: one line of plain text, which is shortened. */
export const toDescription = (html: unknown): string =>
  shorten(
    toLine(typeof html === 'string' ? separateBlocks(html) : html).replace(/ ?\[…\]$/, '…'),
    maxDescriptionLength,
  );

/**
 * Shortens plain text to at most `maxLength` UTF-16 code units, including an ellipsis, at the end of a word. Text without spaces in its second
 * half, such as Chinese, is cut between characters.
 */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength);
  const lastSpace = start.lastIndexOf(' ');
  const cut =
    lastSpace >= maxLength / 2 ? start.slice(0, lastSpace) : start.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/[\s.,;:!?…–-]+$/, '')}…`;
}

/** Inserts spaces between the elements of HTML that begin a line, so that the words on both sides remain separate. */
const separateBlocks = (html: string): string =>
  html.replace(/<\/?(?:blockquote|br|dd|div|dt|figcaption|h[1-6]|li|p|pre|td|th)\b/gi, ' $&');
