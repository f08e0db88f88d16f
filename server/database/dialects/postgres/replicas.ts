import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryConfig, QueryResult } from 'pg';
import type { ReplicaStatistics } from '../../handle.ts';
import type { ReplicaLocation } from './endpoint.ts';
import { type Primary, Replica } from './replica.ts';
import type { Send } from './session.ts';

/** Work whose reads may use a replica: always the same one, so that a later read does not return older data than an earlier one. */
interface ReplicaScope {
  /** Whether the work has not ended. Work that it has started and not awaited uses the primary afterwards. */
  isOpen: boolean;
  /** The replica of the first read; `primary` if there was none, or if it could not be used later. */
  source?: Replica | 'primary';
}

/** The replicas of a database. */
export class Replicas {
  readonly #replicas: readonly Replica[];
  readonly #current = new AsyncLocalStorage<ReplicaScope>();
  #next = 0;

  /** `poolSize` is the maximum number of connections to each replica for reads. */
  constructor(locations: readonly ReplicaLocation[], primary: Primary, poolSize: number) {
    this.#replicas = locations.map((location) => new Replica(location, primary, poolSize));
  }

  /** Starts to use the replicas. */
  start(): void {
    for (const replica of this.#replicas) replica.start();
  }

  get statistics(): readonly ReplicaStatistics[] {
    return this.#replicas.map(({ statistics }) => statistics);
  }

  /** Runs `work`, whose reads may use a replica until it ends. */
  async allow<T>(work: () => Promise<T>): Promise<T> {
    const scope: ReplicaScope = { isOpen: true };
    try {
      return await this.#current.run(scope, work);
    } finally {
      scope.isOpen = false;
    }
  }

  /** Runs a read on a replica if the calling code may use one, and otherwise, or if that fails, on the primary. */
  async read(query: QueryConfig, readPrimary: Send): Promise<QueryResult> {
    const scope = this.#current.getStore();
    const replica = scope?.isOpen === true ? this.#sourceOf(scope) : 'primary';
    if (scope === undefined || replica === 'primary') return readPrimary(query);
    try {
      return await replica.read(query);
    } catch {
      // If the query itself fails, it also fails on the primary, which determines the error.
      scope.source = 'primary';
      return readPrimary(query);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  #sourceOf(scope: ReplicaScope): Replica | 'primary' {
    scope.source ??= this.#choose() ?? 'primary';
    if (scope.source !== 'primary' && !scope.source.isUsable) scope.source = 'primary';
    return scope.source;
  }

  /** Returns the next usable replica, in turn. */
  #choose(): Replica | undefined {
    const { length } = this.#replicas;
    for (let tried = 0; tried < length; tried += 1) {
      const replica = this.#replicas[this.#next];
      this.#next = (this.#next + 1) % length;
      if (replica?.isUsable) return replica;
    }
    return undefined;
  }
}
