// Escapes untrusted values in the HTML of blocks: texts, URLs and attributes.

import { escapeText, escapeValue } from '../entities.ts';
import { stripTags } from '../markup.ts';
import { isSafeUrl } from '../protocols.ts';
import { type Block, isRecord } from './parse.ts';

/** Converts HTML to text without tags that is safe in HTML and in attributes in double quotes. Character references are kept. */
export const textOf = (html: string): string => textWithSpaces(html).trim();

/** Converts HTML to text like `textOf`, but keeps leading and trailing whitespace. */
export const textWithSpaces = (html: string): string => escapeText(stripTags(html)).replaceAll('"', '&quot;');

/** Returns the title of an entry as text; `(no title)` if it is empty, so that links have a label. */
export const titleOf = ({ title }: { readonly title: string }): string => textOf(title) || '(no title)';

/** Truncates text to at most `max` words, and appends an ellipsis if words were removed. */
export function truncateWords(text: string, max: number): string {
  const words = text.split(/\s+/);
  return words.length > max ? `${words.slice(0, max).join(' ')} &hellip;` : text;
}

/** Escapes text for HTML and for attributes in double quotes. Character references are escaped, too. */
export const escapeLiteral = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Returns a URL escaped for an attribute; `''` if its protocol is not allowed. Stored attributes contain `&` literally or as a
 * character reference. Other references are not decoded, so that they cannot form a protocol.
 */
export function safeUrl(value: unknown): string {
  if (typeof value !== 'string') return '';
  const url = value.trim().replace(/&(?:amp|#0*38|#x0*26);/gi, '&');
  return isSafeUrl(url) ? escapeLiteral(url) : '';
}

/** Returns attributes as HTML, each with a leading space. Empty ones are omitted. The values must already be escaped. */
export const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined || value === '' ? '' : ` ${name}="${value}"`))
    .join('');

/** Returns the attributes of a link, including those that the author has set: `rel`, a new tab and a title. */
export function linkAttributes(href: string, { attributes: own }: Block): string {
  const newTab = own.opensInNewTab === true || own.linkTarget === '_blank';
  const rel = typeof own.rel === 'string' ? escapeValue(own.rel) : '';
  const title = typeof own.title === 'string' ? textOf(own.title) : '';
  return attributes({ href, target: newTab ? '_blank' : '', rel: rel || (newTab ? 'noopener' : ''), title });
}

/** Returns the value if it consists of at most 60 letters, digits, `_` and `-`, otherwise the default. */
export const keywordOr = (value: unknown, defaultValue = ''): string =>
  typeof value === 'string' && /^[a-zA-Z0-9_-]{1,60}$/.test(value) ? value : defaultValue;

/** Returns the value as text if it is a nonempty string, otherwise the default. HTML is converted to text. */
export const textOr = (value: unknown, defaultValue = ''): string =>
  typeof value === 'string' && value.trim() !== '' ? textOf(value) : defaultValue;

/** Returns the value as an integer clamped to a range; the default if the value is not a number. */
export function integerInRange(value: unknown, defaultValue: number, min: number, max: number): number {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.min(max, Math.max(min, Math.trunc(number)))
    : defaultValue;
}

/** Returns the distinct positive integers among the first hundred items of an array or a comma-separated string, or in a single value. */
export function positiveIntegersIn(value: unknown): number[] {
  const values = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  const integers = values.slice(0, 100).map((each) => integerInRange(each, 0, 0, Number.MAX_SAFE_INTEGER));
  return [...new Set(integers.filter((number) => number > 0))];
}

/** Returns the name of the element for a heading level. Level 0 is a paragraph. */
export function headingElement(value: unknown, defaultValue: number): string {
  const level = integerInRange(value, defaultValue, 0, 6);
  return level === 0 ? 'p' : `h${level}`;
}

const classNames = (value: unknown) =>
  typeof value === 'string' ? value.split(/\s+/).filter((name) => name !== '') : [];

/**
 * Returns the attributes of the wrapper of a block: the anchor as ID, and the given classes, followed by the classes that the author
 * has set (alignment, colors and custom classes) and `wp-block-NAME`.
 */
export function wrapperAttributes({ name, attributes: own }: Block, classes: readonly string[] = []): string {
  const style = isRecord(own.style) ? own.style : {};
  const elements = isRecord(style.elements) ? style.elements : {};
  const color = isRecord(style.color) ? style.color : {};
  const typography = isRecord(style.typography) ? style.typography : {};
  const named = (value: unknown, end: string, generalClass?: string) =>
    keywordOr(value) === '' ? [] : [`has-${keywordOr(value)}-${end}`, ...(generalClass ? [generalClass] : [])];
  const aligned = keywordOr(own.align);
  const side = keywordOr(own.textAlign) || keywordOr(typography.textAlign);
  const all = [
    ...classes,
    ...(aligned ? [`align${aligned}`] : []),
    ...(side ? [`has-text-align-${side}`] : []),
    ...named(own.textColor, 'color', 'has-text-color'),
    ...named(own.backgroundColor, 'background-color', 'has-background'),
    ...named(own.fontSize, 'font-size'),
    ...(isRecord(elements.link) && isRecord(elements.link.color) ? ['has-link-color'] : []),
    ...(color.text === undefined ? [] : ['has-text-color']),
    ...(color.background === undefined ? [] : ['has-background']),
    ...classNames(own.className),
    `wp-block-${(name ?? '').replace(/^core\//, '').replaceAll('/', '-')}`,
  ];
  const id = typeof own.anchor === 'string' ? escapeValue(own.anchor.replace(/\s/g, '')) : '';
  return attributes({ id, class: escapeValue([...new Set(all)].join(' ')) });
}
