// Starts the HTTP server (edge) with a test's own `dispatch` function, and opens raw connections to it.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { compatibleSpelling, nativeSpelling } from '../contract/names/spelling.ts';
import { Changes } from '../server/database/changes.ts';
import { makeEdge } from '../server/edge/edge.ts';
import type { EdgeDeps } from '../server/edge/edge-deps.ts';
import type { HttpServer } from '../server/edge/http-server.ts';
import { mountsOf, type ServedApi } from '../server/edge/mounts.ts';
import { ResponseCache } from '../server/edge/response-cache.ts';
import { noStore } from '../server/files/no-store.ts';
import type { Dispatch } from '../server/http/pipeline.ts';
import { makeSite } from '../server/site.ts';
import { emptyPages } from './empty-pages.ts';

/** Returns both mounts of a site, with the same responses. */
export const mountsFor = (dispatch: Dispatch, more: Pick<ServedApi, 'table' | 'rejectLargeBody'> = {}) =>
  mountsOf(
    makeSite('http://site.test'),
    { ...more, spelling: nativeSpelling, dispatch },
    { ...more, spelling: compatibleSpelling, dispatch },
  );

export interface TestEdge {
  readonly app: HttpServer;
  readonly port: number;
  /** Opens a connection that does not read before it is resumed. */
  connect(): Promise<Socket>;
}

/** Dependencies of an edge that replace the defaults of tests. */
export interface EdgeOverrides extends Pick<EdgeDeps, 'limits' | 'proxies' | 'draining'> {
  readonly api?: Partial<EdgeDeps['api']>;
  readonly handlers?: Partial<EdgeDeps['handlers']>;
  readonly observers?: Partial<EdgeDeps['observers']>;
}

/** Returns the dependencies of an edge that serves these mounts, by default without a response cache. */
export const edgeDeps = (
  mounts: EdgeDeps['api']['mounts'],
  { api, handlers, observers, ...others }: EdgeOverrides = {},
): EdgeDeps => ({
  api: { mounts, origins: [], cache: new ResponseCache(new Changes(), () => {}, 0), ...api },
  handlers: { pages: emptyPages, files: noStore, availability: { findObstacles: async () => [] }, ...handlers },
  observers: { logger: pino({ level: 'silent' }), ...observers },
  ...others,
});

/** Starts an edge that responds with `dispatch`; `overrides` replaces the defaults of tests. */
export async function openEdge(dispatch: Dispatch, overrides: EdgeOverrides = {}): Promise<TestEdge> {
  const app = makeEdge(edgeDeps(mountsFor(dispatch), overrides));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    port,
    async connect() {
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => {});
      await once(socket, 'connect');
      return socket;
    },
  };
}

/** Returns the text of a GET request, with further header lines. */
export const getText = (url: string, ...lines: readonly string[]): string =>
  `${[`GET ${url} HTTP/1.1`, 'Host: site.test', ...lines].join('\r\n')}\r\n\r\n`;
