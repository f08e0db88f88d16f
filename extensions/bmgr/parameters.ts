// Reads and validates the parameters of the backup route.
import { ApiError, type Call } from 'octavo/extension';

/** Maximum length of the name of a backup, in characters. */
const maxNameLength = 200;

/** Returns the `id` of a request. Throws ApiError 400 `rest_missing_callback_param` if it is missing. */
export function requireId({ args: { id = '' } }: Call<{ readonly id?: string }>): string {
  if (id !== '') return id;
  throw new ApiError('rest_missing_callback_param', 400, 'Missing parameter(s): id', { data: { params: ['id'] } });
}

/** Returns the submitted name; undefined if there is none. Throws ApiError 400 `rest_invalid_param` if it is invalid. */
export function readName(call: Pick<Call, 'submitted'>): string | undefined {
  const name = call.submitted('name');
  if (name === undefined) return undefined;
  const isValidName = typeof name === 'string' && name.length <= maxNameLength && name.trim() !== '';
  // Control characters and lone surrogates are rejected, because not every storage supports them.
  if (isValidName && !/[\p{Cc}\p{Cs}]/u.test(name)) return name.trim();
  throw invalid('name', `name must be a single line of 1 to ${maxNameLength} characters.`);
}

export const invalid = (name: string, message: string): ApiError =>
  new ApiError('rest_invalid_param', 400, message, { data: { params: { [name]: message } } });
