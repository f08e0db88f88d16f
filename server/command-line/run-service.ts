// Runs the service in this process.
import cluster from 'node:cluster';
import { warnOfExposedData } from './logger.ts';
import { printGreeting } from './print-greeting.ts';
import { type ServiceStart, startService } from './start-service.ts';

/** Runs the service until a stop is requested. Returns the exit code. Throws the errors of `startService`. */
export async function runService(start: ServiceStart): Promise<number> {
  const { config, close, first, createSetupSecret } = await startService(start);
  if (cluster.isPrimary) {
    printGreeting(start.output, config, { first, setupSecret: await createSetupSecret() });
    await warnOfExposedData(config);
  }
  await start.stop.requested;
  await close();
  return 0;
}
