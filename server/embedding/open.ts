// Opens a service that does not belong to the command line of this process.
import { openLogger, warnOfExposedData } from '../command-line/logger.ts';
import { openData } from '../command-line/open-data.ts';
import { type OpenedService, openService } from '../command-line/start-service.ts';
import { StopRequest } from '../command-line/stop.ts';
import type { ServeConfig } from '../config/config.ts';
import { DiagnosticsScope } from '../database/diagnostics.ts';

/** A service that runs inside another program. */
type EmbeddedService = Pick<OpenedService, 'config' | 'first' | 'handleRequest' | 'listen' | 'close'> & {
  readonly stop: StopRequest;
};

/**
 * Opens the data of a site and its service, and logs a warning if other operating-system users can access the data. Its stop request is
 * independent of the signals of the process, and its log contains no failures of other services in this process.
 *
 * If a restore replaces the site with another one, the service is closed and opened again. If that fails, the error is logged, and the
 * service responds as after `close`.
 */
export async function open(requestedConfig: ServeConfig): Promise<EmbeddedService> {
  const scope = new DiagnosticsScope();
  const stop = new StopRequest();
  const openCurrent = async (config: ServeConfig) =>
    openService({ config, data: await openData(config, stop.signal), stop }, { isEmbedded: true });
  let current = await scope.run(() => openCurrent(requestedConfig));
  const { config, first } = current;
  let isListening = false;
  const reopenUntilStopped = async () => {
    for (;;) {
      await Promise.race([stop.requested, current.siteReplaced]);
      if (stop.signal.aborted) return;
      await current.closeForReopening();
      if (stop.signal.aborted) return;
      const reopened = await openCurrent(config);
      current = reopened;
      if (isListening) await reopened.listen();
    }
  };
  const reopening = scope.run(() =>
    reopenUntilStopped().catch((error: unknown) => {
      if (!stop.signal.aborted) openLogger(config).error({ err: error }, 'reopening of the service failed');
    }),
  );
  await warnOfExposedData(config);
  return {
    ...{ config, first, stop },
    handleRequest: (request, response) => scope.run(() => current.handleRequest(request, response)),
    listen: () =>
      scope.run(() => {
        isListening = true;
        return current.listen();
      }),
    close: () =>
      scope.run(async () => {
        stop.request();
        await reopening;
        await current.close();
      }),
  };
}
