// What is sent with a request. None of it is declared, so it is checked here.
import { type Call, isMailAddress, Refusal } from 'octavo/extension';
import { type Mailer, mailers, type Provider, providers } from './contract.ts';

/** A refusal of one thing that was sent. */
export const invalid = (name: string, message: string) =>
  new Refusal('rest_invalid_param', 400, message, { data: { params: { [name]: message } } });

const missing = (name: string) =>
  new Refusal('rest_missing_callback_param', 400, `${name} must be sent.`, { data: { params: [name] } });

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text. Throws Refusal 400 where there is none. */
export function sentText(call: Call, name: string): string {
  const value = call.sent(name);
  if (value === undefined || value === '') throw missing(name);
  if (typeof value !== 'string') throw invalid(name, `${name} is a text.`);
  return value;
}

/** An object, as it is or as its JSON. Throws Refusal 400 where there is none. */
export function sentObject(call: Call, name: string): Readonly<Record<string, unknown>> {
  const value = call.sent(name);
  if (value === undefined) throw missing(name);
  const read = typeof value === 'string' ? parsed(value) : value;
  if (!isObject(read)) throw invalid(name, `${name} is an object.`);
  return read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same, where it may be left out. */
export const sentObjectIfAny = (call: Call, name: string) =>
  call.sent(name) === undefined ? undefined : sentObject(call, name);

/** `mailer`. Throws Refusal 400 for what is none. */
export function sentMailer(call: Call): Mailer {
  const text = sentText(call, 'mailer');
  const found = mailers.find((each) => each === text);
  if (found) return found;
  throw new Refusal('mail_smtp_unknown_mailer', 400, `There is no such mailer; there are ${mailers.join(', ')}.`);
}

/** `mailer`, one that is connected by OAuth. Throws Refusal 400. */
export function sentProvider(call: Call): Provider {
  const mailer = sentMailer(call);
  const found = providers.find((each) => each === mailer);
  if (found) return found;
  throw new Refusal('mail_smtp_no_oauth', 400, `Only ${providers.join(' and ')} are connected by OAuth.`);
}

/** The address of `to`; undefined where it was left out. Throws Refusal 400. */
export function sentAddress(call: Call): string | undefined {
  if (call.sent('to') === undefined) return undefined;
  const text = sentText(call, 'to');
  if (!isMailAddress(text)) throw invalid('to', 'to is an address that mail can go to.');
  return text;
}
