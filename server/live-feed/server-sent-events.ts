// Formats server-sent events (HTML Standard §9.2).

/** Returns an event with a name, data and, if the client can resume after it, an ID. */
export const formatEvent = (name: string, data: object, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Returns a message that sets the delay after which the client reconnects, in milliseconds. */
export const formatRetry = (delayMs: number): string => `retry: ${delayMs}\n\n`;

/** A comment, which clients ignore. It keeps connections open while there is nothing to send. */
export const keepAlive = ': keep-alive\n\n';

/** Delay after which clients reconnect when a stream has ended, in milliseconds. */
export const reconnectDelayMs = 2000;

/** Limits of a single stream. */
export interface StreamLimits {
  /** Maximum duration of a response, in milliseconds. Default: 10 minutes. */
  readonly maxDurationMs?: number;
  /** Maximum time without data, in milliseconds, after which a keep-alive message is sent. Default: 15 seconds. */
  readonly maxSilenceMs?: number;
}

/** Returns limits with their defaults. */
export const withStreamDefaults = ({
  maxDurationMs = 10 * 60_000,
  maxSilenceMs = 15_000,
}: StreamLimits): Required<StreamLimits> => ({ maxDurationMs, maxSilenceMs });
