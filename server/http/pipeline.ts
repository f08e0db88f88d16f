// Runs the request pipeline, in seven stages: identify → match → read parameters → load and authorize → act → present → respond
// (docs/a-request.md). The pipeline is independent of resources.
import { type Actor, anonymous, isSignedIn } from '../access/actor.ts';
import { senderKey } from '../access/sender-key.ts';
import { WorkScope } from '../workers/work-scope.ts';
import { methodOf, readQuery } from './method.ts';
import { readBodyYielding } from './parameters/body.ts';
import { parseQuery } from './parameters/query-string.ts';
import { type ApiRequest, type ApiResponse, withoutTrailingSlashes } from './request.ts';
import type { Identified, RequestContext, RequestHead, ServeDeps } from './request-context.ts';
import { errorDraft, finish, type ResponseDraft, type ResponseOptions } from './response.ts';
import { serve } from './serve.ts';
import type { Receive } from './upload.ts';

/** Returns the response to a request. Never throws. */
export type Dispatch = (request: ApiRequest) => Promise<ApiResponse>;

/** Returns the response to a request that an actor makes, regardless of the credentials in the request. Never throws. */
export type DispatchAs = (actor: Actor, request: ApiRequest) => Promise<ApiResponse>;

/** Creates the functions that run requests through the pipeline. */
export function makeDispatch(deps: ServeDeps): { readonly dispatch: Dispatch; readonly dispatchAs: DispatchAs } {
  const { spelling } = deps.table;
  const respond = async (
    received: ApiRequest,
    identify: (request: ApiRequest) => Promise<Identified>,
  ): Promise<ApiResponse> => {
    const headers = spelling.requestHeaders(received.headers);
    const request = headers === received.headers ? received : { ...received, headers };
    const query = readQuery(request.query);
    const { method, overridden } = methodOf(request, query);
    const version = deps.caching.version();
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
      const { actor } = identified;
      const timing = requestsTiming(request, actor) ? makeTiming() : undefined;
      const body = bodyOf(request, method, deps.bodies.receive);
      const execution = { work: workOf(request, actor), reserve: request.reserve, version, ended: timing?.ended };
      draft = await serve(deps, { head: headOf(request, method, query), body, actor, execution });
      if (timing) draft.headers['Server-Timing'] = timing.line();
    } catch (error) {
      draft = errorDraft(error, deps.errors, spelling, { method, route: undefined, id: request.id });
    }
    return finish(draft, options, deps.table);
  };
  const identify = (request: ApiRequest) => deps.callers.identify(request, spelling);
  return {
    dispatch: (request) => respond(request, identify),
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

function headOf({ path, headers, from, id }: ApiRequest, method: string, query: RequestHead['query']): RequestHead {
  // HEAD is served like GET; the body is dropped later (protocol.md §8.3).
  return { method: method === 'HEAD' ? 'GET' : method, path: withoutTrailingSlashes(path), query, headers, from, id };
}

const bodyOf = (request: ApiRequest, method: string, receive: Receive | undefined): RequestContext['body'] => ({
  read: async () => ({
    ...(await readBodyYielding(method, request.headers['content-type'], request.body)),
    query: parseQuery(request.query),
  }),
  receive: receive && bindReceive(receive, request, method, request.stream ?? toStream(request.body)),
  raw: request.body,
});

const workOf = ({ from, signal, budget }: ApiRequest, actor: Actor): WorkScope =>
  new WorkScope({ client: isSignedIn(actor) ? `user ${actor.id}` : senderKey(from), signal, budget });

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
  ): NonNullable<RequestContext['body']['receive']> =>
  (shouldStore) =>
    receive({ method, headers, stream }, shouldStore);
