// What is sent to the route of backups beside `id`.
import { type Call, Refusal } from 'octavo/extension';

const longestName = 200;

/** The id that a request names. Throws Refusal 400 `rest_missing_callback_param` where there is none. */
export function requireId({ args }: Call): string {
  const { id = '' } = args as { id?: string };
  if (id !== '') return id;
  throw new Refusal('rest_missing_callback_param', 400, 'Missing parameter(s): id', { data: { params: ['id'] } });
}

/** The name that is sent; undefined: none. Throws Refusal 400 `rest_invalid_param` for what is no name. */
export function nameIn(call: Call): string | undefined {
  const name = call.sent('name');
  if (name === undefined) return undefined;
  const isName = typeof name === 'string' && name.length <= longestName && name.trim() !== '';
  // No storage holds every one of these, and none is meant.
  if (isName && !/[\p{Cc}\p{Cs}]/u.test(name)) return name.trim();
  throw invalid('name', `name is a text of 1 to ${longestName} characters on one line.`);
}

export const invalid = (name: string, message: string): Refusal =>
  new Refusal('rest_invalid_param', 400, message, { data: { params: { [name]: message } } });
