// The Model Context Protocol over HTTP, without sessions: every request stands for itself, and is answered as JSON at once.
// What tools do, abilities do (protocol.md §20): a call is a request to the route that runs one, with the caller's own
// credentials.

import type { Spelling } from '../../../contract/names/spelling.ts';
import { objectOf, textOf } from '../../http/json-text.ts';
import { isObject } from '../../http/parameters/conversions.ts';
import { DEFAULT_MAX_TEXT_BYTES, holdsLongText } from '../../http/parameters/text-length.ts';
import type { Dispatch } from '../../http/pipeline.ts';
import { makeRequest } from '../../http/request.ts';
import { TextBudget } from '../../http/text-budget.ts';
import { Refusal } from '../../refusal.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';
import { CpuBudget } from '../../workers/work-scope.ts';
import {
  Failure,
  failed,
  invalidParams,
  invalidRequest,
  isJson,
  type Message,
  oldestVersion,
  readMessages,
  replied,
  unknownMethod,
  versions,
} from './messages.ts';
import { type OfferedAbility, toolName, toolOf } from './tools.ts';

/** The API in one spelling, as tools use it. */
interface ToolApi {
  readonly spelling: Spelling;
  readonly dispatch: Dispatch;
  readonly abilities: { readonly all: readonly OfferedAbility[] };
}

export interface McpParts {
  readonly native: ToolApi;
  /** In the spelling of existing clients, for URLs with `spelling=compatible`; absent: it is not served. */
  readonly compatible?: ToolApi | undefined;
  /** The site's address, whose own pages may ask. */
  readonly home: string;
  /** Other origins whose pages may ask. */
  readonly origins: readonly string[];
  readonly version: string;
  readonly words: () => { readonly title: string };
  /** How long the texts of messages that come together may be. Bytes; absent: as usual. */
  readonly maxTextBytes?: number;
}

export interface McpRequest {
  readonly method: string;
  /** The address with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The sender's address. */
  readonly from: string;
  /** Aborts once nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface McpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; absent: nothing is said. */
  readonly body?: string;
}

/** Answers a request; never throws. */
export type AnswerMcp = (request: McpRequest) => Promise<McpAnswer>;

/** Makes what answers at `/mcp`. */
export function makeMcp(parts: McpParts): AnswerMcp {
  const origins = new Set([new URL(parts.home).origin, ...parts.origins]);
  return async (request) => {
    const { origin } = request.headers;
    // A page that was made to look as if it came from here may send anything (DNS rebinding); its origin tells.
    if (origin !== undefined && !origins.has(origin))
      return refused(403, invalidRequest, 'Pages of this origin may not ask here.');
    const answer = await answerTo(parts, request);
    const crossOrigin = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin };
    return { ...answer, headers: { Vary: 'Origin', ...crossOrigin, ...answer.headers } };
  };
}

const refused = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): McpAnswer => ({ status, headers, body: failed(null, code, message) });

const preflight: McpAnswer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Session-Id',
  },
};

async function answerTo(parts: McpParts, request: McpRequest): Promise<McpAnswer> {
  const { method, headers, body } = request;
  if (method === 'OPTIONS') return preflight;
  if (method !== 'POST')
    return refused(405, invalidRequest, 'Messages are sent by POST; nothing is told unasked.', {
      Allow: 'POST, OPTIONS',
    });
  const denied = await requireSignedIn(parts, request);
  if (denied) return denied;
  if (!isJson(headers['content-type'])) return refused(415, invalidRequest, 'Messages are application/json.');
  if (!acceptsJson(headers.accept)) return refused(406, invalidRequest, 'Answers are application/json.');
  const version = headers['mcp-protocol-version'] ?? oldestVersion;
  if (!(versions as readonly string[]).includes(version))
    return refused(400, invalidRequest, `The versions of the protocol that are spoken here: ${versions.join(', ')}.`);
  try {
    const yielder = new EventLoopYielder();
    const { messages, isList } = readMessages(body, version);
    const together = isList ? new Together(parts.maxTextBytes) : undefined;
    const replies: string[] = [];
    for (const message of messages) {
      await yielder.turn();
      const reply = await replyTo(parts, { ...request, together }, message);
      await yielder.turn();
      if (reply) replies.push(reply);
    }
    const [first] = replies;
    return first
      ? { status: 200, headers: {}, body: isList ? `[${replies.join()}]` : first }
      : { status: 202, headers: {} };
  } catch (error) {
    if (error instanceof Failure) return refused(400, error.code, error.message);
    throw error;
  }
}

/** The maximum length of the results of all tools called in one list. Characters. */
const maxResultLength = 4 * 1024 * 1024;

/** CPU time that the messages of one list may use together: less than one request may, for each costs something beside. */
const maxCpuMs = 200;

/** Counts the resources that the messages of one list use together. */
class Together {
  readonly budget = new CpuBudget(maxCpuMs);
  readonly #texts: TextBudget;
  #resultLength = 0;

  constructor(maxTextBytes: number | undefined) {
    this.#texts = new TextBudget(maxTextBytes);
  }

  /** Counts the input of a tool before it is called. Throws Failure where it is too much with those before. */
  takeInput(input: object): void {
    if (this.#resultLength > maxResultLength)
      throw new Failure(invalidRequest, 'The results of the calls before are too long; send this one by itself.');
    try {
      this.#texts.take(input);
    } catch (error) {
      throw error instanceof Refusal ? new Failure(invalidParams, error.message) : error;
    }
  }

  addResult(text: string): void {
    this.#resultLength += text.length;
  }
}

/** Throws Failure before anything is made of a text that no request may bring. */
function requireShortTexts(input: object, maxTextBytes = DEFAULT_MAX_TEXT_BYTES): void {
  if (holdsLongText(input, maxTextBytes))
    throw new Failure(invalidParams, `A text in the arguments of a tool may have at most ${maxTextBytes} bytes.`);
}

/** A request with what its messages share, where it has several. */
interface Messaging extends McpRequest {
  readonly together: Together | undefined;
}

const acceptsJson = (accept = '*/*'): boolean => /application\/(json|\*)|\*\/\*/i.test(accept);

/** Why who sends a request may not; undefined where they may. */
async function requireSignedIn(parts: McpParts, request: McpRequest): Promise<McpAnswer | undefined> {
  const asked = '/cms-abilities/v1/categories?per_page=1&_fields=slug';
  const { status, body, headers } = await parts.native.dispatch(requestOf(request, 'GET', asked));
  if (status === 200) return undefined;
  const isAnonymous = status === 401 && request.headers.authorization === undefined;
  const said = isAnonymous ? 'Sign in with an application password.' : messageIn(textOf(body ?? '{}'));
  return refused(status, invalidRequest, said, {
    ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="Octavo", charset="UTF-8"' }),
    ...(headers['Retry-After'] && { 'Retry-After': headers['Retry-After'] }),
  });
}

/** Nothing of the sender's headers goes on but who it is: cookies are no credentials here. */
const requestOf = (
  { headers, from, signal, together }: McpRequest & Partial<Messaging>,
  method: string,
  address: string,
  json?: object,
) =>
  makeRequest(method, address, {
    headers: {
      ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      'user-agent': headers['user-agent'] ?? '',
    },
    ...(json && { json }),
    from,
    signal,
    budget: together?.budget,
  });

function messageIn(json: string): string {
  const { message } = JSON.parse(json) as { message?: string };
  return message ?? 'This cannot be done at present.';
}

/** The reply to a request, as JSON; none to notifications and answers. */
async function replyTo(parts: McpParts, request: Messaging, message: Message): Promise<string | undefined> {
  const { id, method, params } = message;
  if (id === undefined || method === undefined) return undefined;
  try {
    return replied(id, await resultOf(parts, request, method, params));
  } catch (error) {
    if (error instanceof Failure) return failed(id, error.code, error.message);
    throw error;
  }
}

/** Returns the result of a request, as JSON. Throws Failure. */
async function resultOf(
  parts: McpParts,
  request: Messaging,
  method: string,
  params: Message['params'],
): Promise<string> {
  switch (method) {
    case 'initialize':
      return JSON.stringify(initialized(parts, params));
    case 'ping':
      return '{}';
    case 'tools/list':
      if (params.cursor !== undefined) throw new Failure(invalidParams, 'All tools are on one page.');
      return JSON.stringify({ tools: offered(parts, request).map(toolOf) });
    case 'tools/call':
      return call(parts, request, params);
    default:
      throw new Failure(unknownMethod, `${method} is no method here.`);
  }
}

function initialized({ version, words }: McpParts, { protocolVersion }: Message['params']): object {
  return {
    protocolVersion: versions.find((each) => each === protocolVersion) ?? versions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'octavo', title: words().title, version },
    instructions:
      'Tools read and change the content of this site. Lists come in pages: total_pages tells how many. To read the ' +
      'source of a text, ask with the context edit. Name the members you need in fields to keep answers short.',
  };
}

const queryOf = ({ url }: McpRequest): URLSearchParams => new URLSearchParams(url.split('?', 2)[1] ?? '');

/** The API that a URL asks for. */
const apiOf = ({ native, compatible }: McpParts, request: McpRequest): ToolApi =>
  (queryOf(request).get('spelling') === 'compatible' ? compatible : undefined) ?? native;

/** Lists the abilities offered at a URL: all, or those of the categories that its query names. */
function offered(parts: McpParts, request: McpRequest): readonly OfferedAbility[] {
  const { abilities } = apiOf(parts, request);
  const named = queryOf(request)
    .getAll('category')
    .flatMap((each) => each.split(','));
  return named.length === 0 ? abilities.all : abilities.all.filter(({ declared }) => named.includes(declared.category));
}

/** Returns the result of a tool, twice as the protocol asks: as text and as a value, which is the response unchanged. */
async function call(parts: McpParts, request: Messaging, params: Message['params']): Promise<string> {
  const { name, arguments: input = {} } = params;
  const ability = offered(parts, request).find((each) => toolName(each) === name);
  if (!ability) throw new Failure(invalidParams, `There is no tool ${JSON.stringify(name ?? '')}.`);
  if (!isObject(input)) throw new Failure(invalidParams, 'The arguments of a tool are an object.');
  requireShortTexts(input, parts.maxTextBytes);
  request.together?.takeInput(input);
  const { dispatch, spelling } = apiOf(parts, request);
  const path = spelling.path(`/cms-abilities/v1/abilities/${ability.declared.name}/run`);
  const { status, body } = await dispatch(requestOf(request, ability.method, path, { input }));
  const text = textOf(body ?? '{}');
  request.together?.addResult(text);
  const content = JSON.stringify([{ type: 'text', text }]);
  return objectOf(status < 400 ? { content, structuredContent: text } : { content, isError: 'true' });
}
