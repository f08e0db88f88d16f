// Creates the calls that permissions, operations and presenters receive.
import type { Actor } from '../access/actor.ts';
import type { Call } from './module.ts';
import type { ParsedParameters, Sources } from './parameters/read-parameters.ts';
import { createPreconditionCheck } from './precondition.ts';
import type { Callers, RequestContext, ServeDeps } from './request-context.ts';
import type { RequestReads } from './request-reads.ts';
import type { BoundEndpoint, Match } from './routes.ts';

/** A matched request from which calls are created. */
export interface MatchedRequest {
  readonly deps: ServeDeps;
  readonly context: RequestContext;
  readonly match: Match;
  readonly sources: Sources;
  readonly reads: RequestReads;
  /** Returns the current state of the item at the URL of the request; undefined if it has none. */
  readonly currentState: () => Promise<string | undefined>;
}

const emptyBody = new Uint8Array();

/** Creates a call with these parameters, whose names are native. */
export function makeCall(
  { deps, context, match, sources, reads, currentState }: MatchedRequest,
  { args, nulls }: Pick<ParsedParameters, 'args' | 'nulls'>,
): Call {
  const { spelling, rest } = deps.table;
  const { head, body, execution, actor } = context;
  const call: Call = {
    actor,
    resource: match.route.source,
    spelling,
    rest,
    method: head.method,
    args,
    nulls,
    path: match.route.nativePath(match.path),
    from: head.from,
    work: execution.work,
    userAgent: head.headers['user-agent'] ?? '',
    raw: body.raw ?? emptyBody,
    header: (name) => {
      reads.recordHeader();
      return head.headers[name];
    },
    version: execution.version,
    ...(execution.bypassesCache && { bypassesCache: true }),
    ...(execution.reserve && { reserve: execution.reserve }),
    query: reads.query?.recording(sources.query) ?? sources.query,
    submitted: (native) => {
      const name = spelling.name(native);
      reads.recordParameter(name);
      return sources.json?.[name] ?? sources.form?.[name] ?? sources.query[name];
    },
    requireMatch: createPreconditionCheck(head.headers['if-match'], currentState),
    renew: () => reloadActor(deps.callers, match.endpoint, call),
  };
  return call;
}

/** Returns the actor of a call with its current capabilities; undefined if the permission of the endpoint is now denied. */
async function reloadActor(callers: Callers, { permission }: BoundEndpoint, call: Call): Promise<Actor | undefined> {
  const actor = await callers.renew(call.actor);
  if (!actor) return undefined;
  const reloadedCall = { ...call, actor };
  return permission.permit(reloadedCall, await permission.load?.(reloadedCall)) ? undefined : actor;
}

/** Returns parameters keyed by their native names, in the same order. */
export function withNativeNames(
  { nativeNames }: BoundEndpoint,
  args: Record<string, unknown>,
): Record<string, unknown> {
  if (!nativeNames) return args;
  const native: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(args)) native[nativeNames.get(name) ?? name] = value;
  return native;
}
