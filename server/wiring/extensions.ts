// Opens the extensions of a site with the services that they may use.
import { makeInternalActor } from '../access/internal-actor.ts';
import { knownExtensions } from '../config/choose-extensions.ts';
import type { Extension } from '../extensions/extension.ts';
import type { ExtensionParts } from '../extensions/extension-parts.ts';
import { openExtensions } from '../extensions/open-extensions.ts';
import type { Log } from '../extensions/services.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Mounts } from '../http/mounts.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Access } from './access.ts';
import type { Content } from './content.ts';

/** The services from which those of the extensions are created. */
export interface ExtensionDeps {
  readonly storage: SiteStorage;
  readonly access: Access;
  readonly content: Content;
  readonly mounts: Mounts;
}

export interface ExtensionOptions {
  readonly extensions: readonly Extension[];
  readonly logOf: (extension: string) => Log;
  readonly fetchLimits: FetchLimits;
}

/**
 * Opens the extensions in order and adds their parts. Returns a function that closes them. Throws an Error with the name of the first
 * extension that cannot be opened.
 */
export function openSiteExtensions(
  { storage, access, content, mounts }: ExtensionDeps,
  parts: ExtensionParts,
  { extensions, logOf, fetchLimits }: ExtensionOptions,
): Promise<() => Promise<void>> {
  const { roles } = access;
  const { entries, mail, backups } = content;
  return openExtensions(
    extensions,
    {
      ...{ storage, logOf },
      content: { entries, comments: { ...entries, roles, classifier: () => parts.classifier() } },
      api: {
        dispatch: (request) => mounts.dispatch(request),
        dispatchAs: (actor, request) => mounts.dispatchAs(actor, request),
        actorOf: (extension) => makeInternalActor(roles, { extension }),
      },
      shared: { mail, fetchLimits, backups, knownExtensions: () => knownExtensions(extensions) },
    },
    parts,
  );
}
