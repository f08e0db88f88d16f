// Opens a node for tests: the service with its HTTP edge, listening on a port.
import type { AddressInfo } from 'node:net';
import type { ExtensionChoice } from '../server/config/choose-extensions.ts';
import type { SiteConfig } from '../server/config/site-config.ts';
import type { Database } from '../server/database/handle.ts';
import { type DatabaseLocation, openDatabase } from '../server/database/open.ts';
import { makeEdge } from '../server/edge/edge.ts';
import type { HttpServer } from '../server/edge/http-server.ts';
import { mountsOf } from '../server/edge/mounts.ts';
import { ResponseCache } from '../server/edge/response-cache.ts';
import { makeSharedCacheLines, type SharedCaching } from '../server/edge/shared-caching.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import type { FileStore } from '../server/files/store.ts';
import { makeService } from '../server/service.ts';
import { makeSite } from '../server/site.ts';
import { edgeDeps } from './edge.ts';
import { openTestSite, type TestSite } from './site.ts';

/** A listening service, as in one process of a deployment. */
export interface TestNode {
  readonly site: TestSite;
  readonly database: Database;
  readonly cache: ResponseCache;
  readonly app: HttpServer;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Requests a path, relative to the origin of the site. Redirects are not followed. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

interface Options {
  readonly config?: SiteConfig;
  /** Enabled extensions; none if absent. */
  readonly extensions?: readonly ExtensionChoice[];
  /** Whether the compatible mount is served. */
  readonly compatible?: boolean;
  /** Maximum size of the response cache, in bytes. */
  readonly maxCacheBytes?: number;
  readonly clock?: () => number;
  /** Function that replaces the delay after a failed login. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  readonly fetchLimits?: FetchLimits;
  /** Headers for shared caches; none if absent. */
  readonly sharedCaching?: SharedCaching;
  /** Store of uploaded files. If absent, no files are stored and no multipart forms are parsed. */
  readonly files?: FileStore;
}

/** Opens a node on a database and listens on a free port. */
export async function openNode(location: DatabaseLocation, options: Options = {}): Promise<TestNode> {
  const { config = {}, extensions = [], maxCacheBytes = 8 * 1024 * 1024, files, clock, pause } = options;
  const { sharedCaching, fetchLimits } = options;
  const database = await openDatabase(location);
  const site = await openTestSite({
    ...{ database, config, extensions, collectsTags: sharedCaching !== undefined },
    ...(files && { files }),
    ...(clock && { clock }),
    ...(pause && { pause }),
    ...(fetchLimits && { fetchLimits }),
  });
  const lines = sharedCaching && makeSharedCacheLines(sharedCaching);
  const cache = new ResponseCache(
    database.changes,
    () => database.pollChanges(),
    maxCacheBytes,
    lines,
    (work) => database.readFromReplicas(work),
  );
  const { service } = site;
  const compatible = (options.compatible ?? true) ? service.openCompatible() : undefined;
  const { errors, screens, servePage } = service;
  const app = makeEdge(
    edgeDeps(mountsOf(makeSite('http://site.test'), service.native, compatible), {
      api: { cache, origins: ['https://listed.test'], ...errors },
      handlers: {
        ...(files && { files }),
        screens: { screens, base: '', compatible: options.compatible ?? true },
        servePage,
      },
    }),
  );
  return listen(app, { site, database, cache });
}

/** Opens a second node on the database of the first one. */
export async function openSecondNode(
  one: TestNode,
  location: DatabaseLocation,
  { sharedCaching, files }: Pick<Options, 'sharedCaching' | 'files'> = {},
): Promise<TestNode> {
  const database = await openDatabase(location);
  const site = makeSite('http://site.test');
  const service = await makeService(
    { database, site, ...(files && { files }) },
    { program: { collectsTags: sharedCaching !== undefined } },
  );
  const lines = sharedCaching && makeSharedCacheLines(sharedCaching);
  const cache = new ResponseCache(
    database.changes,
    () => database.pollChanges(),
    8 * 1024 * 1024,
    lines,
    (work) => database.readFromReplicas(work),
  );
  const { servePage } = service;
  const mounts = mountsOf(site, service.native, service.openCompatible());
  const app = makeEdge(edgeDeps(mounts, { api: { cache }, handlers: { servePage } }));
  return listen(app, { site: one.site, database, cache });
}

/** Listens on a free port. */
async function listen(app: HttpServer, parts: Pick<TestNode, 'site' | 'database' | 'cache'>): Promise<TestNode> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    ...parts,
    app,
    request: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
    get: (path, headers = {}) => fetch(`http://127.0.0.1:${port}/rest${path}`, { headers }),
  };
}

/** Closes a node and its database. */
export async function close(node: TestNode): Promise<void> {
  await node.app.close();
  await node.database.close();
}
