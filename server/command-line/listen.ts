// Opens the ports of the service, and formats the errors for ports that cannot be opened.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { ServeConfig } from '../config/config.ts';
import { serveMetrics } from '../metrics/serve-metrics.ts';
import { CommandError } from './command.ts';

/** Serves metrics if the configuration has a port for them. Throws CommandError if the port cannot be opened. */
export async function listenForMetrics(config: ServeConfig, text: () => Promise<string>): Promise<Server | undefined> {
  if (config.metricsPort === undefined) return undefined;
  try {
    return await serveMetrics(config.metricsPort, text);
  } catch (error) {
    throw listenError(error, { host: '127.0.0.1', port: config.metricsPort });
  }
}

/**
 * Returns the configuration with a free port instead of port 0. The port must be known before the service listens, because responses
 * contain URLs with the port. Throws CommandError if the host is invalid.
 */
export async function withFreePort(config: ServeConfig): Promise<ServeConfig> {
  if (config.port !== 0) return config;
  const probe = createServer().listen(0, config.host);
  await once(probe, 'listening').catch((error: unknown) => {
    throw listenError(error, config);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return { ...config, port, home: config.home.replace(/:0$/, `:${port}`) };
}

/** Returns the CommandError for a failed attempt to listen. */
export function listenError(error: unknown, { host, port }: Pick<ServeConfig, 'host' | 'port'>): CommandError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandError(
    reasons[code ?? '']?.(host, port) ?? `The service cannot listen on ${host}, port ${port}: ${message}.`,
  );
}

const addressNotAvailable = (host: string) => `${host} is not an address of this machine; choose another with --host.`;

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Port ${port} on ${host} is already in use; choose another with --port.`,
  EACCES: (_host, port) => `Permission denied for port ${port}; choose one above 1023 with --port.`,
  EADDRNOTAVAIL: addressNotAvailable,
  ENOTFOUND: addressNotAvailable,
  EAI_AGAIN: addressNotAvailable,
};
