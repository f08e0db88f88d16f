// Reports what a start is waiting for that takes longer than usual: in the log, and on the port of the service.
import type { ServeConfig } from '../config/config.ts';
import { openLogger } from './logger.ts';
import type { StartObstacle } from './start-obstacle.ts';

/** Duration of a wait after which it is reported, in milliseconds. */
const DELAY_MS = 2000;

/** The progress of the start of a service. */
export class StartProgress {
  readonly #config: ServeConfig;
  #obstacle: StartObstacle = 'start';
  #timer: NodeJS.Timeout | undefined;
  /** Resolves with a function that stops listening, when the start is being reported. */
  #listening: Promise<(() => Promise<void>) | undefined> | undefined;

  /**
   * The configuration has the address of the service. When the start has waited for two seconds for one thing, a server that rejects requests
   * listens on the address, unless its port is 0. A slow start that waits for nothing is not reported.
   */
  constructor(config: ServeConfig) {
    this.#config = config;
  }

  /** Records what the start is waiting for from now on. */
  readonly enter = (obstacle: StartObstacle): void => {
    if (obstacle === this.#obstacle) return;
    this.#obstacle = obstacle;
    clearTimeout(this.#timer);
    if (obstacle !== 'start') this.#timer = setTimeout(() => this.#report(), DELAY_MS).unref();
  };

  /** Ends the reports, so that the service can listen. Can be called repeatedly. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    const listening = this.#listening;
    this.#listening = undefined;
    await (await listening)?.();
  }

  #report(): void {
    this.#log();
    // A start does not fail because it cannot be reported. If the port is not available, the service reports it when it listens.
    this.#listening ??= this.#listen().catch(() => undefined);
  }

  async #listen(): Promise<(() => Promise<void>) | undefined> {
    const { host, port } = this.#config;
    if (port === 0) return undefined;
    // Loaded on demand, because every loaded module slows down the start.
    const { serveWhileWaiting } = await import('../edge/waiting-server.ts');
    return serveWhileWaiting({ host, port, findObstacle: () => this.#obstacle });
  }

  #log(): void {
    const logger = openLogger(this.#config);
    logger.info({ waitingFor: this.#obstacle }, 'start delayed');
    logger.flush();
  }
}
