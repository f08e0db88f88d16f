// A listening edge in front of whatever answers a test wants, and connections that speak to it byte by byte.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { compatibleSpelling, nativeSpelling } from '../../contract/names/spelling.ts';
import { Changes } from '../database/changes.ts';
import { noStore } from '../files/no-store.ts';
import type { Dispatch } from '../http/pipeline.ts';
import { makeSite } from '../site.ts';
import { type EdgeParts, makeEdge } from './edge.ts';
import { KeptAnswers } from './kept-answers.ts';
import { mountsOf, type ServedApi } from './mounts.ts';
import { emptyPages } from './pages-for-tests.ts';

/** Both mounts of a site with the same responses. */
export const mountsFor = (dispatch: Dispatch, more: Pick<ServedApi, 'table' | 'refuseLargeBody'> = {}) =>
  mountsOf(
    makeSite('http://site.test'),
    { ...more, spelling: nativeSpelling, dispatch },
    { ...more, spelling: compatibleSpelling, dispatch },
  );

export interface TestEdge {
  readonly app: FastifyInstance;
  readonly port: number;
  /** A connection that reads nothing before it is resumed. */
  connect(): Promise<Socket>;
}

/** Opens an edge that responds with `dispatch`; further parts replace those that tests do not care about. */
export async function openEdge(dispatch: Dispatch, parts: Partial<EdgeParts> = {}, cacheBytes = 0): Promise<TestEdge> {
  const app = makeEdge({
    answers: new KeptAnswers(new Changes(), () => {}, cacheBytes),
    isReady: async () => true,
    logger: pino({ level: 'silent' }),
    origins: [],
    mounts: mountsFor(dispatch),
    pages: emptyPages,
    files: noStore,
    ...parts,
  });
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

/** The text of a GET request, with further lines of its head. */
export const getText = (url: string, ...lines: readonly string[]): string =>
  `${[`GET ${url} HTTP/1.1`, 'Host: site.test', ...lines].join('\r\n')}\r\n\r\n`;
