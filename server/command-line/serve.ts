// octavo serve: runs the service until it is stopped gracefully.
import cluster from 'node:cluster';
import { makeServeConfig } from '../config/config.ts';
import type { Command } from './command.ts';
import { explainFullDisk } from './free-space.ts';
import { requireFreePorts } from './listen.ts';
import { openData } from './open-data.ts';
import { requireUsableDataFolder } from './require-data-folder.ts';
import { StartProgress } from './start-progress.ts';
import { StopRequested, stop } from './stop.ts';

export const serve: Command = {
  description: ['OCTAVO_ADMIN_PASSWORD sets the password of the first administrator of a new site.'],
  async run({ options, env, output }) {
    const config = makeServeConfig(options, env);
    let progress: StartProgress | undefined;
    try {
      // Frequent mistakes are reported before the service is loaded and before the database is created or migrated.
      if (cluster.isPrimary) {
        if (config.admin !== undefined) (await import('./find-admin.ts')).findAdmin(config);
        await requireUsableDataFolder(config);
        await requireFreePorts(config);
        progress = new StartProgress(config);
      }
      if (config.workers > 1 && cluster.isPrimary) {
        const { runPrimary } = await import('./primary.ts');
        return await runPrimary(config, { stop, output, progress });
      }
      // So are errors in the configuration file, and a database or a file store that cannot be opened.
      const data = await openData(config, stop.signal, progress?.enter);
      const { runService } = await import('./run-service.ts');
      return await runService({ config, data, stop, output, progress });
    } catch (error) {
      if (!(error instanceof StopRequested)) throw await explainFullDisk(config, error);
    } finally {
      await progress?.end();
    }
    return 0;
  },
};
