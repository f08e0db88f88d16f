// Messages of the Model Context Protocol as they come and go: JSON-RPC 2.0.
import { objectOf } from '../../http/json-text.ts';
import { kindOfBody, requireBounded } from '../../http/parameters/body.ts';
import { isObject } from '../../http/parameters/conversions.ts';
import { Refusal } from '../../refusal.ts';

/** The versions of the protocol that are spoken, the newest first. */
export const versions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** The version of whoever does not say one, and the only one in which several messages may come at once. */
export const oldestVersion = '2025-03-26';

/** How many messages may come at once. */
export const mostMessages = 8;

export type Id = string | number;

/** A message: a request where it has an id and a method, a notification without an id; any other is an answer. */
export interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the reply to a request, as JSON; `result` is JSON already. */
export const replied = (id: Id, result: string): string =>
  objectOf({ jsonrpc: '"2.0"', id: JSON.stringify(id), result });

/** Why a request cannot be answered, with the number that JSON-RPC has for it. */
export class Failure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const unreadable = -32700;
export const invalidRequest = -32600;
export const unknownMethod = -32601;
export const invalidParams = -32602;

/** Returns the reply that tells that a request has failed, with one of the codes of JSON-RPC. As JSON. */
export const failed = (id: Id | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The messages in a body, and whether they came as a list. Throws Failure. */
export function readMessages(
  body: Uint8Array,
  version: string,
): { readonly messages: readonly Message[]; readonly isList: boolean } {
  const sent = readJson(body);
  if (!Array.isArray(sent)) return { messages: [readMessage(sent)], isList: false };
  if (version !== oldestVersion) throw new Failure(invalidRequest, 'Send one message at a time.');
  if (sent.length === 0 || sent.length > mostMessages)
    throw new Failure(invalidRequest, `Send from one to ${mostMessages} messages at a time.`);
  return { messages: sent.map(readMessage), isList: true };
}

function readJson(body: Uint8Array): unknown {
  try {
    const text = utf8.decode(body);
    requireBounded(text);
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(unreadable, error instanceof Refusal ? error.message : 'The body is not JSON.');
  }
}

function readMessage(sent: unknown): Message {
  if (!isObject(sent) || sent.jsonrpc !== '2.0')
    throw new Failure(invalidRequest, 'This is no message of JSON-RPC 2.0.');
  const { id, method, params = {} } = sent;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    throw new Failure(invalidRequest, 'The id of a message is a text or a number.');
  if (method !== undefined && typeof method !== 'string')
    throw new Failure(invalidRequest, 'The method of a message is a text.');
  if (!isObject(params)) throw new Failure(invalidRequest, 'The parameters of a message are an object.');
  return { ...(id !== undefined && { id }), ...(method !== undefined && { method }), params };
}

/** Whether a body is said to be JSON. */
export const isJson = (contentType: string | undefined): boolean => kindOfBody('POST', contentType) === 'json';
