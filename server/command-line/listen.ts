// Opens the ports of the service, and formats the errors for ports that cannot be opened.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { ServeConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { settingName } from '../config/options.ts';
import { serveMetrics } from '../metrics/serve-metrics.ts';

/** Serves metrics if the configuration has a port for them. Throws ConfigError if the port cannot be opened. */
export async function listenForMetrics(config: ServeConfig, text: () => Promise<string>): Promise<Server | undefined> {
  if (config.metricsPort === undefined) return undefined;
  try {
    return await serveMetrics(config.metricsPort, text);
  } catch (error) {
    throw metricsListenError(error, config);
  }
}

/**
 * Returns the configuration with a free port instead of port 0. The port must be known before the service listens, because responses
 * contain URLs with the port. Throws ConfigError if the host is invalid.
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

/**
 * Throws ConfigError if a port of the service is in use or not available. Called before the service opens its data, because it listens
 * only when everything else is ready.
 */
export async function requireFreePorts(config: ServeConfig): Promise<void> {
  if (config.port !== 0)
    await probePort(config).catch((error: unknown) => {
      throw listenError(error, config);
    });
  if (config.metricsPort !== undefined)
    await probePort({ host: '127.0.0.1', port: config.metricsPort }).catch((error: unknown) => {
      throw metricsListenError(error, config);
    });
}

/** Listens on a port and closes it. Throws the system error if the port is not available. */
async function probePort({ host, port }: Pick<ServeConfig, 'host' | 'port'>): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  await new Promise((closed) => probe.close(closed));
}

/** An address to listen on, with the names of the settings for messages. */
interface Listener {
  readonly host: string;
  readonly port: number;
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** Returns the ConfigError for a failed attempt to listen. */
export function listenError(error: unknown, { host, port, sources }: ServeConfig): ConfigError {
  const [hostSetting, portSetting] = [settingName(sources, 'host'), settingName(sources, 'port')];
  return listenerError(error, { host, port, hostSetting, portSetting });
}

/** Returns the ConfigError for a failed attempt to listen on the port for metrics. */
function metricsListenError(error: unknown, { metricsPort: port = 0, sources }: ServeConfig): ConfigError {
  const setting = settingName(sources, 'metrics-port');
  return listenerError(error, { host: '127.0.0.1', port, hostSetting: setting, portSetting: setting });
}

function listenerError(error: unknown, listener: Listener): ConfigError {
  const { code, message } = error as NodeJS.ErrnoException;
  const { host, port, portSetting } = listener;
  return new ConfigError(
    reasons[code ?? '']?.(listener) ??
      `The service cannot listen on ${host}, port ${port} (${portSetting}): ${message}.`,
  );
}

const addressNotAvailable = ({ host, hostSetting }: Listener) =>
  `${host} is not an address of this machine; choose another with ${hostSetting}.`;

const reasons: Readonly<Record<string, (listener: Listener) => string>> = {
  EADDRINUSE: ({ host, port, portSetting }) =>
    `Port ${port} on ${host} is already in use; choose another with ${portSetting}.`,
  EACCES: ({ port, portSetting }) => `Permission denied for port ${port}; choose one above 1023 with ${portSetting}.`,
  EADDRNOTAVAIL: addressNotAvailable,
  ENOTFOUND: addressNotAvailable,
  EAI_AGAIN: addressNotAvailable,
};
