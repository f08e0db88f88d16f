// Opens the data of the service: the site and its file store.
import type { DataConfig } from '../config/config.ts';
import type { FileStore } from '../files/store.ts';
import { openFiles } from './open-files.ts';
import {
  type AppliedMigrations,
  type OpenSite,
  type OpenSiteOptions,
  openPreparedSite,
  prepareSite,
} from './open-site.ts';

export interface OpenData {
  readonly site: OpenSite;
  readonly files: FileStore;
  /** The migrations of tables that existed before; undefined if there were none. */
  readonly migrated: AppliedMigrations | undefined;
}

/**
 * Opens the data, and migrates tables of an older version. The file store is opened first, so that an error in its configuration leaves the
 * database unchanged, or creates none. `onWaiting` is called with what the function is waiting for. Throws the errors of `openSite` and `openFiles`; the database is closed before any error is thrown.
 */
export async function openData(
  config: DataConfig,
  signal: AbortSignal,
  onWaiting?: OpenSiteOptions['onWaiting'],
): Promise<OpenData> {
  let migrated: AppliedMigrations | undefined;
  const prepared = await prepareSite(config);
  onWaiting?.('file-store');
  const files = await openFiles(config);
  const site = await openPreparedSite(config, prepared, {
    canMigrate: true,
    ...{ signal, onWaiting },
    onMigrated(applied) {
      migrated = applied;
    },
  });
  onWaiting?.('start');
  return { site, files, migrated };
}
