// Compiles the API at one mount: its routes in one spelling of the names, and the functions that serve requests to them. Modules,
// caches and keys do not depend on the spelling and are shared between mounts.
import type { Spelling } from '../../contract/names/spelling.ts';
import type { DependencyCache } from './dependency-cache.ts';
import { type EmbeddedTarget, makeEmbed } from './embed.ts';
import { makeFindTargets } from './embed-targets.ts';
import type { Module } from './module.ts';
import { type Dispatch, type DispatchAs, type Identified, makeDispatch, type PipelineDeps } from './pipeline.ts';
import { makePresent } from './present.ts';
import type { PresentedRecord } from './presentation.ts';
import { type FindUsedQuery, makeFindUsedQuery } from './query-use.ts';
import type { ApiRequest } from './request.ts';
import { type AnnouncedRoute, makeRouteTable, type RouteTable } from './routes.ts';
import { makeRejectLargeBody, type RejectLargeBody } from './unread-bodies.ts';

/** The API at one mount. */
export interface Api {
  readonly spelling: Spelling;
  /** The URL of the REST root, without a trailing slash. */
  readonly rest: string;
  readonly table: RouteTable;
  readonly pipeline: PipelineDeps;
  readonly dispatch: Dispatch;
  readonly dispatchAs: DispatchAs;
  /** Returns the part of a query that the response to a read depends on. */
  readonly findUsedQuery: FindUsedQuery;
  /** Returns the error for a large body that is sent without credentials. */
  readonly rejectLargeBody: RejectLargeBody;
}

/** Dependencies of the API that are the same for every mount. */
export interface ApiDeps extends Omit<PipelineDeps, 'table' | 'spelling' | 'rest' | 'checks' | 'present' | 'identify'> {
  readonly routes: readonly AnnouncedRoute[];
  readonly modules: readonly Module[];
  /** Identifies the caller of a request whose parameters use this spelling. */
  readonly identify: (request: ApiRequest, spelling: Spelling) => Promise<Identified>;
  /** Caches of records and embedded records, whose size limits apply to all mounts together. */
  readonly caches: {
    readonly records: DependencyCache<PresentedRecord>;
    readonly recordsForViewers: DependencyCache<PresentedRecord>;
    readonly embedded: DependencyCache<EmbeddedTarget>;
  };
}

/**
 * Compiles the API for a spelling and the URL of its REST root. Throws DeclarationError if a route names a module, permission or operation
 * that does not exist.
 */
export function makeApi(deps: ApiDeps, spelling: Spelling, rest: string): Api {
  const { routes, modules, identify, caches, ...common } = deps;
  const table = makeRouteTable(routes, modules, spelling);
  const readers = modules.flatMap((module) => module.embeds ?? []);
  const present = makePresent({
    ...{ routes: table.routes, rest, spelling, key: common.key },
    embed: makeEmbed(makeFindTargets(readers, rest, spelling), caches.embedded),
    cache: caches.records,
    userCache: caches.recordsForViewers,
  });
  const pipeline: PipelineDeps = {
    ...common,
    ...{ table, spelling, rest, present },
    checks: Object.assign({}, ...modules.map((module) => module.checks)),
    identify: (request) => identify(request, spelling),
  };
  return {
    ...{ spelling, rest, table, pipeline },
    ...makeDispatch(pipeline),
    findUsedQuery: makeFindUsedQuery(table),
    rejectLargeBody: makeRejectLargeBody(table),
  };
}
