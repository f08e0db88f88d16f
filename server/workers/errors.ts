// Declares the errors of jobs in a worker pool.

/** The job exceeded its limit of CPU time and was killed. A retry with the same limit would fail again. */
export class JobTooExpensive extends Error {
  override readonly name = 'JobTooExpensive';
}

/** The queue is full, or the machine was too busy to finish the job. A later retry may succeed. */
export class WorkersBusy extends Error {
  override readonly name: string = 'WorkersBusy';
}

/** The job exceeded its limit of wall-clock time and was killed. The CPU time that it used shows whether it was too expensive. */
export class JobTimedOut extends WorkersBusy {
  override readonly name = 'JobTimedOut';
  /** CPU time that the job used, in milliseconds; undefined if the system does not report it. */
  readonly cpuMs: number | undefined;

  constructor(cpuMs: number | undefined) {
    super('The machine was too busy to finish the job.');
    this.cpuMs = cpuMs;
  }
}

/** The worker process exited during the job, or the job threw an error that its program did not translate. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}
