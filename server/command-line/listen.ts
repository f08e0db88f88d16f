// The ports of the service, and what is wrong where it cannot listen at them.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { ServeConfig } from '../config/config.ts';
import { serveMetrics } from '../metrics/serve-metrics.ts';
import { CommandFault } from './command.ts';

/** Serves figures where the configuration names a port for them. Throws CommandFault. */
export async function listenForFigures(config: ServeConfig, text: () => Promise<string>): Promise<Server | undefined> {
  if (config.metricsPort === undefined) return undefined;
  try {
    return await serveMetrics(config.metricsPort, text);
  } catch (error) {
    throw cannotListen(error, { host: '127.0.0.1', port: config.metricsPort });
  }
}

/** The address of the service is in every answer, so a port left to chance is chosen before anything is made. */
export async function withFreePort(config: ServeConfig): Promise<ServeConfig> {
  if (config.port !== 0) return config;
  const probe = createServer().listen(0, config.host);
  await once(probe, 'listening').catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return { ...config, port, home: config.home.replace(/:0$/, `:${port}`) };
}

/** The error of listening, for the operator. */
export function cannotListen(error: unknown, { host, port }: Pick<ServeConfig, 'host' | 'port'>): CommandFault {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandFault(
    reasons[code ?? '']?.(host, port) ?? `The service cannot listen at ${host}, port ${port}: ${message}.`,
  );
}

const noAddress = (host: string) => `${host} is no address of this machine to listen at; choose another with --host.`;

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `The port ${port} of ${host} is in use; choose another with --port.`,
  EACCES: (_host, port) => `The port ${port} may not be used by this account; choose one above 1023 with --port.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};
