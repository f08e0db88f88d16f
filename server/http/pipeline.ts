// Runs the request pipeline, in seven stages: identify → match → read parameters → load and authorize → act → present → respond
// (docs/a-request.md). The pipeline is independent of resources.
import { type Actor, anonymous, isSignedIn } from '../access/actor.ts';
import { senderKey } from '../access/sender-key.ts';
import { WorkScope } from '../workers/work-scope.ts';
import { methodOf, readQuery } from './method.ts';
import { readBodyYielding } from './parameters/body.ts';
import { parseQuery } from './parameters/query-string.ts';
import { type ApiRequest, type ApiResponse, withoutTrailingSlashes } from './request.ts';
import type { RequestContext, ServeDeps } from './request-context.ts';
import { errorDraft, finish, type ResponseDraft, type ResponseOptions } from './response.ts';
import { serve } from './serve.ts';
import type { Receive } from './upload.ts';

/** The caller of a request. */
export interface Identified {
  readonly actor: Actor;
  /** Whether the request has a browser session, so that the response must not be cached. */
  readonly hasSession?: boolean;
  /** A new nonce for the caller. */
  readonly nonce?: string;
}

export interface PipelineDeps extends ServeDeps {
  readonly identify: (request: ApiRequest) => Promise<Identified>;
  /** Receives files; absent if the service has no file store. */
  readonly receive?: Receive | undefined;
}

/** Returns the response to a request. Never throws. */
export type Dispatch = (request: ApiRequest) => Promise<ApiResponse>;

/** Returns the response to a request that an actor makes, regardless of the credentials in the request. Never throws. */
export type DispatchAs = (actor: Actor, request: ApiRequest) => Promise<ApiResponse>;

/** Creates the functions that run requests through the pipeline. */
export function makeDispatch(deps: PipelineDeps): { readonly dispatch: Dispatch; readonly dispatchAs: DispatchAs } {
  const respond = async (received: ApiRequest, identify: PipelineDeps['identify']): Promise<ApiResponse> => {
    const headers = deps.spelling.requestHeaders(received.headers);
    const request = headers === received.headers ? received : { ...received, headers };
    const query = readQuery(request.query);
    const { method, overridden } = methodOf(request, query);
    const version = deps.version();
    let options: ResponseOptions = {
      actor: anonymous,
      envelope: '_envelope' in query,
      head: method === 'HEAD',
      overridden,
      cacheable: request.method === 'GET' || request.method === 'HEAD',
    };
    let draft: ResponseDraft;
    try {
      const identified = await identify(request);
      options = { ...options, ...identified };
      const context = contextOf(deps, request, { method, query, version, actor: identified.actor });
      const timing = requestsTiming(request, identified.actor) ? makeTiming() : undefined;
      draft = await serve(deps, timing ? { ...context, ended: timing.ended } : context);
      if (timing) draft.headers['Server-Timing'] = timing.line();
    } catch (error) {
      draft = errorDraft(error, deps, request.id);
    }
    return finish(draft, options, deps);
  };
  return {
    dispatch: (request) => respond(request, deps.identify),
    dispatchAs: (actor, request) => respond(request, async () => ({ actor })),
  };
}

/**
 * Whether the response reports the duration of each stage. Durations reveal whether resources exist, so only administrators may
 * request them.
 */
const requestsTiming = ({ headers }: ApiRequest, actor: Actor): boolean =>
  headers['x-cms-timing'] !== undefined && actor.can('manage_options');

function makeTiming(): { ended(stage: string): void; line(): string } {
  const stages: string[] = [];
  let startedAt = performance.now();
  const ended = (stage: string) => {
    const now = performance.now();
    stages.push(`${stage};dur=${(now - startedAt).toFixed(3)}`);
    startedAt = now;
  };
  return { ended, line: () => stages.join(', ') };
}

function contextOf(
  deps: PipelineDeps,
  request: ApiRequest,
  { method, query, version, actor }: Pick<RequestContext, 'method' | 'query' | 'version' | 'actor'>,
): RequestContext {
  const { headers, from, id, stream, signal, budget, reserve } = request;
  return {
    // HEAD is served like GET; the body is dropped later (protocol.md §8.3).
    method: method === 'HEAD' ? 'GET' : method,
    path: withoutTrailingSlashes(request.path),
    query,
    read: async () => ({
      ...(await readBodyYielding(method, headers['content-type'], request.body)),
      query: parseQuery(request.query),
    }),
    ...(deps.receive && { receive: bindReceive(deps.receive, request, method, stream ?? toStream(request.body)) }),
    headers,
    raw: request.body,
    from,
    ...(id !== undefined && { id }),
    work: new WorkScope({ client: isSignedIn(actor) ? `user ${actor.id}` : senderKey(from), signal, budget }),
    version,
    actor,
    ...(reserve && { reserve }),
  };
}

/** Returns a buffered body as a stream, because an uploaded file may have a content type that is otherwise parsed as parameters. */
async function* toStream(body: Uint8Array): AsyncIterable<Uint8Array> {
  if (body.length > 0) yield body;
}

const bindReceive =
  (
    receive: Receive,
    { headers }: ApiRequest,
    method: string,
    stream: AsyncIterable<Uint8Array>,
  ): NonNullable<RequestContext['receive']> =>
  (shouldStore) =>
    receive({ method, headers, stream }, shouldStore);
