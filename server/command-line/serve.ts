// octavo serve: the service, from start to graceful stop.
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { optionLines, type ServeConfig, serveConfig } from '../config/config.ts';
import { statement } from '../database/statement.ts';
import { makeEdge } from '../edge/edge.ts';
import { KeptAnswers } from '../edge/kept-answers.ts';
import { type FirstStart, firstLogin, firstStart } from '../first-start.ts';
import { makeService } from '../service.ts';
import { makeSite } from '../site.ts';
import { type Command, CommandFault } from './command.ts';
import { openSite } from './open-site.ts';

/** How long a stop waits for what is under way. Milliseconds. */
const patience = 9000;

export const serve: Command = {
  name: 'serve',
  summary: 'runs the service (what npm start does)',
  help: [
    'octavo serve [OPTIONS]',
    '',
    ...optionLines(true),
    '',
    '  OCTAVO_ADMIN_PASSWORD sets the password of the first administrator.',
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = serveConfig(args, env);
    if (rest.length > 0) throw new CommandFault(`serve takes options only, not ${JSON.stringify(rest[0])}.`);
    const { app, close, first } = await start(config);
    greet(config, addressOf(app, config), first);
    await stopSignal();
    const forced = setTimeout(() => process.exit(1), patience);
    await close();
    clearTimeout(forced);
    return 0;
  },
};

interface Started {
  readonly app: FastifyInstance;
  readonly first: FirstStart | undefined;
  close(): Promise<void>;
}

const alive = statement((q) => q.selectFrom('settings').select('name').limit(1));

/** Opens the data, joins the service and listens. Throws ConfigFault, DatabaseUnusable, CommandFault. */
export async function start(config: ServeConfig): Promise<Started> {
  const logger = pino(
    { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ fd: 2, sync: false }),
  );
  const { database, config: own } = await openSite(config);
  const service = await makeService({
    database,
    config: own,
    site: makeSite(config.home, config.front),
    onFault: (error, id) => logger.error({ err: error, id }, 'a request failed'),
    onRefusedCredential: (login, from) =>
      logger.warn({ login: login.slice(0, 60), from }, 'credentials that fit nobody'),
  });
  const first = await firstStart(service, database, config.adminPassword);
  const isReady = () =>
    database.read.first(alive, {}).then(
      () => true,
      () => false,
    );
  const answers = new KeptAnswers(database.changes, () => database.lookForChanges(), config.keptAnswers * 1024 * 1024);
  const app = makeEdge({ dispatch: service.dispatch, answers, isReady, logger, origins: config.origins });
  const close = async () => {
    await app.close();
    await database.close();
    logger.flush();
  };
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw new CommandFault(sentenceOf(error as NodeJS.ErrnoException, config));
  }
  return { app, first, close };
}

function sentenceOf({ code, message }: NodeJS.ErrnoException, { host, port }: ServeConfig): string {
  if (code === 'EADDRINUSE') return `The port ${port} of ${host} is in use; choose another with --port.`;
  if (code === 'EACCES') return `The port ${port} may not be used by this account; choose one above 1023 with --port.`;
  return `The service cannot listen at ${host}, port ${port}: ${message}.`;
}

/** Where people reach the service: the home, with the port that was given where it was left to chance. */
function addressOf(app: FastifyInstance, config: ServeConfig): string {
  const [address] = app.addresses();
  return config.port === 0 && typeof address === 'object' ? `http://${config.host}:${address.port}` : config.home;
}

function greet(config: ServeConfig, home: string, first: FirstStart | undefined): void {
  const rest = `${home}/rest`;
  const lines = [`Octavo serves ${rest}/ from ${config.database ? 'PostgreSQL' : path.resolve(config.data)}`];
  if (first) {
    if (first.password !== undefined)
      lines.push(`The administrator is ${firstLogin}, the password ${first.password} (shown this once).`);
    lines.push(`Your first post: curl ${rest}/cms/v2/posts/${first.post}`);
  } else {
    lines.push(`Try: curl ${rest}/cms/v2/posts`);
  }
  console.log(lines.join('\n'));
}

const stopSignal = (): Promise<void> =>
  new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
