// Opens a service that does not belong to the command line of this process.
import { openData } from '../command-line/open-data.ts';
import { Output } from '../command-line/output.ts';
import { type OpenedService, openService } from '../command-line/start-service.ts';
import { StopRequest } from '../command-line/stop.ts';
import type { ServeConfig } from '../config/config.ts';

/** Opens the data of a site and its service. Its stop request is independent of the signals of the process. */
export async function open(config: ServeConfig): Promise<OpenedService & { readonly stop: StopRequest }> {
  const stop = new StopRequest();
  const data = await openData(config, stop.signal);
  return { ...(await openService({ config, data, stop, output: new Output(false) })), stop };
}
