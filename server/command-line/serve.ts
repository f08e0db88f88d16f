// octavo serve: runs the service until it is stopped gracefully.
import cluster from 'node:cluster';
import { serveConfig } from '../config/config.ts';
import { optionLines } from '../config/options.ts';
import { type Command, UsageError } from './command.ts';
import { explainFullDisk } from './free-space.ts';
import { warnOfExposedData } from './logger.ts';
import { runPrimary } from './primary.ts';
import { printGreeting } from './print-greeting.ts';
import { startService } from './start-service.ts';
import { StopRequested, stop } from './stop.ts';

export const serve: Command = {
  help: [
    'octavo serve [OPTIONS]',
    '',
    ...optionLines(true),
    '',
    '  OCTAVO_ADMIN_PASSWORD sets the password of the first administrator of a new site.',
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = serveConfig(args, env);
    if (rest.length > 0)
      throw new UsageError(`Unexpected argument ${JSON.stringify(rest[0])}; run octavo serve --help for the usage.`);
    try {
      if (config.workers > 1 && cluster.isPrimary) return await runPrimary(config, stop);
      const { config: used, close, first } = await startService(config, stop);
      if (cluster.isPrimary) {
        printGreeting(used, first);
        await warnOfExposedData(used);
      }
      await stop.requested;
      await close();
    } catch (error) {
      if (!(error instanceof StopRequested)) throw await explainFullDisk(config, error);
    }
    return 0;
  },
};
