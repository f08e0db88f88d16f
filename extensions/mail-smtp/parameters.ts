// Reads and validates parameters of requests. The contract does not declare them.
import { ApiError, type Call, isMailAddress } from 'octavo/extension';
import { type Mailer, mailers, type Provider, providers } from './contract.ts';

/** A call whose parameters are not declared. */
type SubmittedCall = Pick<Call, 'submitted'>;

/** Returns the error for an invalid parameter. */
export const invalid = (name: string, message: string) =>
  new ApiError('rest_invalid_param', 400, message, { data: { params: { [name]: message } } });

const missing = (name: string) =>
  new ApiError('rest_missing_callback_param', 400, `Missing parameter: ${name}.`, { data: { params: [name] } });

/** Whether a JSON value is an object, and neither an array nor null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a string parameter. Throws ApiError 400 if it is missing, empty or invalid. */
export function requireString(call: SubmittedCall, name: string): string {
  const value = call.submitted(name);
  if (value === undefined || value === '') throw missing(name);
  if (typeof value !== 'string') throw invalid(name, `${name} must be a string.`);
  return value;
}

/** Returns an object parameter, which may be submitted as a JSON string. Throws ApiError 400 if it is missing or invalid. */
export function requireObject(call: SubmittedCall, name: string): Readonly<Record<string, unknown>> {
  const value = call.submitted(name);
  if (value === undefined) throw missing(name);
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  if (!isObject(parsed)) throw invalid(name, `${name} must be an object.`);
  return parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an object parameter; undefined if it is missing. Throws ApiError 400 if it is invalid. */
export const optionalObject = (call: SubmittedCall, name: string) =>
  call.submitted(name) === undefined ? undefined : requireObject(call, name);

/** Returns the parameter `mailer`. Throws ApiError 400 if it is missing or unknown. */
export function requireMailer(call: SubmittedCall): Mailer {
  const text = requireString(call, 'mailer');
  const found = mailers.find((each) => each === text);
  if (found) return found;
  throw new ApiError('mail_smtp_unknown_mailer', 400, `Unknown mailer; available: ${mailers.join(', ')}.`);
}

/** Returns the parameter `mailer`. Throws ApiError 400 if it is missing or unknown, or if the mailer does not use OAuth. */
export function requireProvider(call: SubmittedCall): Provider {
  const mailer = requireMailer(call);
  const found = providers.find((each) => each === mailer);
  if (found) return found;
  throw new ApiError('mail_smtp_no_oauth', 400, `This mailer does not use OAuth; only ${providers.join(' and ')} do.`);
}

/** Returns the email address in the parameter `to`; undefined if it is missing. Throws ApiError 400 if it is invalid. */
export function optionalAddress(call: SubmittedCall): string | undefined {
  if (call.submitted('to') === undefined) return undefined;
  const text = requireString(call, 'to');
  if (!isMailAddress(text)) throw invalid('to', 'to must be a valid email address.');
  return text;
}

/** Whether the parameter `return_to` says that an authorization ends in the admin. Throws ApiError 400 for other values than `admin`. */
export function returnsToAdmin(call: SubmittedCall): boolean {
  const value = call.submitted('return_to');
  if (value === undefined) return false;
  if (value === 'admin') return true;
  throw invalid('return_to', 'return_to must be admin.');
}
