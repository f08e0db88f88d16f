import type { XmlElement } from './element.ts';
import type { WxrDate, WxrMeta } from './records.ts';

const WHOLE_NUMBER = /^[+-]?\d+$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** The text of the first child of that name, or null without one. */
export function optionalText(element: XmlElement, name: string): string | null {
  return element.children.find((child) => child.name === name)?.text ?? null;
}

/** The text of the first child of that name, or the empty text. */
export function textOf(element: XmlElement, name: string): string {
  return optionalText(element, name) ?? '';
}

/** The whole number in the first child of that name; 0, the format's word for none, where there is none to be read. */
export function numberOf(element: XmlElement, name: string): number {
  const digits = textOf(element, name).trim();
  const number = WHOLE_NUMBER.test(digits) ? Number(digits) : 0;
  return Number.isSafeInteger(number) ? number : 0;
}

/** The date in the first child of that name; null for zero dates, impossible dates and none. */
export function dateOf(element: XmlElement, name: string): WxrDate {
  const parts = MOMENT.exec(textOf(element, name).trim());
  if (parts === null) return null;
  const moment = `${parts[1]}T${parts[2]}`;
  const time = Date.parse(`${moment}Z`);
  // Date.parse lets the 30th of February pass as the 1st of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(moment) ? moment : null;
}

/** The keys and values held in the children of that name, in the order of the file. */
export function metaOf(element: XmlElement, name: string): WxrMeta[] {
  return element.children
    .filter((child) => child.name === name)
    .map((child) => ({ key: textOf(child, 'wp:meta_key'), value: textOf(child, 'wp:meta_value') }));
}
