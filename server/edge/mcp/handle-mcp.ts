// Serves the Model Context Protocol over HTTP, without sessions: every request is independent, and its response is JSON.
// Tools run abilities (protocol.md §20): a tool call becomes a request to the `run` route of an ability, with the credentials of
// the caller.

import type { Spelling } from '../../../contract/names/spelling.ts';
import { ApiError } from '../../api-error.ts';
import { joinProperties, toText } from '../../http/json-text.ts';
import { isObject } from '../../http/parameters/conversions.ts';
import { containsLongText, DEFAULT_MAX_TEXT_BYTES } from '../../http/parameters/text-length.ts';
import type { Dispatch } from '../../http/pipeline.ts';
import { makeRequest } from '../../http/request.ts';
import { TextBudget } from '../../http/text-budget.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';
import { CpuBudget } from '../../workers/work-scope.ts';
import {
  errorReplyOf,
  invalidParams,
  invalidRequest,
  isJson,
  JsonRpcError,
  type Message,
  methodNotFound,
  oldestVersion,
  readMessages,
  replyOf,
  versions,
} from './messages.ts';
import { type OfferedAbility, toolName, toolOf } from './tools.ts';

/** The API in one spelling, for tools. */
interface ToolApi {
  readonly spelling: Spelling;
  readonly dispatch: Dispatch;
  readonly abilities: { readonly all: readonly OfferedAbility[] };
}

export interface McpDeps {
  readonly native: ToolApi;
  /** The API in the compatible spelling, for URLs with `spelling=compatible`. If absent, they use the native spelling. */
  readonly compatible?: ToolApi | undefined;
  /** Origins whose pages may send requests, including that of the site. */
  readonly origins: readonly string[];
  readonly version: string;
  readonly siteInfo: () => { readonly title: string };
  /** Maximum total size of the texts in the messages of a batch, in bytes. */
  readonly maxTextBytes?: number;
}

export interface McpRequest {
  readonly method: string;
  /** URL with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** IP address of the client. */
  readonly from: string;
  /** ID of the request in the log; absent for internal requests. */
  readonly id?: string | undefined;
  /** A signal that aborts when no caller waits for the response any longer. */
  readonly signal?: AbortSignal | undefined;
}

export interface McpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body, if any. */
  readonly body?: string;
  /** ID of the signed-in user. */
  readonly userId?: number | undefined;
}

/** Handles a request. Throws only unexpected errors. */
export type HandleMcp = (request: McpRequest) => Promise<McpResponse>;

/** Returns the handler for requests to `/mcp`. */
export function makeMcp(deps: McpDeps): HandleMcp {
  const origins = new Set(deps.origins);
  return async (request) => {
    const { origin } = request.headers;
    // With DNS rebinding, a page of another site can send requests to this server, but it cannot change its origin.
    if (origin !== undefined && !origins.has(origin))
      return errorResponse(403, invalidRequest, 'This origin is not allowed.');
    const response = await respondTo(deps, request);
    const crossOrigin = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin };
    return { ...response, headers: { Vary: 'Origin', ...crossOrigin, ...response.headers } };
  };
}

const errorResponse = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): McpResponse => ({ status, headers, body: errorReplyOf(null, code, message) });

const preflight: McpResponse = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Session-Id',
  },
};

async function respondTo(deps: McpDeps, request: McpRequest): Promise<McpResponse> {
  const { method } = request;
  if (method === 'OPTIONS') return preflight;
  if (method !== 'POST')
    return errorResponse(405, invalidRequest, 'Send messages with POST; there is no event stream.', {
      Allow: 'POST, OPTIONS',
    });
  const { userId, error } = await identify(deps, request);
  const response = error ?? (await respondToUser(deps, request));
  return { ...response, userId };
}

/** Responds to the POST of a signed-in caller. */
async function respondToUser(deps: McpDeps, request: McpRequest): Promise<McpResponse> {
  const { headers, body } = request;
  if (!isJson(headers['content-type']))
    return errorResponse(415, invalidRequest, 'The content type must be application/json.');
  if (!acceptsJson(headers.accept))
    return errorResponse(406, invalidRequest, 'The Accept header must allow application/json.');
  const version = headers['mcp-protocol-version'] ?? oldestVersion;
  if (!(versions as readonly string[]).includes(version))
    return errorResponse(400, invalidRequest, `Unsupported protocol version; use one of ${versions.join(', ')}.`);
  try {
    const yielder = new EventLoopYielder();
    const { messages, isList: isBatch } = readMessages(body, version);
    const batchLimits = isBatch ? new BatchLimits(deps.maxTextBytes) : undefined;
    const replies: string[] = [];
    for (const message of messages) {
      await yielder.turn();
      const reply = await replyTo(deps, { ...request, listLimits: batchLimits }, message);
      await yielder.turn();
      if (reply) replies.push(reply);
    }
    const [first] = replies;
    return first
      ? { status: 200, headers: {}, body: isBatch ? `[${replies.join()}]` : first }
      : { status: 202, headers: {} };
  } catch (error) {
    if (error instanceof JsonRpcError) return errorResponse(400, error.code, error.message);
    throw error;
  }
}

/** Maximum total length of the results of all tool calls in a batch, in characters. */
const maxResultLength = 4 * 1024 * 1024;

/** CPU time for all messages of a batch, in milliseconds: less than that of one request, because each message has some overhead. */
const maxCpuMs = 200;

/** Resource limits that the messages of a batch share. */
class BatchLimits {
  readonly budget = new CpuBudget(maxCpuMs);
  readonly #texts: TextBudget;
  #resultLength = 0;

  constructor(maxTextBytes: number | undefined) {
    this.#texts = new TextBudget(maxTextBytes);
  }

  /**
   * Counts the input of a tool before it is called. Throws a JsonRpcError if the total of the inputs or of the previous results is too
   * large.
   */
  takeInput(input: object): void {
    if (this.#resultLength > maxResultLength)
      throw new JsonRpcError(
        invalidRequest,
        'The results of the previous calls are too long; send this call in a separate request.',
      );
    try {
      this.#texts.add(input);
    } catch (error) {
      throw error instanceof ApiError ? new JsonRpcError(invalidParams, error.message) : error;
    }
  }

  addResult(text: string): void {
    this.#resultLength += text.length;
  }
}

/** Throws a JsonRpcError for a text that is longer than any request may contain, before the text is processed. */
function requireShortTexts(input: object, maxTextBytes = DEFAULT_MAX_TEXT_BYTES): void {
  if (containsLongText(input, maxTextBytes))
    throw new JsonRpcError(
      invalidParams,
      `A text in the tool arguments is too long: at most ${maxTextBytes} bytes are allowed.`,
    );
}

/** A request. If it is a batch, it has the limits that its messages share. */
interface McpRequestWithLimits extends McpRequest {
  readonly listLimits: BatchLimits | undefined;
}

const acceptsJson = (accept = '*/*'): boolean => /application\/(json|\*)|\*\/\*/i.test(accept);

/** Returns the ID of the signed-in user, or the error response if the caller may not use the endpoint. */
async function identify(
  deps: McpDeps,
  request: McpRequest,
): Promise<{ readonly userId?: number | undefined; readonly error?: McpResponse }> {
  const probeUrl = '/cms-abilities/v1/categories?per_page=1&_fields=slug';
  const { status, body, headers, userId } = await deps.native.dispatch(requestOf(request, 'GET', probeUrl));
  if (status === 200) return { userId };
  const isAnonymous = status === 401 && request.headers.authorization === undefined;
  const message = isAnonymous ? 'Sign in with an application password.' : errorMessageOf(toText(body ?? '{}'));
  const error = errorResponse(status, invalidRequest, message, {
    ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="Octavo", charset="UTF-8"' }),
    ...(headers['Retry-After'] && { 'Retry-After': headers['Retry-After'] }),
  });
  return { userId, error };
}

/** Creates a request with only the credentials and the user agent of the caller. Cookies are not passed on. */
const requestOf = (
  { headers, from, id, signal, listLimits: batchLimits }: McpRequest & Partial<McpRequestWithLimits>,
  method: string,
  url: string,
  json?: object,
) =>
  makeRequest(method, url, {
    headers: {
      ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      'user-agent': headers['user-agent'] ?? '',
    },
    ...(json && { json }),
    from,
    id,
    signal,
    budget: batchLimits?.budget,
  });

function errorMessageOf(json: string): string {
  const { message } = JSON.parse(json) as { message?: string };
  return message ?? 'The request failed; try again later.';
}

/** Returns the reply to a request as JSON; undefined for notifications and responses. */
async function replyTo(deps: McpDeps, request: McpRequestWithLimits, message: Message): Promise<string | undefined> {
  const { id, method, params } = message;
  if (id === undefined || method === undefined) return undefined;
  try {
    return replyOf(id, await resultOf(deps, request, method, params));
  } catch (error) {
    if (error instanceof JsonRpcError) return errorReplyOf(id, error.code, error.message);
    throw error;
  }
}

/** Returns the result of a request as JSON. Throws a JsonRpcError. */
async function resultOf(
  deps: McpDeps,
  request: McpRequestWithLimits,
  method: string,
  params: Message['params'],
): Promise<string> {
  switch (method) {
    case 'initialize':
      return JSON.stringify(initializeResult(deps, params));
    case 'ping':
      return '{}';
    case 'tools/list':
      if (params.cursor !== undefined)
        throw new JsonRpcError(invalidParams, 'Invalid cursor: the list of tools has a single page.');
      return JSON.stringify({ tools: offeredAbilities(deps, request).map(toolOf) });
    case 'tools/call':
      return callTool(deps, request, params);
    default:
      throw new JsonRpcError(methodNotFound, `Unknown method: ${method}.`);
  }
}

function initializeResult({ version, siteInfo }: McpDeps, { protocolVersion }: Message['params']): object {
  return {
    protocolVersion: versions.find((each) => each === protocolVersion) ?? versions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'octavo', title: siteInfo().title, version },
    instructions:
      'Tools read and change the content of this site. Lists are paginated; `total_pages` is the number of pages. ' +
      'To read the raw text instead of HTML, set `context` to `edit`. ' +
      'To keep responses short, list only the properties you need in `fields`.',
  };
}

const queryOf = ({ url }: McpRequest): URLSearchParams => new URLSearchParams(url.split('?', 2)[1] ?? '');

/** Returns the API in the spelling that the URL selects. */
const apiOf = ({ native, compatible }: McpDeps, request: McpRequest): ToolApi =>
  (queryOf(request).get('spelling') === 'compatible' ? compatible : undefined) ?? native;

/** Returns the abilities offered at a URL: all, or those of the categories in its query. */
function offeredAbilities(deps: McpDeps, request: McpRequest): readonly OfferedAbility[] {
  const { abilities } = apiOf(deps, request);
  const categories = queryOf(request)
    .getAll('category')
    .flatMap((each) => each.split(','));
  return categories.length === 0
    ? abilities.all
    : abilities.all.filter(({ declared }) => categories.includes(declared.category));
}

/** Returns the result of a tool call in both forms of the protocol: as text and as structured content. Errors are only text. */
async function callTool(deps: McpDeps, request: McpRequestWithLimits, params: Message['params']): Promise<string> {
  const { name, arguments: input = {} } = params;
  const ability = offeredAbilities(deps, request).find((each) => toolName(each) === name);
  if (!ability) throw new JsonRpcError(invalidParams, `Unknown tool: ${JSON.stringify(name ?? '')}.`);
  if (!isObject(input)) throw new JsonRpcError(invalidParams, 'The arguments of a tool must be an object.');
  requireShortTexts(input, deps.maxTextBytes);
  request.listLimits?.takeInput(input);
  const { dispatch, spelling } = apiOf(deps, request);
  const path = spelling.path(`/cms-abilities/v1/abilities/${ability.declared.name}/run`);
  const { status, body } = await dispatch(requestOf(request, ability.method, path, { input }));
  const text = toText(body ?? '{}');
  request.listLimits?.addResult(text);
  const content = JSON.stringify([{ type: 'text', text }]);
  return joinProperties(status < 400 ? { content, structuredContent: text } : { content, isError: 'true' });
}
