import type { Token } from 'parse5';
import type { AllowedMarkup } from './allowed-markup.ts';
import { filterStyle } from './css.ts';
import { escapeValue } from './entities.ts';
import { isAddress, isSafeAddress } from './protocols.ts';

const dataName = /^data-[a-z0-9_-]+$/;
const mention = /^[a-z-]*\bmention\b[a-z-]*$/;

/** What the attributes of a text are judged by. */
export interface AttributeRules {
  markup: AllowedMarkup;
  /** Where this site's uploads lie; documents from there may be shown in an `object`. */
  uploads: string | undefined;
}

/**
 * The attributes of a start tag that may stay, written out with a blank before each (rendering.md §10): names in lower
 * case, values in double quotes, an attribute without value without one, in the order of `source`. What a value means
 * is judged as parse5 decoded it. An unsafe address takes its attribute with it (README decision 11).
 */
export function writeAttributes(token: Token.TagToken, source: string, rules: AttributeRules): string {
  const allowed = rules.markup.elements.get(token.tagName);
  if (!allowed) return '';
  let out = '';
  for (const { name, value } of token.attrs) {
    if (!(allowed.has(name) || (rules.markup.data && dataName.test(name)))) continue;
    if (!isSafeValue(token, name, value, rules)) continue;
    const place = token.location?.attrs?.[name];
    const written = place ? writtenValue(source.slice(place.startOffset, place.endOffset), name) : value;
    out += name === 'style' ? writeStyle(value) : writeAttribute(name, written);
  }
  return out;
}

function isSafeValue(token: Token.TagToken, name: string, value: string, rules: AttributeRules): boolean {
  if (isAddress(name) && !isSafeAddress(value)) return false;
  if (token.tagName === 'object') return (name !== 'data' && name !== 'type') || isOwnDocument(token, rules);
  if (token.tagName === 'span' && name === 'class' && !rules.markup.data) return mention.test(value);
  return true;
}

/** An object shows only a PDF from this site's uploads; otherwise it loses both its address and its type. */
function isOwnDocument(token: Token.TagToken, { uploads }: AttributeRules): boolean {
  const read = (name: string) => token.attrs.find((attribute) => attribute.name === name)?.value ?? '';
  const address = read('data');
  const own = uploads !== undefined && uploads !== '' && address.startsWith(uploads) && !/[\\\s]|\.\.|%/.test(address);
  return own && /\.pdf$/i.test(address) && read('type') === 'application/pdf';
}

/** The value as the author wrote it, without its quotes; undefined for an attribute without one. */
function writtenValue(attribute: string, name: string): string | undefined {
  const sign = attribute.indexOf('=', name.length);
  if (sign < 0) return undefined;
  const value = attribute.slice(sign + 1).trimStart();
  const quote = value[0];
  return (quote === '"' || quote === "'") && value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : value;
}

function writeAttribute(name: string, value: string | undefined): string {
  return value === undefined ? ` ${name}` : ` ${name}="${escapeValue(value)}"`;
}

function writeStyle(value: string): string {
  const style = filterStyle(value);
  return style === '' ? '' : ` style="${escapeLiteral(style)}"`;
}

/** A decoded value, written so that it is decoded to the same again. */
function escapeLiteral(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
