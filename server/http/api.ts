// The API in one spelling of its names: its routes, and what answers requests to them. Everything that is the same in every spelling
// (modules, caches, keys) is shared.
import type { Spelling } from '../../contract/names/spelling.ts';
import { makeEmbed, type Shown } from './embed.ts';
import { makeFindTargets } from './embed-targets.ts';
import type { Kept } from './kept.ts';
import { type Dispatch, type Identified, makeDispatch, type PipelineParts } from './pipeline.ts';
import { makePresent } from './present.ts';
import type { Presented } from './presenting.ts';
import { type FindUsedQuery, makeFindUsedQuery } from './query-use.ts';
import type { Request } from './request.ts';
import type { Room } from './room.ts';
import { type Announced, makeRouteTable, type RouteTable } from './routes.ts';
import { makeRefuseLargeBody, type RefuseLargeBody } from './unread-bodies.ts';

/** The API at one mount. */
export interface Api {
  readonly spelling: Spelling;
  /** The address of the REST root, without a slash at its end. */
  readonly rest: string;
  readonly table: RouteTable;
  readonly pipeline: PipelineParts;
  readonly dispatch: Dispatch;
  /** Finds which part of a query responses to reads depend on. */
  readonly findUsedQuery: FindUsedQuery;
  /** Returns the error for a large body that comes without credentials. */
  readonly refuseLargeBody: RefuseLargeBody;
}

/** The dependencies of the API that are the same in every spelling. */
export interface ApiParts
  extends Omit<PipelineParts, 'table' | 'spelling' | 'rest' | 'checks' | 'present' | 'identify'> {
  readonly routes: readonly Announced[];
  readonly modules: Readonly<Record<string, Room>>;
  /** Identifies the sender of a request, whose parameters are spelled so. */
  readonly identify: (request: Request, spelling: Spelling) => Promise<Identified>;
  /** Records and embedded records, within one limit for all spellings. */
  readonly caches: {
    readonly records: Kept<Presented>;
    readonly recordsForViewers: Kept<Presented>;
    readonly embedded: Kept<Shown>;
  };
}

/** Compiles the API for a spelling and the address of its REST root. Throws where a declaration names what does not exist. */
export function makeApi(parts: ApiParts, spelling: Spelling, rest: string): Api {
  const { routes, modules, identify, caches, ...common } = parts;
  const table = makeRouteTable(routes, modules, spelling);
  const all = Object.values(modules);
  const readers = all.flatMap((module) => module.embeds ?? []);
  const present = makePresent({
    ...{ routes: table.routes, rest, spelling, key: common.key },
    embed: makeEmbed(makeFindTargets(readers, rest, spelling), caches.embedded),
    kept: caches.records,
    keptForViewers: caches.recordsForViewers,
  });
  const pipeline: PipelineParts = {
    ...common,
    ...{ table, spelling, rest, present },
    checks: Object.assign({}, ...all.map((module) => module.checks)),
    identify: (request) => identify(request, spelling),
  };
  return {
    ...{ spelling, rest, table, pipeline },
    dispatch: makeDispatch(pipeline),
    findUsedQuery: makeFindUsedQuery(table),
    refuseLargeBody: makeRefuseLargeBody(table),
  };
}
