// How long the texts of a request may be.
import { Refusal } from '../../refusal.ts';
import { type Fault, fault } from './faults.ts';

/** How many bytes of UTF-8 a text has at most where nothing else is configured. */
export const DEFAULT_MAX_TEXT_BYTES = 1024 * 1024;

/** Why a value is refused that is, or holds, a text of more than so many bytes of UTF-8; undefined where none is. */
export const lengthFault = (value: unknown, param: string, maxBytes: number): Fault | undefined =>
  holdsLongText(value, maxBytes)
    ? fault('rest_too_long', `${param} must have at most ${maxBytes} bytes.`).fault
    : undefined;

/** Whether a value is, or holds, a text of more than so many bytes of UTF-8. */
export const holdsLongText = (value: unknown, maxBytes: number): boolean =>
  typeof value === 'string' ? isLonger(value, maxBytes) : textsIn(value).some((text) => isLonger(text, maxBytes));

/** The length of all texts in a value together, in bytes of UTF-8. */
export const textBytesIn = (value: unknown): number =>
  textsIn(value).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** All texts in a value, but for the names of properties. */
function* textsIn(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') yield next;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
}

/** A character has one to three bytes, so most texts need not be measured. */
const isLonger = (text: string, maxBytes: number): boolean =>
  text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;

/** The longest text that a name is looked for in: tags are taken out of it. Characters. */
export const MAX_NAME_MARKUP = 20_000;

/** Throws Refusal 400 `rest_invalid_param` for a name of more characters than are looked through for one. */
export function requireShortName(param: string, name: string | undefined): void {
  if (name === undefined || name.length <= MAX_NAME_MARKUP) return;
  const message = `${param} must have at most ${MAX_NAME_MARKUP} characters.`;
  throw new Refusal('rest_invalid_param', 400, `Invalid parameters: ${param}.`, {
    data: { params: { [param]: message }, details: { [param]: { code: 'rest_too_long', message, data: null } } },
  });
}
