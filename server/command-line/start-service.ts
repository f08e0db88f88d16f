// The service of one process: everything opened and joined, listening, and closed in order.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { mostFailures } from '../access/guessing.ts';
import type { ServeConfig } from '../config/config.ts';
import type { Database } from '../database/handle.ts';
import { Draining } from '../edge/draining.ts';
import { makeEdge } from '../edge/edge.ts';
import { KeptAnswers } from '../edge/kept-answers.ts';
import { makeMcp } from '../edge/mcp/answer-mcp.ts';
import { mountsOf } from '../edge/mounts.ts';
import { makePages } from '../edge/pages.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { isOwnListener } from '../fetch/own-listener.ts';
import { beginFirstStart, type FirstStart, firstStart } from '../first-start.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type MountedApi, makeService, type Service } from '../service.ts';
import { makeSite } from '../site.ts';
import { version } from '../version.ts';
import { administratorLines } from './first-start-line.ts';
import { keepHouse } from './housekeeping.ts';
import { InFlight } from './in-flight.ts';
import { cannotListen, listenForFigures, withFreePort } from './listen.ts';
import { openLogger } from './logger.ts';
import { openFiles } from './open-files.ts';
import { configuredMail, openMail } from './open-mail.ts';
import { type OpenSite, openSite } from './open-site.ts';
import { openWebhooks } from './open-webhooks.ts';
import { Readiness } from './readiness.ts';
import type { StopRequest } from './stop.ts';
import { type ConnectionCount, isMessage } from './worker-messages.ts';

export interface StartedService {
  /** The configuration as it was used: with the port that was free, where it was left to chance. */
  readonly config: ServeConfig;
  readonly first: FirstStart | undefined;
  /** Stops accepting connections, answers what was accepted, and closes everything. */
  close(): Promise<void>;
}

/** The first failures of a sender in a minute, and every doubling of them: a flood of them must not become one of lines. */
const isWorthLine = (failures: number): boolean =>
  failures <= 10 || (failures & (failures - 1)) === 0 || failures === mostFailures;

/**
 * Opens the data, joins the service and listens. Where a step fails, or the stop is requested meanwhile, everything is closed
 * again; the password of a new administrator is printed then.
 * @throws StopRequested, ConfigFault, DatabaseUnusable, CommandFault
 */
export async function startService(wanted: ServeConfig, stop: StopRequest): Promise<StartedService> {
  const resources = new AsyncDisposableStack();
  let first: FirstStart | undefined;
  try {
    const config = await withFreePort(wanted);
    stop.signal.throwIfAborted();
    const logger = openLogger(config);
    resources.defer(() => logger.flush());
    const { database, ...own } = await openSite(config, stop.signal);
    resources.defer(() => database.close());
    const begun = beginFirstStart(database, config.adminPassword);
    // What fails there is told where it is waited for.
    begun.catch(() => {});
    const service = await joinService(config, { database, ...own }, logger);
    resources.defer(() => service.mediaWorkers.close());
    resources.defer(() => service.close());
    first = await firstStart(service, database, config.adminPassword, { begun, signal: stop.signal });
    stop.signal.throwIfAborted();
    await listen({ config, service, database, logger, stop, resources });
    return { config, first, close: () => resources.disposeAsync() };
  } catch (error) {
    for (const line of administratorLines(first)) console.log(line);
    await resources.disposeAsync();
    throw error;
  }
}

/** Joins the service on the data of its site. */
async function joinService(config: ServeConfig, opened: OpenSite, logger: Logger): Promise<Service> {
  const { database, config: own, extensions, theme } = opened;
  return makeService({
    database,
    files: await openFiles(config),
    backups: config.backups,
    largestUpload: config.largestUpload * 1024 * 1024,
    maxBodyBytes: maxBodyBytesOf(config),
    maxTextBytes: config.maxText * 1024,
    dataFolder: config.data,
    fetchLimits: fetchLimitsOf(config),
    mail: configuredMail(config.mail, own),
    config: own,
    extensions,
    logOf: (extension) => logger.child({ extension }),
    theme,
    site: makeSite(config.home, config.front),
    onFault: (error, id) => logger.error({ err: error, id }, 'a request failed'),
    onStorageFailure: (error) => logger.warn({ err: error }, 'the storage could not do it'),
    onFailedAttempt: ({ account, from }, failures) => {
      if (!isWorthLine(failures)) return;
      logger.warn({ login: account.slice(0, 60), from, failures }, 'credentials that fit nobody');
    },
  });
}

const maxBodyBytesOf = ({ maxBody }: ServeConfig): number => maxBody * 1024 * 1024;

const fetchLimitsOf = ({ fetchHosts, host, port }: ServeConfig): FetchLimits => ({
  hosts: new Set(fetchHosts),
  isOwn: isOwnListener({ host, port }),
});

interface Running {
  readonly config: ServeConfig;
  readonly service: Service;
  readonly database: Database;
  readonly logger: Logger;
  readonly stop: StopRequest;
  /** What is closed when the service stops, the last first. */
  readonly resources: AsyncDisposableStack;
}

/** Listens, and does what is done without being asked. */
async function listen(running: Running): Promise<void> {
  const { config, service, database, logger, stop, resources } = running;
  const answers = new KeptAnswers(database.changes, () => database.lookForChanges(), config.keptAnswers * 1024 * 1024);
  const metrics = config.metricsPort === undefined ? undefined : await metricsOf(answers, database);
  const inFlight = new InFlight();
  const draining = new Draining();
  const app = openEdge(running, { answers, inFlight, draining, metrics });
  const untilQuiet = listenersClosedByPrimary(draining);
  const fetchLimits = fetchLimitsOf(config);
  const mail = openMail({ database, service, site: makeSite(config.home, config.front), logger });
  const webhooks = openWebhooks({ database, service, fetchLimits, logger });
  const house = keepHouse({ service, database, logger, auditDays: config.auditDays });
  resources.defer(async () => {
    await Promise.all([house.stop(), mail.stop(), webhooks.stop(), service.screens.settle()]);
  });
  resources.defer(() => inFlight.settled());
  resources.defer(() => app.close());
  const figures = metrics && cluster.isPrimary ? await listenForFigures(config, metrics.text) : undefined;
  resources.defer(() => void figures?.close());
  resources.defer(() => (app.server.listening ? draining.run(untilQuiet) : undefined));
  stop.markServing();
  // A worker of a primary that stops meanwhile is given no socket to listen at, ever.
  const listening = app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  await Promise.race([listening, stop.requested]);
  stop.signal.throwIfAborted();
}

interface EdgeDeps {
  readonly answers: KeptAnswers;
  readonly inFlight: InFlight;
  readonly draining: Draining;
  readonly metrics: Metrics | undefined;
}

/** Makes the HTTP server, not listening yet. Work that a request has begun is in flight until it has ended. */
function openEdge(
  { config, service, database, logger, stop }: Running,
  { answers, inFlight, draining, metrics }: EdgeDeps,
): ReturnType<typeof makeEdge> {
  const { origins, proxies } = config;
  const site = makeSite(config.home, config.front);
  const tracked = (api: MountedApi): MountedApi => ({ ...api, dispatch: inFlight.track(api.dispatch) });
  const native = tracked(service.native);
  const compatible = config.compatibility ? tracked(service.openCompatible()) : undefined;
  const mounts = mountsOf(site, native, compatible);
  const words = () => service.settings.values;
  const readiness = new Readiness(database, config.data);
  const screens = {
    screens: { ...service.screens, answer: inFlight.track(service.screens.answer) },
    base: new URL(site.home).pathname.replace(/\/$/, ''),
    compatible: config.compatibility,
  };
  return makeEdge({
    ...{ answers, logger, origins, proxies, mounts, screens, draining },
    files: service.media.files,
    translate: service.translate,
    maxBodyBytes: maxBodyBytesOf(config),
    responseMemory: config.responseMemory * 1024 * 1024,
    answerPage: inFlight.track(service.answerPage),
    isReady: async () => !stop.signal.aborted && (await readiness.check()),
    pages: makePages({ addresses: site, mounts, version: version(), words }),
    answerMcp: makeMcp({
      maxTextBytes: config.maxText * 1024,
      ...{ native, compatible, home: site.home, origins, version: version(), words },
    }),
    ...(metrics && { note: metrics.note }),
  });
}

/** In a worker: resolves when the primary, which accepts connections for all workers, has ceased to. Else undefined. */
function listenersClosedByPrimary(draining: Draining): Promise<void> | undefined {
  const { worker } = cluster;
  if (!worker) return undefined;
  return new Promise((resolve) => {
    worker.once('disconnect', resolve);
    worker.on('message', (message: unknown) => {
      if (isMessage(message, 'listeners-closed')) resolve();
      if (isMessage(message, 'count-connections'))
        worker.send({ octavo: 'connections', count: draining.connections } satisfies ConnectionCount, () => {});
    });
  });
}

/** The library of figures takes a while to load, so it is loaded where figures are wanted only. */
async function metricsOf(answers: KeptAnswers, database: Database): Promise<Metrics> {
  const { makeMetrics } = await import('../metrics/metrics.ts');
  return makeMetrics({ answers: () => answers.statistics(), database: () => database.statistics() });
}
