// Opens the extensions of a site with the services that they may use.
import { makeInternalActor } from '../access/internal-actor.ts';
import { knownExtensions } from '../config/choose-extensions.ts';
import type { Extension } from '../extensions/extension.ts';
import type { ExtensionParts } from '../extensions/extension-parts.ts';
import { openExtensions } from '../extensions/open-extensions.ts';
import type { Log } from '../extensions/services.ts';
import type { Mounts } from '../http/mounts.ts';
import type { OutgoingMail } from '../mail/make-mail.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Access } from './access.ts';
import type { Content } from './content.ts';

/** The results of the first steps of the assembly. The API of the site is added to the mounts later. */
export interface OpenedSite {
  readonly storage: SiteStorage;
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
  const { roles, loginThrottle, sharedCounts: counts } = access;
  const { entries, media, backups } = content;
  const { contract, database, site, texts } = entries;
  const classifier = () => parts.classifier();
  return openExtensions(
    extensions,
    {
      ...{ storage, logOf, loginThrottle },
      content: { entries, comments: { contract, database, site, texts, roles, classifier } },
      api: {
        dispatch: (request) => mounts.dispatch(request),
        dispatchAs: (actor, request) => mounts.dispatchAs(actor, request),
        actorOf: (extension) => makeInternalActor(roles, { extension }),
      },
      shared: {
        mail,
        counts,
        fetchLimits: media.fetchLimits,
        backups,
        knownExtensions: () => knownExtensions(extensions),
      },
    },
    parts,
  );
}
