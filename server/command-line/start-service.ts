// Starts the service of a process: opens its resources and listens. Stopping it closes the resources in reverse order.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { maxFailures } from '../access/login-throttle.ts';
import type { ServeConfig } from '../config/config.ts';
import { listConfiguredOptions } from '../config/configured-options.ts';
import type { Database } from '../database/handle.ts';
import type { MigrationSet } from '../database/migrate.ts';
import { SchemaWatch } from '../database/schema-watch.ts';
import { Draining } from '../edge/draining.ts';
import type { HttpServer } from '../edge/http-server.ts';
import { ResponseCache } from '../edge/response-cache.ts';
import { makeSharedCacheLines } from '../edge/shared-caching.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import { readScreenFiles, type ScreenFiles } from '../extensions/screens.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { OwnListeners } from '../fetch/own-listener.ts';
import { hashInitialPassword, type InitializedSite, initializeSite } from '../initialize-site.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { StorageErrorCounts } from '../metrics/storage-error-counts.ts';
import { makeService, type Service } from '../service.ts';
import { findAdministrator } from '../setup/administrator.ts';
import { createSetupSecret } from '../setup/setup-link.ts';
import { makeSite } from '../site.ts';
import { outdatedNodeError } from '../storage-api-error.ts';
import type { Recurring } from '../time/recurring.ts';
import { version } from '../version.ts';
import { findAdmin } from './find-admin.ts';
import { makeImportPrograms } from './import-runner.ts';
import { InFlight } from './in-flight.ts';
import { listenError, listenForMetrics, withFreePort } from './listen.ts';
import { logDiagnostics } from './log-diagnostics.ts';
import { logMigrations, openLogger } from './logger.ts';
import { startMaintenance } from './maintenance.ts';
import type { OpenData } from './open-data.ts';
import { maxBodyBytesOf, openEdge } from './open-edge.ts';
import type { Output } from './output.ts';
import { Readiness, type ReadinessObstacle } from './readiness.ts';
import { resolveMailConfig, startMail } from './start-mail.ts';
import type { StartProgress } from './start-progress.ts';
import { startWebhooks } from './start-webhooks.ts';
import type { StopRequest } from './stop.ts';
import { type ConnectionCount, isMessage } from './worker-messages.ts';

/** The configuration and the data of a service that is to be opened. */
interface ServiceOpening {
  readonly config: ServeConfig;
  /** The data, which the service closes. */
  readonly data: OpenData;
  readonly stop: StopRequest;
}

/** The configuration, the data and the output of a service that is to be started. */
export interface ServiceStart extends ServiceOpening {
  /** The reports on the start, which end before the service listens. */
  readonly progress?: StartProgress | undefined;
  readonly output: Output;
}

/** The differences between a service of the command line and an embedded one. */
interface OpeningOptions {
  /** Whether the process belongs to another program, which may pass on requests of its own servers, and has its own cluster and metrics. */
  readonly isEmbedded: boolean;
  /**
   * Returns a promise that resolves when other processes that share the listening sockets have stopped accepting connections; undefined if
   * there are none.
   */
  readonly listenersClosed?: (draining: Draining) => Promise<void> | undefined;
}

/** A service that runs and can listen. */
export interface OpenedService {
  /** The effective configuration, with the chosen port if it was 0. */
  readonly config: ServeConfig;
  /** The new site if this start has created it. */
  readonly first: InitializedSite | undefined;
  /**
   * Resolves when a restore has replaced the site with another one, and no backup or restore is in progress in this process: the service must
   * be closed and opened again.
   */
  readonly siteReplaced: Promise<void>;
  /** Closes the service like `close`, but aborts requests that are in flight after some seconds, so that it can be opened again. */
  closeForReopening(): Promise<void>;
  /** Replaces the link with which the site is set up. Returns its secret; undefined if the site has an administrator. */
  createSetupSecret(): Promise<string | undefined>;
  /** Serves a request that another HTTP server of this process has received. */
  readonly handleRequest: HttpServer['handleRequest'];
  /** Listens. Throws StopRequested when a stop is requested, and CommandError if the port is not available. */
  listen(): Promise<void>;
  /** Stops accepting connections, responds to accepted requests, and closes all resources. */
  close(): Promise<void>;
}

/** Time after which requests in flight are aborted when the service is closed to be opened again, in milliseconds. */
const reopeningLimitMs = 5000;

/**
 * Returns whether a failed login is logged. `failures` is the number of failures of the sender within a minute. To limit the number of
 * log lines, only the first ten failures, failures whose number is a power of two, and the failure that reaches the limit are logged.
 */
const shouldLogFailure = (failures: number): boolean =>
  failures <= 10 || (failures & (failures - 1)) === 0 || failures === maxFailures;

/**
 * Creates the service for opened data and listens. When a step fails or a stop is requested, all resources are closed.
 *
 * Throws StopRequested when a stop is requested, and ConfigError, DatabaseUnusable or CommandError when a step fails.
 */
export async function startService(start: ServiceStart): Promise<OpenedService> {
  const opened = await openService(start, { isEmbedded: false, listenersClosed: listenersClosedByPrimary });
  try {
    start.stop.signal.throwIfAborted();
    await start.progress?.end();
    await opened.listen();
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Creates the service for opened data and starts its recurring tasks. It does not listen yet. When a step fails or a stop is requested, all
 * resources are closed. A new site is initialized last, so that the password of its administrator is not lost when a step fails.
 *
 * Throws the errors of `startService`.
 */
export async function openService(
  { config: requestedConfig, data, stop }: ServiceOpening,
  { isEmbedded, listenersClosed = () => undefined }: OpeningOptions,
): Promise<OpenedService> {
  const resources = new AsyncDisposableStack();
  try {
    const { database } = data.site;
    resources.defer(() => database.close());
    const config = await withFreePort(requestedConfig);
    stop.signal.throwIfAborted();
    const logger = openLogger(config);
    resources.defer(() => logger.flush());
    resources.defer(logDiagnostics(logger));
    if (data.migrated) logMigrations(logger)(data.migrated);
    // Without a chosen password, the operator sets up the site with a link. Programs that embed the service receive the password.
    const withAdministrator = isEmbedded || config.adminPassword !== undefined;
    const pendingFirstStart = withAdministrator ? hashInitialPassword(database, config.adminPassword) : undefined;
    // The error is handled where the promise is awaited.
    pendingFirstStart?.catch(() => {});
    const observers = { logger, storageErrors: new StorageErrorCounts() };
    const listeners = new OwnListeners();
    if (isEmbedded) listeners.addUrl(config.home);
    else listeners.add(config);
    const service = await createService({ config, data, observers, listeners });
    resources.defer(() => service.mediaWorkers.close());
    resources.defer(() => service.close());
    const sets = migrationSetsOf(data.site.extensions);
    const running = { config, service, database, observers, listeners, resources };
    const screenFiles = readScreenFiles(data.site.extensions);
    const { app, startTasks } = await openServer(running, { isEmbedded, listenersClosed, stop, sets, screenFiles });
    const first = await initializeSite(service, database, config.adminPassword, {
      ...(pendingFirstStart && { initialSecret: pendingFirstStart }),
      ...{ signal: stop.signal, withAdministrator },
    });
    if (!(await findAdministrator(database.read))) await offerSetup(service, database, config);
    startTasks();
    return {
      ...{ config, first },
      siteReplaced: service.settings.siteReplaced.then(service.tasks.waitForBackups),
      async closeForReopening() {
        const timer = setTimeout(() => app.abortRequests(), reopeningLimitMs);
        try {
          await resources.disposeAsync();
        } finally {
          clearTimeout(timer);
        }
      },
      createSetupSecret: () => createSetupSecret(database, service),
      handleRequest(request, response) {
        listeners.addPort(request.socket.localPort);
        app.handleRequest(request, response);
      },
      listen() {
        listeners.add(config);
        return listen(app, config, stop);
      },
      close: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** Adds the screen with which a site is set up. Its code is loaded only for a site without an administrator. */
async function offerSetup(service: Service, database: Database, config: ServeConfig): Promise<void> {
  const { makeSiteSetup } = await import('../setup/set-up-site.ts');
  const { pathname } = new URL(config.home);
  const adminPath = findAdmin(config) ? `${pathname.replace(/\/$/, '')}/admin/` : undefined;
  service.screens.offerSetup(makeSiteSetup(service, database, adminPath));
}

/** Dependencies of `createService`. */
interface CreateServiceDeps {
  readonly config: ServeConfig;
  readonly data: OpenData;
  readonly observers: Observers;
  readonly listeners: OwnListeners;
}

/** Creates the service for the data of its site. */
async function createService({ config, data, observers, listeners }: CreateServiceDeps): Promise<Service> {
  const { logger, storageErrors } = observers;
  const { database, config: siteConfig, extensions, theme } = data.site;
  const site = makeSite(config.home, config.front, config.compatibility, config.pages);
  const served = { database, site, config: siteConfig, extensions, theme, files: data.files };
  return makeService(served, {
    limits: {
      maxUploadBytes: config.maxUploadMiB * 1024 * 1024,
      maxBodyBytes: maxBodyBytesOf(config),
      maxTextBytes: config.maxTextKiB * 1024,
      fetchLimits: fetchLimitsOf(config, listeners),
    },
    folders: { backups: config.backups, data: config.data },
    mail: { configured: resolveMailConfig(config.mail, siteConfig) },
    program: {
      importPrograms: makeImportPrograms(config),
      configuration: listConfiguredOptions(config, siteConfig),
      collectsTags: config.cacheTags !== 'off',
    },
    observers: {
      logOf: (extension) => logger.child({ extension }),
      onError: (error, id) => logger.error({ err: error, id }, 'request failed'),
      onStorageFailure: (error) => {
        storageErrors.add(error);
        logger.warn({ err: error }, 'storage error');
      },
      onFailedLogin: ({ account, from: ip }, failures) => {
        if (!shouldLogFailure(failures)) return;
        logger.warn({ user: account.slice(0, 60), ip, failures }, 'login failed');
      },
    },
  });
}

/** Returns the function that creates the header lines for shared caches; undefined if responses have none. */
const sharedCacheLinesOf = ({ cacheTags: format, sharedMaxAge, staleWhileRevalidate }: ServeConfig) =>
  format === 'off'
    ? undefined
    : makeSharedCacheLines({ format, maxAgeSeconds: sharedMaxAge, staleSeconds: staleWhileRevalidate });

const fetchLimitsOf = ({ fetchHosts }: ServeConfig, { isOwn }: OwnListeners): FetchLimits => ({
  hosts: new Set(fetchHosts),
  isOwn,
});

/** The recorders of the events of a service. */
interface Observers {
  readonly logger: Logger;
  readonly storageErrors: StorageErrorCounts;
}

/** The service of this process with its resources. */
interface RunningService {
  readonly config: ServeConfig;
  readonly service: Service;
  readonly database: Database;
  readonly observers: Observers;
  readonly listeners: OwnListeners;
  /** Resources that are closed when the service stops, in reverse order. */
  readonly resources: AsyncDisposableStack;
}

/** The options of a service that concern its HTTP server, and the request to stop it. */
interface ServerOptions extends Required<OpeningOptions> {
  readonly stop: StopRequest;
  /** The migrations that this program knows. */
  readonly sets: readonly MigrationSet[];
  readonly screenFiles: ScreenFiles;
}

/** Creates the HTTP server, which does not listen yet, and returns it with a function that starts the recurring tasks. */
async function openServer(
  running: RunningService,
  { isEmbedded, listenersClosed, stop, sets, screenFiles }: ServerOptions,
): Promise<{ readonly app: HttpServer; readonly startTasks: () => void }> {
  const { config, service, database, listeners, resources } = running;
  const { logger } = running.observers;
  const responseCache = new ResponseCache(
    database.changes,
    () => database.pollChanges(),
    config.responseCacheMiB * 1024 * 1024,
    sharedCacheLinesOf(config),
    (work) => database.readFromReplicas(work),
  );
  const readiness = new Readiness(database, config.data);
  const findObstacles = async (): Promise<readonly ReadinessObstacle[]> =>
    stop.signal.aborted ? ['shutdown'] : database.changes.isExcluded ? ['upgrade'] : readiness.check();
  const isReady = async () => (await findObstacles()).length === 0;
  const measured = { responseCache, isReady, isAggregated: !isEmbedded };
  const metrics = config.metricsPort === undefined ? undefined : await metricsOf(running, measured);
  const inFlight = new InFlight();
  const draining = new Draining();
  const app = openEdge(
    { config, service, logger },
    {
      ...{ responseCache, inFlight, draining, metrics, screenFiles },
      availability: {
        findObstacles,
        findOutage: () => (database.changes.isExcluded ? outdatedNodeError() : undefined),
      },
    },
  );
  const pendingListenersClosed = listenersClosed(draining);
  const tasks: Recurring[] = [];
  const stopTasks = () => Promise.all(tasks.map((task) => task.stop()));
  const schemaWatch = new SchemaWatch(database, {
    sets,
    onNewer: ({ schema, supported }) => logger.info({ schema, supported }, 'database migrated by a newer version'),
    onExcluded(err) {
      logger.error({ err }, 'node outdated');
      app.endStreams();
      // Tasks report their failures themselves.
      void stopTasks();
    },
  });
  resources.defer(async () => {
    await Promise.all([stopTasks(), service.screens.waitForBackgroundWork(), schemaWatch.stop()]);
  });
  resources.defer(() => inFlight.whenIdle());
  resources.defer(() => app.close());
  const metricsServer =
    metrics && (isEmbedded || cluster.isPrimary) ? await listenForMetrics(config, metrics.text) : undefined;
  resources.defer(() => void metricsServer?.close());
  resources.defer(() => (app.server.listening ? draining.run(pendingListenersClosed) : undefined));
  const startTasks = () => {
    // A newer version has migrated the database since it was opened.
    if (database.changes.isExcluded) return;
    tasks.push(
      startMail({ database, service, site: makeSite(config.home, config.front, config.compatibility), logger }),
      startWebhooks({ database, service, fetchLimits: fetchLimitsOf(config, listeners), logger }),
      startMaintenance({ service, database, logger, auditDays: config.auditDays }),
    );
  };
  return { app, startTasks };
}

async function listen(app: HttpServer, config: ServeConfig, stop: StopRequest): Promise<void> {
  stop.markServing();
  // The primary passes no socket to a worker while it is stopping, so `listening` may never resolve.
  const listening = app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenError(error, config);
  });
  await Promise.race([listening, stop.requested]);
  stop.signal.throwIfAborted();
}

/**
 * Returns a promise that resolves when the primary, which accepts the connections of all workers, has stopped accepting them.
 * Returns undefined in a process that is not a worker.
 */
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

/** The parts of the HTTP server that the metrics measure. */
interface MeasuredService {
  readonly responseCache: ResponseCache;
  readonly isReady: () => Promise<boolean>;
  /** Whether the metrics of all workers of this program are combined. */
  readonly isAggregated: boolean;
}

/** Loads the metrics library only when metrics are enabled, because loading it is slow. */
async function metricsOf(
  { config, database, observers: { storageErrors } }: RunningService,
  { responseCache, isReady, isAggregated }: MeasuredService,
): Promise<Metrics> {
  const { makeMetrics } = await import('../metrics/metrics.ts');
  const { data, backups } = config;
  return makeMetrics({
    responses: () => responseCache.statistics(),
    database: () => database.statistics(),
    site: { data, backups, read: database.read, version: version(), isReady, storageErrors },
    isAggregated,
  });
}
