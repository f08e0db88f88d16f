// Runs the service in this process.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { warnOfExposedData } from './logger.ts';
import { openData } from './open-data.ts';
import { printGreeting } from './print-greeting.ts';
import { type OpenedService, type ServiceStart, startService } from './start-service.ts';

/**
 * Runs the service until a stop is requested. If a restore replaces the site with another one, the service is closed and opened again; a
 * worker exits instead, and the primary starts another one. Returns the exit code. Throws the errors of `startService` and `openData`.
 */
export async function runService(start: ServiceStart): Promise<number> {
  const { stop } = start;
  let opened = await startService(start);
  const { config } = opened;
  if (cluster.isPrimary) {
    printGreeting(start.output, config, { first: opened.first, setupSecret: await opened.createSetupSecret() });
    await warnOfExposedData(config);
  }
  for (;;) {
    await Promise.race([stop.requested, opened.siteReplaced]);
    if (!stop.signal.aborted && cluster.isWorker) {
      await endWorker(start, opened);
      return 0;
    }
    await (stop.signal.aborted ? opened.close() : opened.closeForReopening());
    if (stop.signal.aborted) return 0;
    opened = await startService({ ...start, config, data: await openData(config, stop.signal) });
  }
}

/**
 * Closes the service of a worker whose site was replaced. The worker first closes its share of the listening sockets, so that the primary passes
 * the connections on their way to other workers; if it only closed the channel to the primary, they would never get a response.
 */
async function endWorker({ stop }: ServiceStart, opened: OpenedService): Promise<void> {
  const disconnected = process.connected ? once(process, 'disconnect') : undefined;
  if (disconnected) cluster.worker?.disconnect();
  // The time limit of a stop applies.
  stop.request();
  await opened.closeForReopening();
  await disconnected;
}
