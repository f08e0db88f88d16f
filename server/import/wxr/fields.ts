// Reads the fields of a record from the child elements of its element.
import type { XmlElement } from './element.ts';
import type { WxrDate, WxrMeta } from './records.ts';

const WHOLE_NUMBER = /^[+-]?\d+$/;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** Returns the text of the first child with a name, or null. */
export function optionalText(element: XmlElement, name: string): string | null {
  return element.children.find((child) => child.name === name)?.text ?? null;
}

/** Returns the text of the first child with a name, or an empty string. */
export function textOf(element: XmlElement, name: string): string {
  return optionalText(element, name) ?? '';
}

/** Returns the integer in the first child with a name. Returns 0, which means "none" in the format, when it is missing or invalid. */
export function numberOf(element: XmlElement, name: string): number {
  const digits = textOf(element, name).trim();
  const number = WHOLE_NUMBER.test(digits) ? Number(digits) : 0;
  return Number.isSafeInteger(number) ? number : 0;
}

/** Returns the date in the first child with a name; null when it is missing, invalid or a zero date. */
export function dateOf(element: XmlElement, name: string): WxrDate {
  const parts = TIMESTAMP.exec(textOf(element, name).trim());
  if (parts === null) return null;
  const timestamp = `${parts[1]}T${parts[2]}`;
  const time = Date.parse(`${timestamp}Z`);
  // Date.parse accepts February 30 as March 1.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(timestamp) ? timestamp : null;
}

/** Returns the meta fields in the children with a name, in file order. */
export function metaOf(element: XmlElement, name: string): WxrMeta[] {
  return element.children
    .filter((child) => child.name === name)
    .map((child) => ({ key: textOf(child, 'wp:meta_key'), value: textOf(child, 'wp:meta_value') }));
}
