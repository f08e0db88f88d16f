// The wire shape of errors (protocol.md §5).
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Refusal } from '../refusal.ts';

interface ErrorBody {
  code: string;
  message: string;
  data: object | null;
  additional_data?: readonly unknown[];
  additional_errors?: readonly ErrorBody[];
}

/**
 * Returns an error as callers see it: code, message, data with the status; further errors beside it. The names of parameters in
 * its data are spelled as the mount spells them.
 */
export function errorBody(refusal: Refusal, spelling: Spelling): ErrorBody {
  const { data, additionalData, others } = refusal.parts;
  const body: ErrorBody = {
    code: spelling.errorCode(refusal.code),
    message: refusal.message,
    data: { status: refusal.status, ...(data && spellData(data, spelling)) },
  };
  if (additionalData) body.additional_data = additionalData;
  if (others && others.length > 0) body.additional_errors = others.map((other) => errorBody(other, spelling));
  return body;
}

/** The properties of an error's data that are lists of parameters, or objects by their names. */
const ofParameters = ['params', 'details'] as const;

function spellData(data: object, spelling: Spelling): object {
  if (spelling.isNative) return data;
  const spelled: Record<string, unknown> = { ...data };
  for (const property of ofParameters) {
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
