// Opens the extensions of a site.

import type { Ability, AbilityCategory } from '../../contract/grammar/ability.ts';
import type { Actor } from '../access/actor.ts';
import { canCreateCredentials } from '../access/limits.ts';
import type { LoginThrottle } from '../access/login-throttle.ts';
import { requirePassword } from '../access/require-password.ts';
import { seal, unseal } from '../access/sealed.ts';
import { keyedHash } from '../access/secrets.ts';
import type { SharedCounts } from '../access/shared-counts.ts';
import { ApiError } from '../api-error.ts';
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import type { Backups } from '../backup/backups.ts';
import type { Classifier } from '../cms-v2/comments/classifier.ts';
import type { WriteHandle } from '../database/handle.ts';
import { recordDeclaredEvent, recordEvent } from '../events/record.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { DeclarationError } from '../http/declaration-error.ts';
import type { Call } from '../http/module.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { withTimeLimit } from '../time/with-time-limit.ts';
import type { Clock } from '../time/zone.ts';
import { type ContentDeps, makeExtensionContent } from './content.ts';
import type { Extension, OpenedExtension } from './extension.ts';
import type { ExtensionParts } from './extension-parts.ts';
import { makeExtensionSettings } from './extension-settings.ts';
import { makeOAuthClient } from './oauth.ts';
import { makeRateLimit } from './rate-limit.ts';
import type {
  ApiServices,
  ExtensionServices,
  KnownExtension,
  Log,
  RecordServices,
  SecurityServices,
} from './services.ts';

/** Services that all extensions share. */
export interface SharedServices {
  readonly mail: ExtensionServices['mail'];
  readonly fetchLimits: FetchLimits;
  readonly counts: SharedCounts;
  readonly backups: Backups;
  readonly knownExtensions: () => Promise<readonly KnownExtension[]>;
}

/** Performs requests to the API, and returns the actor of an extension. */
export interface ApiAccess extends Pick<ApiServices, 'dispatch' | 'dispatchAs'> {
  readonly actorOf: (extension: string) => Actor;
}

/** Dependencies of the services of extensions. */
export interface ExtensionHost {
  readonly storage: SiteStorage;
  readonly content: ContentDeps;
  readonly api: ApiAccess;
  readonly loginThrottle: LoginThrottle;
  readonly shared: SharedServices;
  readonly logOf: (extension: string) => Log;
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
  host: ExtensionHost,
  parts: ExtensionParts,
  openTimeoutMs = defaultOpenTimeoutMs,
): Promise<() => Promise<void>> {
  const opened: (readonly [Extension, OpenedExtension])[] = [];
  for (const extension of extensions) {
    const { name } = extension;
    const services = makeServices(extension, host, parts.combinedClassifier);
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
        host.logOf(name).warn({ err }, 'extension close failed'),
      );
  };
}

/** Creates the services of an extension. */
function makeServices(extension: Extension, host: ExtensionHost, classify: Classifier): ExtensionServices {
  const { name, settings = {} } = extension;
  const { storage, content, api, shared } = host;
  const { database, clock } = storage;
  const { fetchLimits, mail, backups, knownExtensions } = shared;
  const [log, actor] = [host.logOf(name), api.actorOf(name)];
  const security = makeSecurity(name, host, classify);
  return {
    ...{ database, mail, clock, log, security },
    settings: makeExtensionSettings(database, name, settings),
    content: makeExtensionContent(content, actor),
    site: { urls: storage.site, settings: () => storage.settings.values, knownExtensions, backups },
    record: makeRecord(extension, clock),
    api: {
      ...{ dispatch: api.dispatch, dispatchAs: api.dispatchAs, actor },
      requireAccountPassword: (call, submitted) => requireAccountPassword(host, call, submitted),
    },
    http: { fetchLimits, oauth: makeOAuthClient({ secrets: security, clock, fetchLimits, log }) },
  };
}

function makeSecurity(name: string, host: ExtensionHost, classify: Classifier): SecurityServices {
  const { storage, content, shared } = host;
  const { key, clock } = storage;
  const secret = (purpose: string) => keyedHash(key, `extension ${name} ${purpose}`);
  return {
    secret,
    seal: (purpose, value, until) => seal(secret(`seal ${purpose}`), value, until),
    unseal: (purpose, sealed) => unseal(secret(`seal ${purpose}`), sealed, clock()),
    rateLimit: makeRateLimit(clock, shared.counts, name),
    checkEntryPassword: ({ from }, entry, submitted) => content.entries.passwords.check(from, entry, submitted),
    classify,
  };
}

/** Requires the password of an account (see `ApiServices`). */
async function requireAccountPassword(
  { storage, loginThrottle }: ExtensionHost,
  call: Pick<Call, 'actor' | 'from'>,
  submitted: string,
): Promise<void> {
  if (!canCreateCredentials(call.actor)) throw restrictedError();
  await requirePassword({ read: storage.database.read, loginThrottle }, call, submitted);
}

const restrictedError = () =>
  new ApiError(
    'rest_application_password_restricted',
    403,
    'This operation is not allowed with a restricted application password.',
  );

/** Records the names of settings of an extension that the caller has changed. */
export async function recordExtensionSettings(
  tx: WriteHandle,
  clock: Clock,
  { name, title }: Pick<Extension, 'name' | 'title'>,
  { actor, from }: AuditActor,
  changed: readonly string[],
): Promise<void> {
  const auditEvent = { action: 'settings-updated', kind: 'extension', id: name, name: title } as const;
  await recordAuditEvent(tx, clock, { actor, from }, { ...auditEvent, details: { settings: changed } });
  const tags = [`extension:${name}`, ...changed.map((each) => `setting:${name}.${each}`)];
  await recordEvent(tx, { kind: 'settings.updated', type: name, tags });
}

const makeRecord = ({ name, title, events = [] }: Extension, clock: Clock): RecordServices => ({
  event: async (tx, event) => {
    if (!events.some(({ kind }) => kind === event.kind))
      throw new Error(`the extension ${name} does not declare the event kind ${event.kind}`);
    await recordDeclaredEvent(tx, event);
  },
  settingsChange: (tx, call, changed) => recordExtensionSettings(tx, clock, { name, title }, call, changed),
  deletion: (tx, { actor, from }, { kind, id, count }) => {
    const details = { extension: name, count };
    return recordAuditEvent(tx, clock, { actor, from }, { action: 'data-erased', kind, id, name: title, details });
  },
  export: (tx, { actor, from }, { kind, id, count }) => {
    const details = { extension: name, count };
    return recordAuditEvent(tx, clock, { actor, from }, { action: 'data-exported', kind, id, name: title, details });
  },
});

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
