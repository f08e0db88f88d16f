/** CPU time of one request for work whose cost depends on its parameters, in milliseconds. */
const REQUEST_CPU_MS = 300;

/** A budget of CPU time for one or several scopes. */
export class CpuBudget {
  readonly #cpuMs: number;
  #remainingMs: number;

  /** The budget defaults to that of a request. */
  constructor(cpuMs: number = REQUEST_CPU_MS) {
    this.#cpuMs = cpuMs;
    this.#remainingMs = cpuMs;
  }

  /** Whether no time has been used yet. */
  get isUnused(): boolean {
    return this.#remainingMs === this.#cpuMs;
  }

  /** Remaining CPU time, in milliseconds. */
  get remainingMs(): number {
    return this.#remainingMs;
  }

  /** Deducts used CPU time. */
  spend(cpuMs: number): void {
    this.#remainingMs = Math.max(0, this.#remainingMs - cpuMs);
  }
}

export interface WorkScopeOptions {
  /** Client of the work. Clients are served in turn. */
  readonly client: string;
  /** A signal that aborts when no caller waits for the result. */
  readonly signal?: AbortSignal | undefined;
  /** CPU time, in milliseconds. Default: that of a request. */
  readonly cpuMs?: number;
  /** Budget shared with other scopes; it replaces `cpuMs`. */
  readonly budget?: CpuBudget | undefined;
}

/** The client and the CPU budget of the work for one request. */
export class WorkScope {
  readonly client: string;
  readonly signal: AbortSignal | undefined;
  readonly #budget: CpuBudget;

  constructor({ client, signal, cpuMs, budget = new CpuBudget(cpuMs) }: WorkScopeOptions) {
    this.client = client;
    this.signal = signal;
    this.#budget = budget;
  }

  /** Returns a scope for the same client and signal with a separate budget. */
  withLimit(cpuMs: number): WorkScope {
    return new WorkScope({ client: this.client, signal: this.signal, cpuMs });
  }

  /** Whether no time has been used yet. */
  get isUnused(): boolean {
    return this.#budget.isUnused;
  }

  /** Remaining CPU time, in milliseconds. */
  get remainingMs(): number {
    return this.#budget.remainingMs;
  }

  /** Deducts used CPU time. */
  spend(cpuMs: number): void {
    this.#budget.spend(cpuMs);
  }
}
