// Limits the length of texts in requests.
import { ApiError } from '../../api-error.ts';
import { type ValidationError, validationError } from './validation-error.ts';

/** Default maximum length of a text, in bytes of UTF-8. */
export const DEFAULT_MAX_TEXT_BYTES = 1024 * 1024;

/** Returns the error for a value that is, or contains, a string of more than `maxBytes` bytes of UTF-8; undefined if none is. */
export const validateTextLength = (value: unknown, param: string, maxBytes: number): ValidationError | undefined =>
  containsLongText(value, maxBytes)
    ? validationError('rest_too_long', `${param} must have at most ${maxBytes} bytes.`).error
    : undefined;

/** Whether a value is, or contains, a string of more than `maxBytes` bytes of UTF-8. */
export const containsLongText = (value: unknown, maxBytes: number): boolean =>
  typeof value === 'string'
    ? exceedsBytes(value, maxBytes)
    : stringsIn(value).some((text) => exceedsBytes(text, maxBytes));

/** Returns the total length of all strings in a value, in bytes of UTF-8. */
export const textBytesIn = (value: unknown): number =>
  stringsIn(value).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Yields all strings in a value except property names. */
function* stringsIn(value: unknown): Generator<string> {
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === 'string') yield next;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) stack.push(inner);
  }
}

/**
 * Whether a string is longer than `maxBytes`. A UTF-16 code unit takes one to three bytes of UTF-8, so most strings need not be measured.
 */
const exceedsBytes = (text: string, maxBytes: number): boolean =>
  text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;

/** Maximum length of a submitted name, in characters. Tags are removed from it later. */
export const MAX_NAME_LENGTH = 20_000;

/** Throws ApiError 400 `rest_invalid_param` if a submitted name is longer than the maximum. */
export function requireShortName(param: string, name: string | undefined): void {
  if (name === undefined || name.length <= MAX_NAME_LENGTH) return;
  const message = `${param} must have at most ${MAX_NAME_LENGTH} characters.`;
  throw new ApiError('rest_invalid_param', 400, `Invalid parameters: ${param}.`, {
    data: { params: { [param]: message }, details: { [param]: { code: 'rest_too_long', message, data: null } } },
  });
}
