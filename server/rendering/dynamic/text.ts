// How dynamic blocks write what others chose: texts, addresses, attributes.
import { type Block, isRecord } from '../blocks/grammar.ts';
import { stripTags } from '../markup.ts';
import { escapeText, escapeValue } from '../sanitise/entities.ts';
import { isSafeAddress } from '../sanitise/protocols.ts';

/** Some HTML as text: tags go, references stay. Fit for between tags and for an attribute in double quotes. */
export const textOf = (html: string): string => spacedTextOf(html).trim();

/** The same with the blanks at its ends, which part what stands beside it. */
export const spacedTextOf = (html: string): string => escapeText(stripTags(html)).replaceAll('"', '&quot;');

/** The title of an entry as text; something to click on also where there is none. */
export const titleOf = ({ title }: { readonly title: string }): string => textOf(title) || '(no title)';

/** The first words of a text, with an ellipsis where something was left out. */
export function firstWords(text: string, most: number): string {
  const words = text.split(/\s+/);
  return words.length > most ? `${words.slice(0, most).join(' ')} &hellip;` : text;
}

/** A text as it is, fit for between tags and for an attribute in double quotes. */
export const literal = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * An address for an attribute, `''` for one that could run something. Stored attributes hold `&` as it is or as a
 * reference; any other reference is no reference here, so that none can spell a protocol.
 */
export function addressIn(value: unknown): string {
  if (typeof value !== 'string') return '';
  const address = value.trim().replace(/&(?:amp|#0*38|#x0*26);/gi, '&');
  return isSafeAddress(address) ? literal(address) : '';
}

/** The attributes of an element, with a blank before each; those without a value are left out. Values are ready to write. */
export const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined || value === '' ? '' : ` ${name}="${value}"`))
    .join('');

/** The attributes of a link that an author made: `url`, `rel`, a new tab, a title. */
export function linkAttributes(href: string, { attributes: own }: Block): string {
  const newTab = own.opensInNewTab === true || own.linkTarget === '_blank';
  const rel = typeof own.rel === 'string' ? escapeValue(own.rel) : '';
  const title = typeof own.title === 'string' ? textOf(own.title) : '';
  return attributes({ href, target: newTab ? '_blank' : '', rel: rel || (newTab ? 'noopener' : ''), title });
}

/** A word of an attribute's value where it is one, else `otherwise`. */
export const word = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' && /^[a-zA-Z0-9_-]{1,60}$/.test(value) ? value : otherwise;

/** A text of the author's, `otherwise` where there is none. HTML becomes text. */
export const textIn = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' && value.trim() !== '' ? textOf(value) : otherwise;

/** A whole number within bounds. */
export function wholeNumber(value: unknown, otherwise: number, least: number, most: number): number {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.min(most, Math.max(least, Math.trunc(number)))
    : otherwise;
}

/** The whole numbers above 0 of a list, or of a text with commas; at most a hundred, each once. */
export function numbersIn(value: unknown): number[] {
  const values = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  const numbers = values.slice(0, 100).map((each) => wholeNumber(each, 0, 0, Number.MAX_SAFE_INTEGER));
  return [...new Set(numbers.filter((number) => number > 0))];
}

/** The level of a heading, as the name of its element; 0 is a paragraph. */
export function headingIn(value: unknown, otherwise: number): string {
  const level = wholeNumber(value, otherwise, 0, 6);
  return level === 0 ? 'p' : `h${level}`;
}

const names = (value: unknown) => (typeof value === 'string' ? value.split(/\s+/).filter((name) => name !== '') : []);

/**
 * The attributes of a block's own element: the classes given, those that the author chose (alignment, colours, own names)
 * and last `wp-block-NAME`; the anchor.
 */
export function ownAttributes({ name, attributes: own }: Block, classes: readonly string[] = []): string {
  const style = isRecord(own.style) ? own.style : {};
  const elements = isRecord(style.elements) ? style.elements : {};
  const color = isRecord(style.color) ? style.color : {};
  const typography = isRecord(style.typography) ? style.typography : {};
  const named = (value: unknown, end: string, general?: string) =>
    word(value) === '' ? [] : [`has-${word(value)}-${end}`, ...(general ? [general] : [])];
  const aligned = word(own.align);
  const side = word(own.textAlign) || word(typography.textAlign);
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
    ...names(own.className),
    `wp-block-${(name ?? '').replace(/^core\//, '').replaceAll('/', '-')}`,
  ];
  const id = typeof own.anchor === 'string' ? escapeValue(own.anchor.replace(/\s/g, '')) : '';
  return attributes({ id, class: escapeValue([...new Set(all)].join(' ')) });
}
