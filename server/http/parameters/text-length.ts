// How long the texts of a request may be.
import { Refusal } from '../../refusal.ts';
import { type Fault, fault } from './faults.ts';

/** How many bytes of UTF-8 a text has at most where nothing else is configured. */
export const DEFAULT_MAX_TEXT_BYTES = 1024 * 1024;

/** Why a value is refused that is, or holds, a text of more than so many bytes of UTF-8; undefined where none is. */
export function lengthFault(value: unknown, param: string, maxBytes: number): Fault | undefined {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && isLonger(next, maxBytes))
      return fault('rest_too_long', `${param} must have at most ${maxBytes} bytes.`).fault;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return undefined;
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
