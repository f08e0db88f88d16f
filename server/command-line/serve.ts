// octavo serve: the service, from start to graceful stop.
import cluster from 'node:cluster';
import { serveConfig } from '../config/config.ts';
import { optionLines } from '../config/options.ts';
import { type Command, UsageFault } from './command.ts';
import { explainFullDisk } from './free-space.ts';
import { greet } from './greet.ts';
import { leadWorkers } from './lead-workers.ts';
import { warnOfExposedData } from './logger.ts';
import { startService } from './start-service.ts';
import { StopRequested, stop } from './stop.ts';

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
    try {
      if (config.workers > 1 && cluster.isPrimary) return await leadWorkers(config, stop);
      const { config: used, close, first } = await startService(config, stop);
      if (cluster.isPrimary) {
        greet(used, first);
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
