// Mounts the API: compiles it for each spelling of names that the service serves.
import type { Contract } from '../../contract/contract.ts';
import { compatibleSpelling, nativeSpelling, type Spelling } from '../../contract/names/spelling.ts';
import type { Database } from '../database/handle.ts';
import type { Subscription } from '../events/message.ts';
import { type Api, type ApiDeps, makeApi } from '../http/api.ts';
import { DependencyCache } from '../http/dependency-cache.ts';
import type { Mounts } from '../http/mounts.ts';
import type { Caching } from '../http/request-context.ts';
import { listRoutes } from '../list-routes.ts';
import type { BoundAbilities, MountAbilities } from '../namespaces/abilities/bound-abilities.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Access } from './access.ts';

/** Memory limits of the caches, in bytes: records, records for signed-in users, and embedded records. */
const maxRecordCacheBytes = 32 * 1024 * 1024;
const maxViewerCacheBytes = 16 * 1024 * 1024;
const maxEmbeddedCacheBytes = 8 * 1024 * 1024;

/** The API at one mount, with its abilities. */
export interface MountedApi extends Api {
  readonly abilities: BoundAbilities;
}

/** Options of the API. */
export interface ApiOptions extends Pick<ApiDeps, 'modules' | 'bodies' | 'errors'> {
  readonly contract: Contract;
  readonly abilities: MountAbilities;
  /** Receives each API when it is opened. */
  readonly mounts: Mounts;
}

/** The mounts of the API. Each is compiled when it is opened. */
export class Apis {
  readonly #home: string;
  readonly #abilities: MountAbilities;
  readonly #mounts: Mounts;
  readonly #shared: ApiDeps;
  readonly #mounted = new Map<Spelling, MountedApi>();

  constructor(
    { database, key, site }: SiteStorage,
    { callers }: Access,
    options: ApiOptions,
    { collectsTags }: Pick<Caching, 'collectsTags'>,
  ) {
    const { contract, abilities, mounts, modules, bodies, errors } = options;
    this.#home = site.home;
    this.#abilities = abilities;
    this.#mounts = mounts;
    this.#shared = {
      ...{ routes: listRoutes(contract), modules, callers, bodies, errors },
      records: {
        records: new DependencyCache(database.changes, maxRecordCacheBytes),
        recordsForViewers: new DependencyCache(database.changes, maxViewerCacheBytes),
        embedded: new DependencyCache(database.changes, maxEmbeddedCacheBytes),
        version: () => currentVersion(database),
        ...{ key, collectsTags },
      },
    };
  }

  /**
   * Returns the API in a spelling, and compiles it at the first call. Throws DeclarationError if a declaration refers to an unknown name.
   */
  open(spelling: Spelling): MountedApi {
    const found = this.#mounted.get(spelling);
    if (found) return found;
    const api = makeApi(this.#shared, { spelling, rest: this.#home + spelling.restPath });
    const mounted = { ...api, abilities: this.#abilities.bind(api.table) };
    this.#mounts.add(api);
    this.#mounted.set(spelling, mounted);
    return mounted;
  }
}

/** Returns the version of the tracked tables, with the changes of other processes. */
function currentVersion(database: Database): number {
  database.pollChanges();
  return database.changes.version();
}

/** Returns the mount whose names and URLs the deliveries of a webhook use. */
export function makeSubscriptionOf(home: string): (id: string) => Subscription {
  return (id) => {
    const spelling = id === compatibleSpelling.id ? compatibleSpelling : nativeSpelling;
    return { spelling, rest: home + spelling.restPath };
  };
}
