// Opens the content of a site: what the modules need to read, render and change it.
import { makeContract } from '../../contract/contract.ts';
import { RateLimiter } from '../access/rate-limiter.ts';
import { openBackupFolder } from '../backup/backup-folder.ts';
import { type Backups, openBackups } from '../backup/backups.ts';
import { siteFingerprint } from '../backup/compatibility.ts';
import type { EntryBaseDeps, EntryDeps } from '../cms-v2/entries/deps.ts';
import { EntryWriter } from '../cms-v2/entries/entry-writer.ts';
import { entryHooks } from '../cms-v2/entry-hooks.ts';
import type { MediaDeps } from '../cms-v2/media/deps.ts';
import { readTimeContent } from '../cms-v2/read-time-content.ts';
import { isPublishedTemplate } from '../cms-v2/templates/custom-templates.ts';
import { notificationLimit } from '../cms-v2/users/notify-of-change.ts';
import { withExtensions } from '../config/choose-extensions.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { type MessageOf, makeMessageOf } from '../events/message.ts';
import type { Extension } from '../extensions/extension.ts';
import type { Log } from '../extensions/services.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { noStore } from '../files/no-store.ts';
import type { FileStore } from '../files/store.ts';
import { DependencyCache } from '../http/dependency-cache.ts';
import { oneLine } from '../mail/mail.ts';
import { makeMail, type OutgoingMail, type OutgoingMailDeps } from '../mail/make-mail.ts';
import { MediaWorkerPool } from '../media-processing/media-worker-pool.ts';
import { htmlToPlainText } from '../rendering/html-to-plain-text.ts';
import { TextProcessor } from '../rendering/work/text-processor.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Theme } from '../theme/theme.ts';
import type { Access } from './access.ts';

/** Memory limits of the caches, in bytes: totals of lists, and page cursors. */
const maxTotalCacheBytes = 1024 * 1024;
const maxCursorCacheBytes = 4 * 1024 * 1024;

/** Default maximum size of an uploaded file, in bytes. */
export const defaultMaxUploadBytes = 512 * 1024 * 1024;

/** The content of a site and the services that work on it. */
export interface Content {
  readonly entries: EntryDeps;
  readonly media: MediaDeps;
  readonly mediaWorkers: MediaWorkerPool;
  readonly mail: OutgoingMail;
  readonly backups: Backups;
  readonly messageOf: MessageOf;
  /** Limits the notifications of users about changes of their accounts. */
  readonly notificationLimiter: RateLimiter;
}

/** Options of the content. */
export interface ContentOptions extends Pick<OutgoingMailDeps, 'transportProviders' | 'configured' | 'timeouts'> {
  readonly config: SiteConfig;
  readonly theme: Theme;
  readonly extensions: readonly Extension[];
  readonly logOf: (extension: string) => Log;
  readonly fetchLimits: FetchLimits;
  readonly files: FileStore | undefined;
  /** The folder of backups. */
  readonly backups: string | undefined;
  readonly maxUploadBytes: number;
  readonly maxTextBytes: number | undefined;
}

/** Opens the content. Throws an Error for an invalid declaration of a type or taxonomy. */
export function openContent(storage: SiteStorage, { loginThrottle }: Access, options: ContentOptions): Content {
  const { database, settings, site, clock, key } = storage;
  const { config, theme, extensions, logOf, fetchLimits, files = noStore, maxUploadBytes, maxTextBytes } = options;
  const { transportProviders, configured, timeouts } = options;
  const contract = makeContract(withExtensions(config, extensions));
  const base: EntryBaseDeps = {
    ...{ contract, database, settings, site, theme, clock, key, loginThrottle },
    texts: new TextProcessor(maxTextBytes === undefined ? {} : { maxTextBytes }),
    totals: new DependencyCache(database.changes, maxTotalCacheBytes),
    cursors: new DependencyCache(database.changes, maxCursorCacheBytes),
    writer: new EntryWriter(entryHooks(site)),
    templates: {
      ofTheme: ({ name }) => [
        ...(config.templates?.[name] ?? []),
        ...[...theme.templates.values()].flatMap(({ slug, postTypes }) => (postTypes?.includes(name) ? [slug] : [])),
      ],
      isPublished: (slug) => isPublishedTemplate(database.read, theme, slug),
    },
  };
  const entries: EntryDeps = { ...base, added: readTimeContent(base) };
  const mediaWorkers = new MediaWorkerPool();
  const title = async () => {
    await settings.refresh();
    return oneLine(htmlToPlainText(settings.values.title));
  };
  return {
    entries,
    media: { ...entries, files, mediaWorkers, maxUploadBytes, fetchLimits },
    mediaWorkers,
    mail: makeMail({
      ...{ database, clock, transportProviders, site: { title, home: site.home } },
      ...(configured && { configured }),
      ...(timeouts && { timeouts }),
    }),
    backups: openBackups(
      {
        ...{ database, files, extensions, clock },
        origin: { site: siteFingerprint(key), home: site.home },
        folder: options.backups === undefined ? undefined : openBackupFolder(options.backups),
      },
      (err, backup) => logOf('backup').warn({ err, backup }, 'backup failed'),
    ),
    messageOf: makeMessageOf(contract),
    notificationLimiter: new RateLimiter(clock, notificationLimit),
  };
}
