/** CPU time that one request may use for work that its parameters can make long, in milliseconds. */
const REQUEST_CPU_MS = 300;

/** CPU time that may be used, by one scope or by several together. */
export class CpuBudget {
  readonly #cpuMs: number;
  #remainingMs: number;

  /** Default: what a request may use. */
  constructor(cpuMs: number = REQUEST_CPU_MS) {
    this.#cpuMs = cpuMs;
    this.#remainingMs = cpuMs;
  }

  /** Whether nothing has been used yet. */
  get isUnused(): boolean {
    return this.#remainingMs === this.#cpuMs;
  }

  /** The CPU time that is left, in milliseconds. */
  get remainingMs(): number {
    return this.#remainingMs;
  }

  /** Deducts CPU time that was used. */
  spend(cpuMs: number): void {
    this.#remainingMs = Math.max(0, this.#remainingMs - cpuMs);
  }
}

export interface WorkScopeOptions {
  /** Whom the work is for: clients take turns. */
  readonly client: string;
  /** Aborts once nobody waits for what the work is for. */
  readonly signal?: AbortSignal | undefined;
  /** Default: what a request may use. */
  readonly cpuMs?: number;
  /** What the scope shares with others; `cpuMs` does not count then. */
  readonly budget?: CpuBudget | undefined;
}

/** For whom the work of one request is done, and how much CPU time is left for all of it together. */
export class WorkScope {
  readonly client: string;
  readonly signal: AbortSignal | undefined;
  readonly #budget: CpuBudget;

  constructor({ client, signal, cpuMs, budget = new CpuBudget(cpuMs) }: WorkScopeOptions) {
    this.client = client;
    this.signal = signal;
    this.#budget = budget;
  }

  /** Work of the same request that has a limit of its own. */
  withLimit(cpuMs: number): WorkScope {
    return new WorkScope({ client: this.client, signal: this.signal, cpuMs });
  }

  /** Whether nothing has been used yet. */
  get isUnused(): boolean {
    return this.#budget.isUnused;
  }

  /** The CPU time that is left, in milliseconds. */
  get remainingMs(): number {
    return this.#budget.remainingMs;
  }

  /** Deducts CPU time that was used. */
  spend(cpuMs: number): void {
    this.#budget.spend(cpuMs);
  }
}
