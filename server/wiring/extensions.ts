// Opens the extensions of a site with the services that they may use.
import { makeInternalActor } from '../access/internal-actor.ts';
import { countApprovedByEmail } from '../cms-v2/comments/earlier-comments-store.ts';
import { checkPassword } from '../cms-v2/entries/check-password.ts';
import { knownExtensions } from '../config/choose-extensions.ts';
import type { Extension } from '../extensions/extension.ts';
import type { ExtensionParts } from '../extensions/extension-parts.ts';
import { openExtensions } from '../extensions/open-extensions.ts';
import type { Log } from '../extensions/services.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Mounts } from '../http/mounts.ts';
import type { Access } from './access.ts';
import type { Content } from './content.ts';
import type { Storage } from './storage.ts';

/** The services and options with which the extensions of a site are opened. */
export interface ExtensionOptions {
  readonly storage: Storage;
  readonly access: Access;
  readonly content: Content;
  readonly mounts: Mounts;
  readonly extensions: readonly Extension[];
  readonly logOf: (extension: string) => Log;
  readonly fetchLimits: FetchLimits;
}

/**
 * Opens the extensions in order and adds their parts. Returns a function that closes them. Throws an Error with the name of the first
 * extension that cannot be opened.
 */
export function openSiteExtensions(options: ExtensionOptions, parts: ExtensionParts): Promise<() => Promise<void>> {
  const { storage, access, content, mounts, extensions, logOf, fetchLimits } = options;
  const { database, site, clock, key, settings } = storage;
  const { loginThrottle, roles } = access;
  const { entries, mail, backups } = content;
  return openExtensions(
    extensions,
    {
      ...{ database, site, clock, key, logOf, fetchLimits, backups, mail },
      siteSettings: () => settings.values,
      checkEntryPassword: ({ from }, entry, submitted) => checkPassword({ loginThrottle, key }, from, entry, submitted),
      countApproved: (comments) => countApprovedByEmail(database.read, comments),
      knownExtensions: () => knownExtensions(extensions),
      dispatch: (request) => mounts.dispatch(request),
      dispatchAs: (actor, request) => mounts.dispatchAs(actor, request),
      actorOf: (extension) => makeInternalActor(roles, { extension }),
      contentDeps: { entries, comments: { ...entries, roles, classifier: () => parts.classifier() } },
    },
    parts,
  );
}
