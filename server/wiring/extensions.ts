// Opens the extensions of a site with the services that they may use.
import { makeInternalActor } from '../access/internal-actor.ts';
import { countApprovedByEmail } from '../cms-v2/comments/earlier-comments-store.ts';
import { knownExtensions } from '../config/choose-extensions.ts';
import type { Extension } from '../extensions/extension.ts';
import type { ExtensionParts } from '../extensions/extension-parts.ts';
import { openExtensions } from '../extensions/open-extensions.ts';
import type { Log } from '../extensions/services.ts';
import type { Mounts } from '../http/mounts.ts';
import type { OutgoingMail } from '../mail/make-mail.ts';
import type { Access } from './access.ts';
import type { Content } from './content.ts';
import type { Storage } from './storage.ts';

/** The results of the first steps of the assembly. The API of the site is added to the mounts later. */
export interface OpenedSite {
  readonly storage: Storage;
  readonly access: Access;
  readonly content: Content;
  readonly mail: OutgoingMail;
  readonly mounts: Mounts;
}

/** The extensions of a site. */
export interface ExtensionOptions {
  readonly extensions: readonly Extension[];
  readonly logOf: (extension: string) => Log;
}

/**
 * Opens the extensions in order and adds their parts. Returns a function that closes them. Throws an Error with the name of the first
 * extension that cannot be opened.
 */
export function openSiteExtensions(
  { storage, access, content, mail, mounts }: OpenedSite,
  { extensions, logOf }: ExtensionOptions,
  parts: ExtensionParts,
): Promise<() => Promise<void>> {
  const { database, site, clock, key, settings } = storage;
  const { roles } = access;
  const { entries, media, backups } = content;
  const { contract, texts, passwords } = entries;
  const classifier = () => parts.classifier();
  return openExtensions(
    extensions,
    {
      ...{ database, site, clock, key, logOf, fetchLimits: media.fetchLimits, backups, mail },
      siteSettings: () => settings.values,
      checkEntryPassword: ({ from }, entry, submitted) => passwords.check(from, entry, submitted),
      countApproved: (comments) => countApprovedByEmail(database.read, comments),
      knownExtensions: () => knownExtensions(extensions),
      dispatch: (request) => mounts.dispatch(request),
      dispatchAs: (actor, request) => mounts.dispatchAs(actor, request),
      actorOf: (extension) => makeInternalActor(roles, { extension }),
      contentDeps: { entries, comments: { contract, database, site: entries.site, texts, roles, classifier } },
    },
    parts,
  );
}
