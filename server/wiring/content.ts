// Opens the content of a site: what the modules need to read, render and change it.
import { makeContract } from '../../contract/contract.ts';
import { RateLimiter } from '../access/rate-limiter.ts';
import { TransactionLimiter } from '../access/transaction-limiter.ts';
import { openBackupFolder } from '../backup/backup-folder.ts';
import { type Backups, openBackups } from '../backup/backups.ts';
import { siteFingerprint } from '../backup/compatibility.ts';
import { EntryPasswords } from '../cms-v2/entries/check-password.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import { EntryWriter } from '../cms-v2/entries/entry-writer.ts';
import { entryHooks } from '../cms-v2/entry-hooks.ts';
import type { MediaDeps } from '../cms-v2/media/deps.ts';
import { accountEmailWindow } from '../cms-v2/users/account-links.ts';
import { type NotificationDeps, notificationLimit } from '../cms-v2/users/notify-of-change.ts';
import { withExtensions } from '../config/choose-extensions.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Extension } from '../extensions/extension.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { noStore } from '../files/no-store.ts';
import type { FileStore } from '../files/store.ts';
import { MediaWorkerPool } from '../media-processing/media-worker-pool.ts';
import { TextProcessor } from '../rendering/work/text-processor.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Theme } from '../theme/theme.ts';
import type { Access } from './access.ts';

/** Default maximum size of an uploaded file, in bytes. */
export const defaultMaxUploadBytes = 512 * 1024 * 1024;

/** The content of a site and the services that work on it. */
export interface Content {
  readonly entries: EntryDeps;
  readonly media: MediaDeps;
  readonly mediaWorkers: MediaWorkerPool;
  readonly backups: Backups;
  /** Sends the notifications of users about changes of their accounts. */
  readonly notifications: NotificationDeps;
  /** Rate limiter for emails with links, such as invitations. */
  readonly accountEmailLimiter: RateLimiter;
}

/** Limits of the content. */
export interface ContentLimits {
  readonly fetchLimits: FetchLimits;
  readonly maxUploadBytes: number;
  readonly maxTextBytes: number | undefined;
}

/** Options of the content. */
export interface ContentOptions {
  readonly config: SiteConfig;
  readonly theme: Theme;
  readonly extensions: readonly Extension[];
  readonly files: FileStore | undefined;
  /** The folder of backups, and the function that is called with the errors of a backup. */
  readonly backups: { readonly folder: string | undefined; readonly onFailure: (error: unknown, id: string) => void };
  readonly limits: ContentLimits;
}

/** Opens the content. Throws an Error for an invalid declaration of a type or taxonomy. */
export function openContent(
  storage: SiteStorage,
  { loginThrottle, sharedCounts }: Access,
  options: ContentOptions,
): Content {
  const { database, settings, site: urls, clock, key } = storage;
  const { config, theme, extensions, files = noStore, backups, limits } = options;
  const { fetchLimits, maxUploadBytes, maxTextBytes } = limits;
  const contract = makeContract(withExtensions(config, extensions));
  const site = { urls, settings, theme, clock, key };
  const entries: EntryDeps = {
    ...{ contract, database, site },
    texts: new TextProcessor(maxTextBytes === undefined ? {} : { maxTextBytes }),
    writer: new EntryWriter(entryHooks({ contract, site })),
    passwords: new EntryPasswords(loginThrottle, key),
  };
  const mediaWorkers = new MediaWorkerPool();
  return {
    entries,
    media: { entries, files, mediaWorkers, maxUploadBytes, fetchLimits },
    mediaWorkers,
    backups: openBackups(
      {
        ...{ database, files, extensions, clock },
        origin: { site: siteFingerprint(key), home: urls.home },
        folder: backups.folder === undefined ? undefined : openBackupFolder(backups.folder),
      },
      backups.onFailure,
    ),
    notifications: {
      ...{ site: urls, settings, clock },
      notificationLimiter: new TransactionLimiter(clock, key, 'notifications', notificationLimit),
    },
    accountEmailLimiter: new RateLimiter(clock, sharedCounts, 'account emails', accountEmailWindow),
  };
}
