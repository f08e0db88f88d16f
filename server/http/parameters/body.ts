// Parses request bodies into parameters (protocol.md §3.2). Multipart bodies are received by upload.ts.
import { ApiError } from '../../api-error.ts';
import { runInSlices, runSync } from '../../workers/steps.ts';
import { endOfString } from '../json-scan.ts';
import { parseQuery, parseQueryInSteps } from './query-string.ts';

/** The error for a JSON body with too many values (400 `rest_too_many_parameters`). */
class TooManyValues extends ApiError {
  constructor() {
    super('rest_too_many_parameters', 400, `A JSON body may have at most ${maxValues} values.`);
  }
}

/** The parameters of a body; empty for content types that are not parsed. */
export interface Body {
  readonly json?: Record<string, unknown>;
  readonly form?: Record<string, unknown>;
}

const messages = {
  1: 'The JSON body is nested more than 512 levels deep.',
  3: 'A string in the JSON body is unterminated or contains a control character.',
  4: 'The request body is not valid JSON.',
  5: 'The request body is not valid UTF-8.',
} as const;

/** The error for an invalid JSON body (400 `rest_invalid_json`); `data` has the JSON error code and message. */
class InvalidJson extends ApiError {
  constructor(code: keyof typeof messages, message: string = messages[code]) {
    super('rest_invalid_json', 400, message, { data: { json_error_code: code, json_error_message: message } });
  }
}

const json = /^application\/(?:json|json\+oembed|[^/;\s]+\+json)$/;
const formMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Returns the parameters of a JSON or form body, depending on its content type and the method (protocol.md §3.2). A body of another
 * type is ignored.
 *
 * Throws InvalidJson for invalid JSON and for scalars other than null, false, 0 and "" (decision 3), TooManyValues for JSON with too many
 * values, and TooManyParameters for forms with too many pairs or levels.
 */
export const readBody = (method: string, contentType: string | undefined, bytes: Uint8Array): Body =>
  runSync(readInSteps(method, contentType, bytes));

/** Minimum size, in bytes, of a body that is parsed in several turns of the event loop. */
const MIN_STEPPED_BYTES = 64 * 1024;

/** Does the same as `readBody`, but parses a large body in steps, between which other requests are served. */
export const readBodyYielding = (
  method: string,
  contentType: string | undefined,
  bytes: Uint8Array,
): Body | Promise<Body> =>
  bytes.length < MIN_STEPPED_BYTES
    ? readBody(method, contentType, bytes)
    : runInSlices(readInSteps(method, contentType, bytes));

/** Parses the fields of a form, encoded as a query, in steps if they are long. */
export const readFieldsYielding = (fields: string): Record<string, unknown> | Promise<Record<string, unknown>> =>
  fields.length < MIN_STEPPED_BYTES ? parseQuery(fields) : runInSlices(parseQueryInSteps(fields));

function* readInSteps(method: string, contentType: string | undefined, bytes: Uint8Array): Generator<void, Body> {
  switch (kindOfBody(method, contentType)) {
    case 'json':
      return { json: yield* readJson(bytes) };
    case 'form': {
      const text = new TextDecoder().decode(bytes);
      yield;
      return { form: yield* parseQueryInSteps(text) };
    }
    case 'other':
      return {};
  }
}

/** Returns the kind of a body, which determines its parser, from its content type and the method. */
export function kindOfBody(method: string, contentType: string | undefined): 'json' | 'form' | 'other' {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (json.test(type)) return 'json';
  const isForm = type === 'application/x-www-form-urlencoded' || (type === '' && method !== 'POST');
  return isForm && formMethods.has(method) ? 'form' : 'other';
}

function* readJson(bytes: Uint8Array): Generator<void, Record<string, unknown>> {
  if (bytes.length === 0) return Object.create(null);
  const text = decode(bytes);
  yield;
  yield* requireBoundedInSteps(text);
  yield;
  return propertiesOf(parse(text));
}

// The byte order mark is not removed, so that JSON.parse rejects it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new InvalidJson(5);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidJson(hasBrokenString(text) ? 3 : 4);
  }
}

// Properties are copied into an object without a prototype, in which `__proto__` is an ordinary name.
function propertiesOf(value: unknown): Record<string, unknown> {
  const properties: Record<string, unknown> = Object.create(null);
  if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) properties[name] = (value as Record<string, unknown>)[name];
  } else if (value !== null && value !== false && value !== 0 && value !== '') {
    throw new InvalidJson(4, 'The JSON body must be an object or an array.');
  }
  return properties;
}

const maxDepth = 512;
const maxValues = 30_000;
const [quote, open, close, openBrace, closeBrace, comma] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c];

/**
 * Checks depth and number of values before JSON is parsed, so that a body can exhaust neither the stack nor the CPU.
 *
 * Throws InvalidJson for JSON nested more than 512 levels deep, TooManyValues for more than 30,000 values.
 */
export const requireBounded = (text: string): void => runSync(requireBoundedInSteps(text));

/** Number of characters scanned in one step, which takes about 5 ms. */
const stepLength = 512 * 1024;

function* requireBoundedInSteps(text: string): Generator<void, void> {
  if (isPlainlyBounded(text)) return;
  let depth = 0;
  let values = 1;
  let nextStep = stepLength;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= nextStep) {
      nextStep = at + stepLength;
      yield;
    }
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    else if (code === close || code === closeBrace) depth -= 1;
    else if (code === open || code === openBrace) {
      depth += 1;
      values += 1;
    }
    if (depth > maxDepth) throw new InvalidJson(1);
    if (values > maxValues) throw new TooManyValues();
  }
}

/** Whether there are too few brackets and commas, including those inside strings, to exceed a limit. */
const isPlainlyBounded = (text: string): boolean =>
  text.length <= maxDepth ||
  (hasAtMost(text, '[', maxDepth / 2) &&
    hasAtMost(text, '{', maxDepth / 2) &&
    hasAtMost(text, ',', maxValues - maxDepth - 1));

/** Whether a string contains a character at most `maxCount` times. `indexOf` is ten times as fast as a loop over all characters. */
function hasAtMost(text: string, character: string, maxCount: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= maxCount; at = text.indexOf(character, at + 1))
    count += 1;
  return count <= maxCount;
}

function hasBrokenString(text: string): boolean {
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    const end = endOfString(text, at);
    if (end >= text.length || /[\u0000-\u001f]/.test(text.slice(at, end))) return true;
    at = end;
  }
  return false;
}
