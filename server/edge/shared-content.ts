// Shares content that is expensive to load between the responses that contain it.

/** Content that is loaded for its first user, shared with concurrent users, and released some time after the last one. */
export class SharedContent {
  readonly #load: () => Promise<Buffer>;
  readonly #retainMs: number;
  #content: Promise<Buffer> | undefined;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `load` returns the content; `retainMs` is the time for which it stays in memory without users, in milliseconds. */
  constructor(load: () => Promise<Buffer>, retainMs: number) {
    this.#load = load;
    this.#retainMs = retainMs;
  }

  /** Calls `use` with the content, which stays in memory until the returned promise settles. Rejects if it cannot be loaded. */
  async use<T>(use: (content: Buffer) => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#users += 1;
    try {
      this.#content ??= this.#load();
      return await use(await this.#contentOrForget(this.#content));
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#timer = setTimeout(() => this.#forget(), this.#retainMs).unref();
    }
  }

  /** Returns the content. If loading it has failed, the next user loads it again. */
  async #contentOrForget(content: Promise<Buffer>): Promise<Buffer> {
    try {
      return await content;
    } catch (error) {
      if (this.#content === content) this.#forget();
      throw error;
    }
  }

  #forget(): void {
    this.#content = undefined;
  }
}
