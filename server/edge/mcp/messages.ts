// Parses and formats messages of the Model Context Protocol: JSON-RPC 2.0.

import { ApiError } from '../../api-error.ts';
import { joinProperties } from '../../http/json-text.ts';
import { kindOfBody, requireBounded } from '../../http/parameters/body.ts';
import { isObject } from '../../http/parameters/conversions.ts';

/** Supported versions of the protocol, the newest first. */
export const versions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** Version that is assumed for clients that do not send one; the only version with batches. */
export const oldestVersion = '2025-03-26';

/** Maximum number of messages in a batch. */
export const maxMessages = 8;

export type Id = string | number;

/** A message: a request if it has an ID and a method, a notification if it has no ID; otherwise a response. */
export interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the reply to a request as JSON. `result` is JSON text. */
export const replyOf = (id: Id, result: string): string =>
  joinProperties({ jsonrpc: '"2.0"', id: JSON.stringify(id), result });

/** An error in a reply, with its JSON-RPC code. */
export class JsonRpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const parseError = -32700;
export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const invalidParams = -32602;

/** Returns an error reply as JSON. `code` is a JSON-RPC code. */
export const errorReplyOf = (id: Id | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses the messages in a body, and returns whether they are a batch. Throws a JsonRpcError. */
export function readMessages(
  body: Uint8Array,
  version: string,
): { readonly messages: readonly Message[]; readonly isList: boolean } {
  const parsed = readJson(body);
  if (!Array.isArray(parsed)) return { messages: [readMessage(parsed)], isList: false };
  if (version !== oldestVersion)
    throw new JsonRpcError(invalidRequest, 'This protocol version has no batches; send one message at a time.');
  if (parsed.length === 0 || parsed.length > maxMessages)
    throw new JsonRpcError(invalidRequest, `A batch must have 1 to ${maxMessages} messages.`);
  return { messages: parsed.map(readMessage), isList: true };
}

function readJson(body: Uint8Array): unknown {
  try {
    const text = utf8.decode(body);
    requireBounded(text);
    return JSON.parse(text);
  } catch (error) {
    throw new JsonRpcError(parseError, error instanceof ApiError ? error.message : 'The body is not valid JSON.');
  }
}

function readMessage(parsed: unknown): Message {
  if (!isObject(parsed) || parsed.jsonrpc !== '2.0')
    throw new JsonRpcError(invalidRequest, 'The message is not a JSON-RPC 2.0 message.');
  const { id, method, params = {} } = parsed;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    throw new JsonRpcError(invalidRequest, 'The ID of a message must be a string or a number.');
  if (method !== undefined && typeof method !== 'string')
    throw new JsonRpcError(invalidRequest, 'The method of a message must be a string.');
  if (!isObject(params)) throw new JsonRpcError(invalidRequest, 'The parameters of a message must be an object.');
  return { ...(id !== undefined && { id }), ...(method !== undefined && { method }), params };
}

/** Whether a content type is JSON. */
export const isJson = (contentType: string | undefined): boolean => kindOfBody('POST', contentType) === 'json';
