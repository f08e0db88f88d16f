// Opens the log of the service, and warns of data that other operating-system users can access.
import { type Logger, pino } from 'pino';
import type { ServeConfig } from '../config/config.ts';
import { findExposedPaths } from '../exposed-paths.ts';
import type { AppliedMigrations } from './open-site.ts';

/** Opens the log. It writes lines of JSON to standard error. */
export const openLogger = ({ logLevel }: Pick<ServeConfig, 'logLevel'>): Logger =>
  pino(
    { level: logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ fd: 2, sync: false }),
  );

/** Returns a function that logs the migrations of a database. */
export const logMigrations =
  (logger: Logger) =>
  ({ migrations, copy }: AppliedMigrations): void =>
    logger.info({ migrations, copy }, 'database migrated');

/** Logs a warning if other operating-system users can read or change the site's data. Called once per start. */
export async function warnOfExposedData(config: ServeConfig): Promise<void> {
  const { data, files, backups } = config;
  const others = files.startsWith('s3://') ? [backups] : [backups, files];
  const exposedPaths = await findExposedPaths({ data, others });
  if (exposedPaths.length === 0) return;
  const logger = openLogger(config);
  logger.warn({ places: exposedPaths, remedy: 'chmod -R go= PATH' }, 'data accessible to other accounts');
  logger.flush();
}
