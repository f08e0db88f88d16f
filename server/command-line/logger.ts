// The log of the service, and what is written there before anything else runs.
import { type Logger, pino } from 'pino';
import type { ServeConfig } from '../config/config.ts';
import { findExposed } from '../exposed-data.ts';

/** Opens the log: lines of JSON on standard error. */
export const openLogger = ({ logLevel }: Pick<ServeConfig, 'logLevel'>): Logger =>
  pino(
    { level: logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ fd: 2, sync: false }),
  );

/** Logs a warning where other accounts of the machine could read or change the site's data. Called once by each start. */
export async function warnOfExposedData(config: ServeConfig): Promise<void> {
  const { data, files, backups } = config;
  const others = files.startsWith('s3://') ? [backups] : [backups, files];
  const places = await findExposed({ data, others });
  if (places.length === 0) return;
  const logger = openLogger(config);
  logger.warn({ places, remedy: 'chmod -R go= PATH' }, 'data accessible to other accounts');
  logger.flush();
}
