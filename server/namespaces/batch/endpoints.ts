// Implements the endpoint of batches. A batch contains several requests.

import type { Spelling } from '../../../contract/names/spelling.ts';
import { type BatchEndpoints, batchModule } from '../../../contract/namespaces/batch.ts';
import { ApiError } from '../../api-error.ts';
import type { Database } from '../../database/handle.ts';
import { implement, type Operations } from '../../http/implement.ts';
import { joinProperties, SerializedJson } from '../../http/json-text.ts';
import type { ArgsOf, Call, Module } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import { parseQuery } from '../../http/parameters/query-string.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { enveloped, type ResponseDraft } from '../../http/response.ts';
import type { BoundEndpoint } from '../../http/routes.ts';
import type { CheckedRequest, Pipeline } from '../../http/serve.ts';
import { stateTag } from '../../http/state.ts';
import { TextBudget } from '../../http/text-budget.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';

/** The operations, keyed by their names in the contract. */
type BatchOperations = Operations<BatchEndpoints, object, never>;

// POST /batch/v1: performs the requests of a batch (protocol.md §14). They are matched, checked and performed one after the other
// and share no state (docs/security.md, Design rules).

type Item = ArgsOf<BatchEndpoints['run-batch']>['requests'][number];

interface BatchDeps {
  readonly mounts: Mounts;
  readonly database: Pick<Database, 'flushTogether'>;
}

/**
 * Performs the requests of a batch. With `require-all-validate`, no request is performed if any request is invalid. Each request has a
 * transaction of its own, and all of them are on disk before the response is returned.
 */
function runBatch({ mounts, database }: BatchDeps): BatchOperations['run-batch'] {
  return {
    async run(call) {
      const { requests, validation } = call.args;
      const { pipeline, spelling } = mounts.of(call);
      const all: (CheckedRequest | { readonly error: unknown })[] = [];
      const yielder = new EventLoopYielder();
      const textBudget = new TextBudget(pipeline.maxTextBytes);
      for (const item of requests) {
        all.push(await checkItem(pipeline, call, item, textBudget));
        await yielder.turn();
      }
      const isRejected =
        validation === 'require-all-validate' && all.some((each) => validationErrorOf(each) !== undefined);
      if (isRejected) {
        const responses = all.map((each) => validationResponse(pipeline, spelling, each));
        return { kind: 'value', status: 207, value: batchOf(responses, 'validation') };
      }
      const responses: string[] = [];
      await database.flushTogether(async () => {
        for (const [index, each] of all.entries()) {
          const draft = 'error' in each ? pipeline.errorDraft(each.error) : await pipeline.execute(each);
          responses.push(enveloped(namesVersion(requests[index]) ? withEtag(draft) : draft, spelling));
          await yielder.turn();
        }
      });
      return { kind: 'value', status: 207, value: batchOf(responses) };
    },
  };
}

/** Whether a request has `If-Match`. Other clients get the headers that the contract defines (protocol.md §14), without an ETag. */
const namesVersion = ({ headers = {} }: Partial<Item> = {}): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'if-match');

/** Adds the ETag for `If-Match`: the HTTP server adds it only to responses outside of batches. It consists of the state. */
const withEtag = (draft: ResponseDraft): ResponseDraft =>
  draft.state === undefined ? draft : { ...draft, headers: { ...draft.headers, ETag: stateTag(draft.state) } };

/** Returns the response of a batch. `responses` are serialized as JSON. */
const batchOf = (responses: readonly string[], failed?: string): SerializedJson =>
  new SerializedJson(joinProperties({ failed: failed && JSON.stringify(failed), responses: `[${responses.join()}]` }));

/** Matches and checks one request. Errors are returned, not thrown, because they are the response to that request only. */
async function checkItem(
  pipeline: Pipeline,
  call: Call,
  item: Item,
  textBudget: TextBudget,
): Promise<CheckedRequest | { readonly error: unknown }> {
  try {
    textBudget.add(item.body);
    return await pipeline.check(toRequestContext(call, item), requireBatchable);
  } catch (error) {
    return { error };
  }
}

function requireBatchable({ declared }: BoundEndpoint): void {
  if (declared.batch === true) return;
  throw new ApiError('rest_batch_not_allowed', 400, 'This route does not support batch requests.');
}

const validationErrorOf = (
  each: CheckedRequest | { readonly error: unknown },
): { readonly error: unknown } | undefined => {
  if ('error' in each) return each;
  return 'error' in each.call ? each.call : undefined;
};

/** Returns the validation error of a request, or `null`, as JSON. It has no headers, because no request was performed. */
function validationResponse(
  pipeline: Pipeline,
  spelling: Spelling,
  each: CheckedRequest | { readonly error: unknown },
): string {
  const validationError = validationErrorOf(each);
  if (!validationError) return 'null';
  const { status, body } = pipeline.errorDraft(validationError.error, 'matched' in each ? each.matched : undefined);
  return enveloped({ status, body, headers: {} }, spelling);
}

/** Query parameters that are valid only for the batch as a whole. */
const batchLevelParameters = ['_envelope', '_embed', '_method', '_jsonp'] as const;

/** Returns the context of one request. Throws ApiError 400 `parse_path_failed` if its path is malformed. */
function toRequestContext(call: Call, { method = 'POST', path, body = {}, headers = {} }: Item): RequestContext {
  if (isMalformed(path)) throw new ApiError('parse_path_failed', 400, 'The path of this request is malformed.');
  const [pathname = '', queryString = ''] = path.split('#', 1)[0]?.split(/\?(.*)/s, 2) ?? [];
  const requestHeaders = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return {
    head: {
      method,
      path: pathname,
      query: withoutBatchLevelParameters(parseQueryLeniently(queryString)),
      headers: call.spelling.requestHeaders(Object.fromEntries(requestHeaders)),
      from: call.from,
    },
    body: { read: () => ({ query: withoutBatchLevelParameters(parseQuery(queryString)), json: body }) },
    actor: call.actor,
    execution: { work: call.work, version: call.version },
  };
}

const withoutBatchLevelParameters = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => !(batchLevelParameters as readonly string[]).includes(name)),
  );

function parseQueryLeniently(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseQuery(text);
  } catch {
    return {};
  }
}

/** Returns whether a path is a URL without a host or with an invalid port. Other absolute URLs are parsed, but match no route. */
const isMalformed = (path: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[/?#:]|$|[^/?#]*:(?!\d{1,5}(?:[/?#]|$)))/i.test(path);

/** Returns the module of batches. */
export function batchEndpoints(deps: BatchDeps): Module {
  return implement(batchModule, { permissions: {}, operations: { 'run-batch': runBatch(deps) } });
}
