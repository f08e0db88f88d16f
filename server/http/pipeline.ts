// The way of every request, in seven stages: identify → match → read parameters → load and authorise → act → present →
// answer (docs/a-request.md). Nothing here names a resource.
import { type Actor, isSignedIn } from '../access/actor.ts';
import { senderOf } from '../access/sender.ts';
import { WorkScope } from '../workers/work-scope.ts';
import { type Draft, draftOfError, finish, type Manner } from './answer.ts';
import { methodOf, readQuery } from './method.ts';
import { readBodyInTurns } from './parameters/body.ts';
import { parseQuery } from './parameters/query-string.ts';
import { type Answer, type Request, withoutTrailingSlashes } from './request.ts';
import { type ServeParts, serve, type Way } from './serve.ts';
import type { Receive } from './upload.ts';

/** Who sent a request. */
export interface Identified {
  readonly actor: Actor;
  /** It came with a browser's session, which answers that others may keep must not follow from. */
  readonly inSession?: boolean;
  /** A fresh nonce for the sender. */
  readonly nonce?: string;
}

export interface PipelineParts extends ServeParts {
  readonly identify: (request: Request) => Promise<Identified>;
  /** Absent where no endpoint takes files. */
  readonly receive?: Receive | undefined;
}

/** Answers a request; never throws. */
export type Dispatch = (request: Request) => Promise<Answer>;

/** Joins the stages. */
export function makeDispatch(parts: PipelineParts): Dispatch {
  return async (sent) => {
    const headers = parts.spelling.requestHeaders(sent.headers);
    const request = headers === sent.headers ? sent : { ...sent, headers };
    const query = readQuery(request.query);
    const { method, overridden } = methodOf(request, query);
    const mark = parts.mark();
    let manner: Manner = {
      actor: nobody,
      envelope: '_envelope' in query,
      head: method === 'HEAD',
      overridden,
      cacheable: request.method === 'GET' || request.method === 'HEAD',
    };
    let draft: Draft;
    try {
      const identified = await parts.identify(request);
      manner = { ...manner, ...identified };
      const way = wayOf(parts, request, method, query, mark, identified.actor);
      const timing = wantsTiming(request, identified.actor) ? makeTiming() : undefined;
      draft = await serve(parts, timing ? { ...way, ended: timing.ended } : way);
      if (timing) draft.headers['Server-Timing'] = timing.line();
    } catch (error) {
      draft = draftOfError(error, parts);
    }
    return finish(draft, manner, parts);
  };
}

/** How long things take tells what is there, so only those hear it who run the site. */
const wantsTiming = ({ headers }: Request, actor: Actor): boolean =>
  headers['x-cms-timing'] !== undefined && actor.can('manage_options');

function makeTiming(): { ended(stage: string): void; line(): string } {
  const stages: string[] = [];
  let began = performance.now();
  const ended = (stage: string) => {
    const now = performance.now();
    stages.push(`${stage};dur=${(now - began).toFixed(3)}`);
    began = now;
  };
  return { ended, line: () => stages.join(', ') };
}

const nobody: Actor = { id: 0, login: '', roles: [], credential: { kind: 'none' }, can: () => false };

function wayOf(
  parts: PipelineParts,
  request: Request,
  method: string,
  query: Way['query'],
  mark: number,
  actor: Actor,
): Way {
  const { headers, from, stream, signal, budget, hold } = request;
  return {
    // HEAD is answered as GET is, without the body (protocol.md §8.3).
    method: method === 'HEAD' ? 'GET' : method,
    path: withoutTrailingSlashes(request.path),
    query,
    read: async () => ({
      ...(await readBodyInTurns(method, headers['content-type'], request.body)),
      query: parseQuery(request.query),
    }),
    ...(parts.receive && { receive: receiving(parts.receive, request, method, stream ?? whole(request.body)) }),
    headers,
    raw: request.body,
    from,
    work: new WorkScope({ client: isSignedIn(actor) ? `user ${actor.id}` : senderOf(from), signal, budget }),
    mark,
    actor,
    ...(hold && { hold }),
  };
}

/** A body in memory as a stream: a file may be of a type that is read as parameters, too. */
async function* whole(body: Uint8Array): AsyncIterable<Uint8Array> {
  if (body.length > 0) yield body;
}

const receiving =
  (
    receive: Receive,
    { headers }: Request,
    method: string,
    stream: AsyncIterable<Uint8Array>,
  ): NonNullable<Way['receive']> =>
  (keep) =>
    receive({ method, headers, stream }, keep);
