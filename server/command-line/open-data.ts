// Opens the data of the service: the site and its file store.
import type { DataConfig } from '../config/config.ts';
import type { FileStore } from '../files/store.ts';
import { openFiles } from './open-files.ts';
import { type AppliedMigrations, type OpenSite, openPreparedSite, prepareSite } from './open-site.ts';

export interface OpenData {
  readonly site: OpenSite;
  readonly files: FileStore;
  /** The migrations of tables that existed before; undefined if there were none. */
  readonly migrated: AppliedMigrations | undefined;
}

/**
 * Opens the data, and migrates tables of an older version. The file store is opened first, so that an error in its configuration leaves the
 * database unchanged, or creates none. Throws the errors of `openSite` and `openFiles`; the database is closed before any error is thrown.
 */
export async function openData(config: DataConfig, signal: AbortSignal): Promise<OpenData> {
  let migrated: AppliedMigrations | undefined;
  const prepared = await prepareSite(config);
  const files = await openFiles(config);
  const site = await openPreparedSite(config, prepared, {
    canMigrate: true,
    signal,
    onMigrated(applied) {
      migrated = applied;
    },
  });
  return { site, files, migrated };
}
