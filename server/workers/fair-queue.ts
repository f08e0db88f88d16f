/** A queue that serves clients in turn, each with its oldest job. */
export class FairQueue<Job> {
  readonly #byClient = new Map<string, Job[]>();
  #size = 0;

  /** Number of queued jobs. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of queued jobs of a client. */
  sizeOf(client: string): number {
    return this.#byClient.get(client)?.length ?? 0;
  }

  /** Adds a job after those of the same client. */
  add(client: string, job: Job): void {
    const jobs = this.#byClient.get(client);
    if (jobs === undefined) this.#byClient.set(client, [job]);
    else jobs.push(job);
    this.#size += 1;
  }

  /** Removes and returns the next job of the first client that may start one; undefined if there is none. */
  take(mayStart: (client: string) => boolean): Job | undefined {
    for (const [client, jobs] of this.#byClient) {
      if (!mayStart(client)) continue;
      const job = jobs.shift();
      this.#size -= 1;
      // The client moves to the end of the queue.
      this.#byClient.delete(client);
      if (jobs.length > 0) this.#byClient.set(client, jobs);
      return job;
    }
    return undefined;
  }

  /** Removes a queued job; returns false if it is not queued. */
  remove(client: string, job: Job): boolean {
    const jobs = this.#byClient.get(client);
    const at = jobs?.indexOf(job) ?? -1;
    if (jobs === undefined || at < 0) return false;
    jobs.splice(at, 1);
    this.#size -= 1;
    if (jobs.length === 0) this.#byClient.delete(client);
    return true;
  }
}
