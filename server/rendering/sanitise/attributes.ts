import type { Token } from 'parse5';
import { escapeValue } from '../entities.ts';
import { isSafeUrl, isUrlAttribute } from '../protocols.ts';
import type { AllowedMarkup } from './allowed-markup.ts';
import { sanitizeStyle } from './css.ts';

const dataName = /^data-[a-z0-9_-]+$/;
const mention = /^[a-z-]*\bmention\b[a-z-]*$/;

/** Rules for sanitizing attributes. */
export interface SanitizeRules {
  markup: AllowedMarkup;
  /** URL prefix of this site's uploads. PDF files below it are allowed in an `object`. */
  uploads: string | undefined;
}

/**
 * Returns the allowed attributes of a start tag as HTML, each with a leading space and in the order of `source` (rendering.md §10).
 * Names are in lower case and values in double quotes; attributes without a value are unchanged. Values are checked as decoded by
 * parse5. Attributes with unsafe URLs are removed (README decision 11).
 */
export function writeAttributes(token: Token.TagToken, source: string, rules: SanitizeRules): string {
  const allowed = rules.markup.elements.get(token.tagName);
  if (!allowed) return '';
  let out = '';
  for (const { name, value } of token.attrs) {
    if (!(allowed.has(name) || (rules.markup.allowsDataAttributes && dataName.test(name)))) continue;
    if (!isSafeValue(token, name, value, rules)) continue;
    const attributeLocation = token.location?.attrs?.[name];
    const rawValue = attributeLocation
      ? rawValueOf(source.slice(attributeLocation.startOffset, attributeLocation.endOffset), name)
      : value;
    out += name === 'style' ? writeStyle(value) : writeAttribute(name, rawValue);
  }
  return out;
}

function isSafeValue(token: Token.TagToken, name: string, value: string, rules: SanitizeRules): boolean {
  if (isUrlAttribute(name) && !isSafeUrl(value)) return false;
  if (token.tagName === 'object') return (name !== 'data' && name !== 'type') || isUploadedDocument(token, rules);
  if (token.tagName === 'span' && name === 'class' && !rules.markup.allowsDataAttributes) return mention.test(value);
  return true;
}

/** Whether an object is a PDF from this site's uploads. Other objects lose both `data` and `type`. */
function isUploadedDocument(token: Token.TagToken, { uploads }: SanitizeRules): boolean {
  const read = (name: string) => token.attrs.find((attribute) => attribute.name === name)?.value ?? '';
  const dataUrl = read('data');
  const isInUploads =
    uploads !== undefined && uploads !== '' && dataUrl.startsWith(uploads) && !/[\\\s]|\.\.|%/.test(dataUrl);
  return isInUploads && /\.pdf$/i.test(dataUrl) && read('type') === 'application/pdf';
}

/** Returns the raw value of an attribute without its quotes; undefined when it has no value. */
function rawValueOf(attribute: string, name: string): string | undefined {
  const equalsSign = attribute.indexOf('=', name.length);
  if (equalsSign < 0) return undefined;
  const value = attribute.slice(equalsSign + 1).trimStart();
  const quote = value[0];
  return (quote === '"' || quote === "'") && value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : value;
}

function writeAttribute(name: string, value: string | undefined): string {
  return value === undefined ? ` ${name}` : ` ${name}="${escapeValue(value)}"`;
}

function writeStyle(value: string): string {
  const style = sanitizeStyle(value);
  return style === '' ? '' : ` style="${escapeLiteral(style)}"`;
}

/** Escapes a decoded value for an attribute in double quotes. */
function escapeLiteral(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
