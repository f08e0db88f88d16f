/** Jobs in the order in which they are started: clients take turns, each with its oldest job. */
export class FairQueue<Job> {
  readonly #byClient = new Map<string, Job[]>();
  #size = 0;

  /** The number of jobs that wait. */
  get size(): number {
    return this.#size;
  }

  /** The number of jobs of a client that wait. */
  sizeOf(client: string): number {
    return this.#byClient.get(client)?.length ?? 0;
  }

  /** Adds a job behind those of the same client. */
  add(client: string, job: Job): void {
    const jobs = this.#byClient.get(client);
    if (jobs === undefined) this.#byClient.set(client, [job]);
    else jobs.push(job);
    this.#size += 1;
  }

  /** Removes and returns the next job of the first client that may start one; undefined where there is none. */
  take(mayStart: (client: string) => boolean): Job | undefined {
    for (const [client, jobs] of this.#byClient) {
      if (!mayStart(client)) continue;
      const job = jobs.shift();
      this.#size -= 1;
      // The client goes to the end of the line.
      this.#byClient.delete(client);
      if (jobs.length > 0) this.#byClient.set(client, jobs);
      return job;
    }
    return undefined;
  }

  /** Removes a job that waits; false where it does not wait. */
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
