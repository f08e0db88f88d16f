// Opens a service that does not belong to the command line of this process.
import { warnOfExposedData } from '../command-line/logger.ts';
import { openData } from '../command-line/open-data.ts';
import { type OpenedService, openService } from '../command-line/start-service.ts';
import { StopRequest } from '../command-line/stop.ts';
import type { ServeConfig } from '../config/config.ts';
import { DiagnosticsScope } from '../database/diagnostics.ts';

/**
 * Opens the data of a site and its service, and logs a warning if other operating-system users can access the data. Its stop request is
 * independent of the signals of the process, and its log contains no failures of other services in this process.
 */
export async function open(config: ServeConfig): Promise<OpenedService & { readonly stop: StopRequest }> {
  const scope = new DiagnosticsScope();
  const stop = new StopRequest();
  const opened = await scope.run(async () => {
    const data = await openData(config, stop.signal);
    return openService({ config, data, stop }, { isEmbedded: true });
  });
  await warnOfExposedData(opened.config);
  return {
    ...opened,
    stop,
    handleRequest: (request, response) => scope.run(() => opened.handleRequest(request, response)),
    listen: () => scope.run(() => opened.listen()),
    close: () => scope.run(() => opened.close()),
  };
}
