// A whole node for tests: the real service behind the real edge, listening.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { SiteConfig } from '../server/config/site-config.ts';
import type { Database } from '../server/database/handle.ts';
import { type DatabaseLocation, openDatabase } from '../server/database/open.ts';
import { makeEdge } from '../server/edge/edge.ts';
import { KeptAnswers } from '../server/edge/kept-answers.ts';
import { mountsOf } from '../server/edge/mounts.ts';
import { emptyPages } from '../server/edge/pages-for-tests.ts';
import type { ExtensionChoice } from '../server/extensions/choose-extensions.ts';
import { noStore } from '../server/files/no-store.ts';
import type { FileStore } from '../server/files/store.ts';
import { makeSite } from '../server/site.ts';
import { openTestSite, type TestSite } from './site.ts';

/** The service listening, as one process of it. */
export interface Node {
  readonly site: TestSite;
  readonly database: Database;
  readonly answers: KeptAnswers;
  readonly app: FastifyInstance;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Asks at an address below the home; redirects are not followed. */
  ask(address: string, init?: RequestInit): Promise<Response>;
}

interface Options {
  readonly config?: SiteConfig;
  /** What is served beside content; absent: nothing. */
  readonly extensions?: readonly ExtensionChoice[];
  /** Whether the names of existing clients are served. */
  readonly compatible?: boolean;
  /** The memory for kept answers. Bytes. */
  readonly most?: number;
  /** Where files are stored; absent: nowhere, and no form is read. */
  readonly files?: FileStore;
}

/** A whole node of its own on a database, listening. */
export async function openNode(place: DatabaseLocation, options: Options = {}): Promise<Node> {
  const { config = {}, extensions = [], most = 8 * 1024 * 1024, files } = options;
  const database = await openDatabase(place);
  const site = await openTestSite({ database, config, extensions, ...(files && { files }) });
  const answers = new KeptAnswers(database.changes, () => database.lookForChanges(), most);
  const { service } = site;
  const compatible = (options.compatible ?? true) ? service.openCompatible() : undefined;
  const parts = {
    translate: site.service.translate,
    answers,
    isReady: async () => true,
    logger: pino({ level: 'silent' }),
    origins: ['https://listed.test'],
    mounts: mountsOf(makeSite('http://site.test'), service.native, compatible),
    files: files ?? noStore,
    screens: { screens: site.service.screens, base: '', compatible: options.compatible ?? true },
    answerPage: site.service.answerPage,
    pages: emptyPages,
  };
  const app = makeEdge(parts);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    site,
    database,
    answers,
    app,
    ask: (address, init) => fetch(`http://127.0.0.1:${port}${address}`, { redirect: 'manual', ...init }),
    get: (path, headers = {}) => fetch(`http://127.0.0.1:${port}/rest${path}`, { headers }),
  };
}

/** Ends a node and closes its database. */
export async function close(node: Node): Promise<void> {
  await node.app.close();
  await node.database.close();
}
