// POST /batch/v1 (protocol.md §14). Each request is one object that is matched, checked and carried out by itself, in the
// order given; none shares anything with another (architecture.md §7).
import type { Args } from '../../../contract/grammar/parameter.ts';
import type { batchParameters } from '../../../contract/namespaces/batch.ts';
import { draftOfError, enveloped } from '../../http/answer.ts';
import { objectOf, Written } from '../../http/json-text.ts';
import { parseQuery } from '../../http/parameters/query-string.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { BoundEndpoint } from '../../http/routes.ts';
import { type Checked, carryOut, check, type FindServeParts, type ServeParts, type Way } from '../../http/serve.ts';
import { TextBudget } from '../../http/text-budget.ts';
import { Refusal } from '../../refusal.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';

type BatchArgs = Args<typeof batchParameters>;
type Item = BatchArgs['requests'][number];

/** Carries out the requests of a batch; where all must be valid, none if one is not. */
export function runBatch(partsOf: FindServeParts): Operation {
  return {
    async run(call: Call<BatchArgs>) {
      const { requests, validation } = call.args;
      const parts = partsOf(call);
      const all: (Checked | { readonly error: unknown })[] = [];
      const yielder = new EventLoopYielder();
      const texts = new TextBudget(parts.maxTextBytes);
      for (const item of requests) {
        all.push(await checkItem(parts, call, item, texts));
        await yielder.turn();
      }
      const failed = validation === 'require-all-validate' && all.some((each) => faultOf(each) !== undefined);
      if (failed) {
        const responses = all.map((each) => refusedAnswer(parts, each));
        return { kind: 'value', status: 207, value: batchOf(responses, 'validation') };
      }
      const responses: string[] = [];
      for (const each of all) {
        const draft = 'error' in each ? draftOfError(each.error, parts) : await carryOut(parts, each);
        responses.push(enveloped(draft, parts.spelling));
        await yielder.turn();
      }
      return { kind: 'value', status: 207, value: batchOf(responses) };
    },
  };
}

/** Joins responses that are JSON already. */
const batchOf = (responses: readonly string[], failed?: string): Written =>
  new Written(objectOf({ failed: failed && JSON.stringify(failed), responses: `[${responses.join()}]` }));

/** Matches and checks one request; what is wrong with it is for its own answer. */
async function checkItem(
  parts: ServeParts,
  call: Call,
  item: Item,
  texts: TextBudget,
): Promise<Checked | { readonly error: unknown }> {
  try {
    texts.take(item.body);
    return await check(parts, wayOf(call, item), requireBatchable);
  } catch (error) {
    return { error };
  }
}

function requireBatchable({ declared }: BoundEndpoint): void {
  if (declared.batch === true) return;
  throw new Refusal('rest_batch_not_allowed', 400, 'This route cannot be asked for in a batch.');
}

const faultOf = (each: Checked | { readonly error: unknown }): { readonly error: unknown } | undefined => {
  if ('error' in each) return each;
  return 'error' in each.call ? each.call : undefined;
};

/** Why a request is not valid, told without headers, as nothing was carried out; null where it is. As JSON. */
function refusedAnswer(parts: ServeParts, each: Checked | { readonly error: unknown }): string {
  const fault = faultOf(each);
  if (!fault) return 'null';
  const { status, body } = draftOfError(fault.error, parts);
  return enveloped({ status, body, headers: {} }, parts.spelling);
}

/** What disguises a request counts for whole requests only; so does who is asking. */
const disguises = ['_envelope', '_embed', '_method', '_jsonp'] as const;

/** Throws Refusal 400 `parse_path_failed`. */
function wayOf(call: Call, { method = 'POST', path, body = {}, headers = {} }: Item): Way {
  if (isUnreadable(path)) throw new Refusal('parse_path_failed', 400, 'The path of this request cannot be read.');
  const [before = '', text = ''] = path.split('#', 1)[0]?.split(/\?(.*)/s, 2) ?? [];
  return {
    method,
    path: before,
    query: withoutDisguises(readableQuery(text)),
    read: () => ({ query: withoutDisguises(parseQuery(text)), json: body }),
    headers: call.spelling.requestHeaders(
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.toLowerCase(),
          Array.isArray(value) ? value.join(', ') : value,
        ]),
      ),
    ),
    from: call.from,
    work: call.work,
    mark: call.mark,
    actor: call.actor,
  };
}

const withoutDisguises = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !(disguises as readonly string[]).includes(name)));

function readableQuery(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseQuery(text);
  } catch {
    return {};
  }
}

/** An address without a host, or with a port that cannot be one. Other addresses are readable, but no paths of ours. */
const isUnreadable = (path: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[/?#:]|$|[^/?#]*:(?!\d{1,5}(?:[/?#]|$)))/i.test(path);
