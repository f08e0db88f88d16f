// Compiles the API at one mount: its routes in one spelling of the names, and the functions that serve requests to them. Modules,
// caches and keys do not depend on the spelling and are shared between mounts.
import type { Spelling } from '../../contract/names/spelling.ts';
import type { DependencyCache } from './dependency-cache.ts';
import { type EmbeddedTarget, makeEmbed } from './embed.ts';
import { makeFindTargets } from './embed-targets.ts';
import type { Module } from './module.ts';
import { type Dispatch, type DispatchAs, makeDispatch } from './pipeline.ts';
import { type FindStates, makeFindStates, makePresent, type RecordCaches } from './present.ts';
import { makePresentOutcome } from './present-outcome.ts';
import { type FindUsedQuery, makeFindUsedQuery } from './query-use.ts';
import type { Caching, ServeDeps } from './request-context.ts';
import { type AnnouncedRoute, makeRouteTable, type RestRoot, type RouteTable } from './routes.ts';
import { makePipeline, type Pipeline } from './serve.ts';
import { makeRejectLargeBody, type RejectLargeBody } from './unread-bodies.ts';

/** The API at one mount. */
export interface Api {
  readonly spelling: Spelling;
  /** The URL of the REST root, without a trailing slash. */
  readonly rest: string;
  readonly table: RouteTable;
  readonly pipeline: Pipeline;
  readonly dispatch: Dispatch;
  readonly dispatchAs: DispatchAs;
  /** Returns the part of a query that the response to a read depends on. */
  readonly findUsedQuery: FindUsedQuery;
  /** Computes the states of items, with which `If-Match` is compared. */
  readonly findStates: FindStates;
  /** Returns the error for a large body that is sent without credentials. */
  readonly rejectLargeBody: RejectLargeBody;
}

/** Dependencies of the records of all mounts. */
export interface RecordDeps extends RecordCaches, Caching {
  readonly embedded: DependencyCache<EmbeddedTarget>;
  /** The secret key for the states of items. */
  readonly key: string;
}

/** Dependencies of the API that are the same for every mount. */
export interface ApiDeps extends Pick<ServeDeps, 'callers' | 'bodies' | 'errors'> {
  readonly routes: readonly AnnouncedRoute[];
  readonly modules: readonly Module[];
  readonly records: RecordDeps;
}

/** Compiles the API of a mount. Throws DeclarationError if a route names a module, permission or operation that does not exist. */
export function makeApi(deps: ApiDeps, root: RestRoot): Api {
  const { routes, modules, records, callers, bodies, errors } = deps;
  const { spelling, rest } = root;
  const table = makeRouteTable(routes, modules, root);
  const readers = modules.flatMap((module) => module.embeds ?? []);
  const embed = makeEmbed(makeFindTargets(readers, rest, spelling), records.embedded);
  const presentOutcome = makePresentOutcome(makePresent(table, records, embed, records), records);
  const serveDeps: ServeDeps = { table, callers, bodies, presentOutcome, errors, caching: records };
  return {
    ...{ spelling, rest, table, pipeline: makePipeline(serveDeps) },
    ...makeDispatch(serveDeps),
    findUsedQuery: makeFindUsedQuery(table),
    findStates: makeFindStates(table, records.key),
    rejectLargeBody: makeRejectLargeBody(table),
  };
}
