// Creates the JSON of errors (protocol.md §5).
import type { Spelling } from '../../contract/names/spelling.ts';
import type { ApiError } from '../api-error.ts';

interface ErrorBody {
  code: string;
  message: string;
  data: object | null;
  additional_data?: readonly unknown[];
  additional_errors?: readonly ErrorBody[];
}

/**
 * Returns the response body of an error: code, message, data with the status, and further errors. Names of parameters in its data
 * use the spelling of the mount.
 */
export function errorBody(error: ApiError, spelling: Spelling): ErrorBody {
  const { data, additionalData, others } = error.options;
  const body: ErrorBody = {
    code: spelling.errorCode(error.code),
    message: error.message,
    data: { status: error.status, ...(data && spellData(data, spelling)) },
  };
  if (additionalData) body.additional_data = additionalData;
  if (others && others.length > 0) body.additional_errors = others.map((other) => errorBody(other, spelling));
  return body;
}

/** Properties of an error's data that are lists of parameter names, or objects keyed by parameter name. */
const parameterProperties = ['params', 'details'] as const;

function spellData(data: object, spelling: Spelling): object {
  if (spelling.isNative) return data;
  const spelled: Record<string, unknown> = { ...data };
  for (const property of parameterProperties) {
    const value = spelled[property];
    if (Array.isArray(value))
      spelled[property] = value.map((each: unknown) => (typeof each === 'string' ? spelling.encode(each) : each));
    else if (typeof value === 'object' && value !== null)
      spelled[property] = Object.fromEntries(
        Object.entries(value).map(([name, each]) => [spelling.encode(name), each]),
      );
  }
  return spelled;
}
