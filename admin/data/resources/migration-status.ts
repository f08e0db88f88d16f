// Reads the state of the database schema, and of the work that follows an upgrade.
import { send } from '../client.ts';

/** A migration of the service or of an extension. */
export interface Migration {
  /** The name of the extension; empty for the service. */
  readonly extension: string;
  readonly number: number;
  readonly name: string;
  readonly state: 'applied' | 'pending';
  /** The time at which it was applied, in GMT; null if it is pending. */
  readonly applied: string | null;
  /** The version of the service that applied it; empty if it is unknown. */
  readonly program: string;
}

/** Work in the background. */
export interface BackgroundTask {
  readonly task: 'renderings' | 'search-index' | 'meta-index';
  /** The type and the name of a meta field; empty for other work. */
  readonly object: string;
  /** Numbers of entries. */
  readonly remaining: number;
  readonly total: number;
}

/** The state of the database schema. */
export interface MigrationStatus {
  readonly schema_version: number;
  /** The schema version that the service needs. */
  readonly supported_version: number;
  readonly migrations: readonly Migration[];
  readonly tasks: readonly BackgroundTask[];
}

/** Reads the state of the database schema. Throws ApiError. */
export const readMigrationStatus = async (signal?: AbortSignal): Promise<MigrationStatus> =>
  (await send<MigrationStatus>('/octavo/v1/migration-status', { ...(signal && { signal }) })).data;
