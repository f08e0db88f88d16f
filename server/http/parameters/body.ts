// Bodies of requests as parameters (protocol.md §3.2). Multipart bodies are not read here.
import { Refusal } from '../../refusal.ts';
import { runAtOnce, runInTurns } from '../../workers/steps.ts';
import { endOfString } from '../json-scan.ts';
import { parseQuery, parseQueryInSteps } from './query-string.ts';

/** A JSON body of more values than anybody has to say (400 `rest_too_many_parameters`). */
export class TooManyValues extends Refusal {
  constructor() {
    super('rest_too_many_parameters', 400, `A JSON body has at most ${mostValues} values.`);
  }
}

/** What a body was read as; neither when its type is not read. */
export interface Body {
  readonly json?: Record<string, unknown>;
  readonly form?: Record<string, unknown>;
}

const sentences = {
  1: 'The JSON of the body is nested deeper than 512.',
  3: 'A text in the JSON of the body does not end or holds a control character.',
  4: 'The body is not valid JSON.',
  5: 'The body is not UTF-8.',
} as const;

/** A JSON body that cannot be read (400 `rest_invalid_json`); `data` has the number and the sentence of the fault. */
export class InvalidJson extends Refusal {
  constructor(code: keyof typeof sentences, sentence: string = sentences[code]) {
    super('rest_invalid_json', 400, sentence, { data: { json_error_code: code, json_error_message: sentence } });
  }
}

const json = /^application\/(?:json|json\+oembed|[^/;\s]+\+json)$/;
const withForms: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The members of a JSON or form body, as its content type and the method tell (protocol.md §3.2).
 *
 * Throws InvalidJson for JSON that cannot be read or is a mere value (decision 3), TooManyValues for endless JSON,
 * TooManyParameters for endless forms.
 * A body of another type is not read.
 */
export const readBody = (method: string, contentType: string | undefined, bytes: Uint8Array): Body =>
  runAtOnce(readInSteps(method, contentType, bytes));

/** From how many bytes on a body is read in several turns of the event loop. */
const LARGE = 64 * 1024;

/** Does the same as `readBody`. Other requests are served between the steps where the body is a large one. */
export const readBodyInTurns = (
  method: string,
  contentType: string | undefined,
  bytes: Uint8Array,
): Body | Promise<Body> =>
  bytes.length < LARGE ? readBody(method, contentType, bytes) : runInTurns(readInSteps(method, contentType, bytes));

/** The fields of a form, written as a query. Other requests are served meanwhile where they are long. */
export const readFieldsInTurns = (fields: string): Record<string, unknown> | Promise<Record<string, unknown>> =>
  fields.length < LARGE ? parseQuery(fields) : runInTurns(parseQueryInSteps(fields));

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

/** What a body is read as, by its content type and the method. */
export function kindOfBody(method: string, contentType: string | undefined): 'json' | 'form' | 'other' {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (json.test(type)) return 'json';
  const isForm = type === 'application/x-www-form-urlencoded' || (type === '' && method !== 'POST');
  return isForm && withForms.has(method) ? 'form' : 'other';
}

function* readJson(bytes: Uint8Array): Generator<void, Record<string, unknown>> {
  if (bytes.length === 0) return Object.create(null);
  const text = decode(bytes);
  yield;
  yield* requireBoundedInSteps(text);
  yield;
  return membersOf(parse(text));
}

function decode(bytes: Uint8Array): string {
  try {
    // A byte-order mark is kept, so that it is refused as what it is in JSON: a wrong character.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InvalidJson(5);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidJson(hasBrokenText(text) ? 3 : 4);
  }
}

// Members are copied one by one into an object without a prototype: there, `__proto__` is a name like any other.
function membersOf(value: unknown): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null);
  if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) members[name] = (value as Record<string, unknown>)[name];
  } else if (value !== null && value !== false && value !== 0 && value !== '') {
    throw new InvalidJson(4, 'The JSON of the body must be an object or a list.');
  }
  return members;
}

const deepest = 512;
const mostValues = 30_000;
const [quote, open, close, openBrace, closeBrace, comma] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c];

/**
 * Counts before parsing, so that no depth of a body can exhaust the stack and no number of values the time.
 *
 * Throws InvalidJson for JSON nested deeper than 512, TooManyValues.
 */
export const requireBounded = (text: string): void => runAtOnce(requireBoundedInSteps(text));

/** How much of a text is looked at in one step. Characters: about 5 ms. */
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
    if (depth > deepest) throw new InvalidJson(1);
    if (values > mostValues) throw new TooManyValues();
  }
}

/** Whether even with those in its texts there are not enough brackets and commas for too many values, or too deep ones. */
const isPlainlyBounded = (text: string): boolean =>
  text.length <= deepest ||
  (hasAtMost(text, '[', deepest / 2) &&
    hasAtMost(text, '{', deepest / 2) &&
    hasAtMost(text, ',', mostValues - deepest - 1));

/** Whether a text has at most so many of a character. Searching is ten times as fast as looking at each character. */
function hasAtMost(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= most; at = text.indexOf(character, at + 1)) count += 1;
  return count <= most;
}

function hasBrokenText(text: string): boolean {
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    const end = endOfString(text, at);
    if (end >= text.length || /[\u0000-\u001f]/.test(text.slice(at, end))) return true;
    at = end;
  }
  return false;
}
