// The wire shape of errors (protocol.md §5).
import type { Refusal } from '../refusal.ts';

interface ErrorBody {
  code: string;
  message: string;
  data: object | null;
  additional_data?: readonly unknown[];
  additional_errors?: readonly ErrorBody[];
}

/** A refusal as callers see it: code, sentence, data with the status; further errors beside it. */
export function errorBody(refusal: Refusal): ErrorBody {
  const { data, additionalData, others } = refusal.parts;
  const body: ErrorBody = { code: refusal.code, message: refusal.message, data: { status: refusal.status, ...data } };
  if (additionalData) body.additional_data = additionalData;
  if (others && others.length > 0) body.additional_errors = others.map((other) => errorBody(other));
  return body;
}
