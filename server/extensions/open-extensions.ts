// Opens the extensions of a site.
import type { Ability, AbilityCategory } from '../../contract/grammar/ability.ts';
import type { Actor } from '../access/actor.ts';
import { seal, unseal } from '../access/sealed.ts';
import { keyedHash } from '../access/secrets.ts';
import { recordAuditEvent } from '../audit/record-event.ts';
import { recordDeclaredEvent, recordEvent } from '../events/record.ts';
import { DeclarationError } from '../http/declaration-error.ts';
import { withTimeLimit } from '../time/with-time-limit.ts';
import { type ContentDeps, makeExtensionContent } from './content.ts';
import type { Extension, OpenedExtension } from './extension.ts';
import type { ExtensionParts } from './extension-parts.ts';
import { makeExtensionSettings } from './extension-settings.ts';
import { makeOAuthClient } from './oauth.ts';
import { makeRateLimit } from './rate-limit.ts';
import type { ExtensionServices, Log } from './services.ts';

/** Services that all extensions share, and dependencies for creating the others. `key` is the site's key for hashes of secrets. */
export interface SharedServices
  extends Omit<
    ExtensionServices,
    | 'settings'
    | 'recordSettingsChange'
    | 'recordDeletion'
    | 'record'
    | 'rateLimit'
    | 'content'
    | 'oauth'
    | 'secret'
    | 'seal'
    | 'unseal'
    | 'log'
    | 'actor'
    | 'classifier'
  > {
  readonly key: string;
  readonly logOf: (extension: string) => Log;
  /** Returns the actor of an extension. */
  readonly actorOf: (extension: string) => Actor;
  readonly contentDeps: ContentDeps;
}

/** Returns the abilities of an extension with the extension's name as prefix and as category. */
export const abilitiesOfExtension = ({ name, abilities = [] }: Extension): Ability[] =>
  abilities.map((ability) => ({ ...ability, name: `${name}/${ability.name}`, category: name }));

/** Returns the ability category of an extension. */
export const categoryOfExtension = ({ name, title, description }: Extension): AbilityCategory => ({
  slug: name,
  label: title,
  description,
});

/** Timeout for opening an extension, in milliseconds. */
const defaultOpenTimeoutMs = 60_000;

/** Timeout for closing an extension, in milliseconds. */
const closeTimeoutMs = 10_000;

/**
 * Opens the extensions in order and adds their parts. Returns a function that closes them. Throws an Error with the name of the first
 * extension that cannot be opened in time.
 */
export async function openExtensions(
  extensions: readonly Extension[],
  sharedServices: SharedServices,
  parts: ExtensionParts,
  openTimeoutMs = defaultOpenTimeoutMs,
): Promise<() => Promise<void>> {
  const { key, logOf, actorOf, contentDeps, ...shared } = sharedServices;
  const opened: (readonly [Extension, OpenedExtension])[] = [];
  for (const extension of extensions) {
    const { name, title, settings = {}, events = [] } = extension;
    const secret = (purpose: string) => keyedHash(key, `extension ${name} ${purpose}`);
    const [log, actor] = [logOf(name), actorOf(name)];
    const sealing = {
      secret,
      seal: (purpose: string, value: object, until: number) => seal(secret(`seal ${purpose}`), value, until),
      unseal: (purpose: string, sealed: string) => unseal(secret(`seal ${purpose}`), sealed, shared.clock()),
    };
    const services: ExtensionServices = {
      ...{ ...shared, ...sealing, log },
      oauth: makeOAuthClient({ ...sealing, clock: shared.clock, fetchLimits: shared.fetchLimits, log }),
      actor,
      content: makeExtensionContent(contentDeps, actor),
      settings: makeExtensionSettings(shared.database, name, settings),
      recordSettingsChange: async (tx, { actor, from }, changed) => {
        const auditEvent = { action: 'settings-updated', kind: 'extension', id: name, name: title } as const;
        await recordAuditEvent(tx, shared.clock, { actor, from }, { ...auditEvent, details: { settings: changed } });
        const tags = [`extension:${name}`, ...changed.map((each) => `setting:${name}.${each}`)];
        await recordEvent(tx, { kind: 'settings.updated', type: name, tags });
      },
      recordDeletion: (tx, { actor, from }, { kind, id, count }) => {
        const auditEvent = {
          action: 'data-erased',
          kind,
          id,
          name: title,
          details: { extension: name, count },
        } as const;
        return recordAuditEvent(tx, shared.clock, { actor, from }, auditEvent);
      },
      record: async (tx, event) => {
        if (!events.some(({ kind }) => kind === event.kind))
          throw new Error(`the extension ${name} does not declare the event kind ${event.kind}`);
        await recordDeclaredEvent(tx, event);
      },
      rateLimit: makeRateLimit(shared.clock, name),
      classifier: parts.combinedClassifier,
    };
    try {
      const each = await withTimeLimit(openTimeoutMs, 'open() timed out', () => extension.open(services));
      requireValidJobsAndListeners(each);
      parts.add(extension, each);
      opened.push([extension, each]);
    } catch (error) {
      if (error instanceof DeclarationError)
        throw new DeclarationError(`The extension ${name} cannot be opened: ${error.message}.`);
      throw new Error(`the extension ${name} cannot be opened: ${String(error)}`, { cause: error });
    }
  }
  return async () => {
    for (const [{ name }, each] of opened)
      await withTimeLimit(closeTimeoutMs, 'close() timed out', () => each.close?.()).catch((err: unknown) =>
        logOf(name).warn({ err }, 'extension close failed'),
      );
  };
}

/** Throws DeclarationError if two jobs or two listeners have the same name, or if the interval of a job is invalid. */
function requireValidJobsAndListeners({ jobs = [], listeners = [] }: OpenedExtension): void {
  const findDuplicate = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);
  const job = findDuplicate(jobs.map(({ name }) => name));
  if (job !== undefined) throw new DeclarationError(`it has two jobs named ${job}`);
  const listener = findDuplicate(listeners.map(({ name }) => name));
  if (listener !== undefined) throw new DeclarationError(`it has two listeners named ${listener}`);
  const invalidJob = jobs.find(({ every }) => !(every >= 1 && Number.isFinite(every)));
  if (invalidJob) throw new DeclarationError(`the interval of its job ${invalidJob.name} must be at least 1 second`);
}
