// octavo serve: the service, from start to graceful stop.
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { mostFailures } from '../access/guessing.ts';
import { type ServeConfig, serveConfig } from '../config/config.ts';
import { optionLines } from '../config/options.ts';
import type { Database } from '../database/handle.ts';
import { statement } from '../database/statement.ts';
import { makeEdge } from '../edge/edge.ts';
import { KeptAnswers } from '../edge/kept-answers.ts';
import { makeMcp } from '../edge/mcp/answer-mcp.ts';
import { mountsOf } from '../edge/mounts.ts';
import { makePages } from '../edge/pages.ts';
import { beginFirstStart, type FirstStart, firstStart } from '../first-start.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { serveMetrics } from '../metrics/serve-metrics.ts';
import { places } from '../screens/places.ts';
import { makeService } from '../service.ts';
import { makeSite } from '../site.ts';
import { version } from '../version.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { administratorLines } from './first-start-line.ts';
import { keepHouse } from './housekeeping.ts';
import { openFiles } from './open-files.ts';
import { configuredMail, openMail } from './open-mail.ts';
import { withService } from './open-service.ts';
import { openSite } from './open-site.ts';
import { openWebhooks } from './open-webhooks.ts';

/** How long a stop waits for what is under way. Milliseconds. */
const patience = 9000;

/** How long a probe waits for the database. Milliseconds. */
const probePatience = 2000;

export const serve: Command = {
  help: [
    'octavo serve [OPTIONS]',
    '',
    ...optionLines(true),
    '',
    '  OCTAVO_ADMIN_PASSWORD sets the password of the first administrator.',
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = serveConfig(args, env);
    if (rest.length > 0) throw new UsageFault(`serve takes options only, not ${JSON.stringify(rest[0])}.`);
    if (config.workers > 1 && cluster.isPrimary) return leadWorkers(config);
    try {
      const { config: used, close, first } = await start(config);
      if (cluster.isPrimary) greet(used, first);
      await stopSignal();
      const forced = setTimeout(() => process.exit(1), patience);
      await close();
      clearTimeout(forced);
      return 0;
    } finally {
      // A worker's line to the process that leads it would keep it alive.
      process.channel?.unref();
    }
  },
};

/** Makes what a new site needs, then keeps so many processes of the same service running until it is told to stop. */
async function leadWorkers(config: ServeConfig): Promise<number> {
  const first = await withService(config, (service, database) => firstStart(service, database, config.adminPassword));
  const serving = new Set<number>();
  let stopping = false;
  cluster.on('listening', (worker) => serving.add(worker.id));
  cluster.on('exit', (worker) => {
    if (stopping) return;
    // One that never served, for want of a port or a disk, would not serve the next time either.
    if (!serving.has(worker.id)) process.exit(1);
    cluster.fork();
  });
  for (let n = 0; n < config.workers; n += 1) cluster.fork();
  while (serving.size < config.workers) await once(cluster, 'listening');
  const sum = config.metricsPort === undefined ? undefined : (await import('../metrics/metrics.ts')).makeSum();
  const figures = sum && (await listenForFigures(config, sum));
  greet(config, first);
  await stopSignal();
  stopping = true;
  figures?.close();
  const ended = Object.values(cluster.workers ?? {}).map((worker) => worker && once(worker, 'exit'));
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  await Promise.all(ended);
  return 0;
}

interface Started {
  /** As it was used: with the port that was free, where it was left to chance. */
  readonly config: ServeConfig;
  readonly first: FirstStart | undefined;
  close(): Promise<void>;
}

/** The first failures of a sender in a minute, and every doubling of them: a flood of them must not become one of lines. */
const isWorthLine = (failures: number): boolean =>
  failures <= 10 || (failures & (failures - 1)) === 0 || failures === mostFailures;

const alive = statement((q) => q.selectFrom('settings').select('name').limit(1));

/** Opens the data, joins the service and listens. Throws ConfigFault, DatabaseUnusable, CommandFault. */
export async function start(wanted: ServeConfig): Promise<Started> {
  const config = wanted.port === 0 ? await withFreePort(wanted) : wanted;
  const logger = pino(
    { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ fd: 2, sync: false }),
  );
  const { database, config: own, extensions, theme } = await openSite(config);
  const begun = beginFirstStart(database, config.adminPassword);
  // What fails there is told where it is waited for.
  begun.catch(() => {});
  const site = makeSite(config.home, config.front);
  const files = await openFiles(config);
  const fetchLimits = { hosts: new Set(config.fetchHosts) };
  const service = await makeService({
    database,
    files,
    backups: config.backups,
    largestUpload: config.largestUpload * 1024 * 1024,
    dataFolder: config.data,
    fetchLimits,
    mail: configuredMail(config.mail, own),
    config: own,
    extensions,
    logOf: (extension) => logger.child({ extension }),
    theme,
    site,
    onFault: (error, id) => logger.error({ err: error, id }, 'a request failed'),
    onStorageFailure: (error) => logger.warn({ err: error }, 'the storage could not do it'),
    onFailedAttempt: ({ account, from }, failures) => {
      if (!isWorthLine(failures)) return;
      logger.warn({ login: account.slice(0, 60), from, failures }, 'credentials that fit nobody');
    },
  });
  const first = await firstStart(service, database, config.adminPassword, begun);
  const isReady = () =>
    Promise.race([
      database.read.first(alive, {}).then(
        () => !database.broken,
        () => false,
      ),
      pause(probePatience, false, { ref: false }),
    ]);
  const answers = new KeptAnswers(database.changes, () => database.lookForChanges(), config.keptAnswers * 1024 * 1024);
  const mounts = mountsOf(site, config.compatibility);
  const pages = makePages({
    table: service.table,
    addresses: site,
    mounts,
    version: version(),
    words: () => service.settings.values,
  });
  const metrics = config.metricsPort === undefined ? undefined : await metricsOf(answers, database);
  const screens = {
    screens: service.screens,
    base: new URL(site.home).pathname.replace(/\/$/, ''),
    compatible: config.compatibility,
  };
  const { origins, proxies } = config;
  const { dispatch, answerPage } = service;
  const edge = {
    ...{ dispatch, answers, isReady, logger, origins, proxies, mounts, pages, screens, files, answerPage },
    findUsedQuery: service.findUsedQuery,
    refuseLargeBody: service.refuseLargeBody,
    responseMemory: config.responseMemory * 1024 * 1024,
    answerMcp: makeMcp({
      ...{ dispatch, abilities: service.abilities.all, home: site.home, origins, version: version() },
      words: () => service.settings.values,
    }),
  };
  const app = makeEdge(metrics ? { ...edge, note: metrics.note } : edge);
  const figures = metrics && cluster.isPrimary ? await listenForFigures(config, metrics.text) : undefined;
  const mail = openMail({ database, service, site, logger });
  const webhooks = openWebhooks({ database, service, fetchLimits, logger });
  const house = keepHouse({ service, database, logger, auditDays: config.auditDays });
  const close = async () => {
    figures?.close();
    await app.close();
    await Promise.all([house.stop(), mail.stop(), webhooks.stop(), service.screens.settle()]);
    await service.close();
    service.media.studio.close();
    await database.close();
    logger.flush();
  };
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw cannotListen(error, config);
  }
  return { config, first, close };
}

/** The library of figures takes a while to load, so it is loaded where figures are wanted only. */
async function metricsOf(answers: KeptAnswers, database: Database): Promise<Metrics> {
  const { makeMetrics } = await import('../metrics/metrics.ts');
  return makeMetrics({ answers: () => answers.statistics(), database: () => database.statistics() });
}

async function listenForFigures(config: ServeConfig, text: () => Promise<string>): Promise<Server | undefined> {
  if (config.metricsPort === undefined) return undefined;
  try {
    return await serveMetrics(config.metricsPort, text);
  } catch (error) {
    throw cannotListen(error, { ...config, host: '127.0.0.1', port: config.metricsPort });
  }
}

function cannotListen(error: unknown, { host, port }: ServeConfig): CommandFault {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandFault(
    reasons[code ?? '']?.(host, port) ?? `The service cannot listen at ${host}, port ${port}: ${message}.`,
  );
}

const noAddress = (host: string) => `${host} is no address of this machine to listen at; choose another with --host.`;

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `The port ${port} of ${host} is in use; choose another with --port.`,
  EACCES: (_host, port) => `The port ${port} may not be used by this account; choose one above 1023 with --port.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};

/** The address of the service is in every answer, so a port left to chance is chosen before anything is made. */
async function withFreePort(config: ServeConfig): Promise<ServeConfig> {
  const probe = createServer().listen(0, config.host);
  await once(probe, 'listening').catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return { ...config, port, home: config.home.replace(/:0$/, `:${port}`) };
}

function greet(config: ServeConfig, first: FirstStart | undefined): void {
  const rest = `${config.home}/rest`;
  const lines = [`Octavo serves ${rest}/ from ${config.database ? 'PostgreSQL' : path.resolve(config.data)}`];
  lines.push(...administratorLines(first), `Sign in at ${config.home}${places.signIn}`);
  lines.push(
    first?.post === undefined
      ? `Try: curl ${rest}/cms/v2/posts`
      : `Your first post: curl ${rest}/cms/v2/posts/${first.post}`,
  );
  console.log(lines.join('\n'));
}

const stopSignal = (): Promise<void> =>
  new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
