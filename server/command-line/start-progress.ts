// Reports what a start is waiting for that takes longer than usual: in the log, and on the port of the service.
import type { ServeConfig } from '../config/config.ts';
import { openLogger } from './logger.ts';
import type { StartObstacle } from './start-obstacle.ts';

/** Duration of a start after which it is reported, in milliseconds. A start that waits for nothing takes less. */
const DELAY_MS = 1000;

/** The progress of the start of a service. */
export class StartProgress {
  readonly #config: ServeConfig;
  #obstacle: StartObstacle = 'start';
  #timer: NodeJS.Timeout | undefined;
  /** Resolves with a function that stops listening, when the start is being reported. */
  #listening: Promise<(() => Promise<void>) | undefined> | undefined;

  /** The configuration has the address of the service. After a second, a server that rejects requests listens on it, unless its port is 0. */
  constructor(config: ServeConfig) {
    this.#config = config;
    this.#timer = setTimeout(() => {
      this.#listening = this.#report();
    }, DELAY_MS);
    this.#timer.unref();
  }

  /** Records what the start is waiting for from now on. */
  readonly enter = (obstacle: StartObstacle): void => {
    if (obstacle === this.#obstacle) return;
    this.#obstacle = obstacle;
    if (this.#listening) this.#log();
  };

  /** Ends the reports, so that the service can listen. Can be called repeatedly. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    const listening = this.#listening;
    this.#listening = undefined;
    await (await listening)?.();
  }

  async #report(): Promise<(() => Promise<void>) | undefined> {
    this.#log();
    const { host, port } = this.#config;
    if (port === 0) return undefined;
    // Loaded on demand, because every loaded module slows down the start.
    const { serveWhileWaiting } = await import('../edge/waiting-server.ts');
    // If the port is not available, the service reports it when it listens.
    return serveWhileWaiting({ host, port, findObstacle: () => this.#obstacle }).catch(() => undefined);
  }

  #log(): void {
    const logger = openLogger(this.#config);
    logger.info({ waitingFor: this.#obstacle }, 'start delayed');
    logger.flush();
  }
}
