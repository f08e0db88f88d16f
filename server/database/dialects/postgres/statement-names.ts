import type { QueryConfig, QueryResult } from 'pg';
import { reportBackgroundFailure } from '../../diagnostics.ts';
import { isUnusableName, isUnusablePlan } from './errors.ts';
import type { Send } from './session.ts';

/**
 * The names with which statements are sent through a pooler, so that its connections to the server prepare them once. The pooler gives a
 * statement to connections that may be older than this process and its tables, and its support may end when its configuration changes.
 */
export class StatementNames {
  #areUsable: boolean;
  /** Names of statements that are sent without them, because connections have prepared them for other columns. */
  readonly #outdated = new Set<string>();

  /** `areUsable` is whether the pooler supports prepared statements. */
  constructor(areUsable: boolean) {
    this.#areUsable = areUsable;
  }

  /** Sends a query, and sends it again without its name if it failed because of that. */
  async run(query: QueryConfig, send: Send): Promise<QueryResult> {
    if (!this.#isUsable(query)) return send(withoutName(query));
    try {
      return await this.attempt(query, send);
    } catch (error) {
      if (isUnusableName(error) || isUnusablePlan(error)) return send(withoutName(query));
      throw error;
    }
  }

  /** Sends a query, and records if its name is unusable: the transaction to which it belongs can then be repeated. */
  async attempt(query: QueryConfig, send: Send): Promise<QueryResult> {
    if (!this.#isUsable(query)) return send(withoutName(query));
    try {
      return await send(query);
    } catch (error) {
      this.#record(error, query);
      throw error;
    }
  }

  #isUsable({ name }: QueryConfig): boolean {
    return name === undefined || (this.#areUsable && !this.#outdated.has(name));
  }

  #record(error: unknown, { name }: QueryConfig): void {
    if (name === undefined) return;
    if (isUnusablePlan(error)) this.#outdated.add(name);
    if (!isUnusableName(error)) return;
    if (this.#areUsable) reportBackgroundFailure('prepared statements of the pooler', error);
    this.#areUsable = false;
  }
}

/** Returns a query without the name of its prepared statement. It still consists of one statement, which the protocol for several would allow. */
export function withoutName({ name: _, ...query }: QueryConfig): QueryConfig {
  const unnamed: QueryConfig & { readonly queryMode: 'extended' } = { ...query, queryMode: 'extended' };
  return unnamed;
}
