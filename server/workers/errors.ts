// Reasons for which a job of a worker pool has no result.

/** The job used more CPU time than its limit and was ended. It would do so again. */
export class JobTooExpensive extends Error {
  override readonly name = 'JobTooExpensive';
}

/** Too many jobs are waiting, or the machine was too busy to finish this one. Trying again later may work. */
export class WorkersBusy extends Error {
  override readonly name: string = 'WorkersBusy';
}

/** The job passed its limit on the clock and was ended. Whether that was its own fault tells the CPU time that it used. */
export class JobTimedOut extends WorkersBusy {
  override readonly name = 'JobTimedOut';
  /** Undefined where the system does not report CPU time. Milliseconds. */
  readonly cpuMs: number | undefined;

  constructor(cpuMs: number | undefined) {
    super('The machine was too busy to finish the job.');
    this.cpuMs = cpuMs;
  }
}

/** The worker process died of the job, or the job threw an error that its program did not translate. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}
