// Opens the extensions of a site, each with what the service offers to it.
import type { Ability, AbilityCategory } from '../../contract/grammar/ability.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { seal, unseal } from '../access/sealed.ts';
import { keyedHash } from '../access/secrets.ts';
import { noteDeed } from '../audit/note.ts';
import { type Judge, judgeAll } from '../cms-v2/comments/judge.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import type { Listener } from '../events/event.ts';
import { recordDeclared, recordEvent } from '../events/record.ts';
import { DeclarationError } from '../http/declaration-error.ts';
import type { Room } from '../http/room.ts';
import type { OfferTransport } from '../mail/make-transport.ts';
import { within } from '../time/within.ts';
import { makeRequireCalm } from './calm.ts';
import { type Extension, type Job, type Opened, roomName } from './extension.ts';
import { ownSettings } from './own-settings.ts';
import type { ExtensionServices, Log } from './services.ts';

/** What the service gives to all extensions alike; `key` is the key of its hashes of secrets. */
export interface Offered
  extends Omit<
    ExtensionServices,
    | 'settings'
    | 'noteSettings'
    | 'noteErased'
    | 'record'
    | 'requireCalm'
    | 'secret'
    | 'seal'
    | 'unseal'
    | 'log'
    | 'judge'
  > {
  readonly key: string;
  readonly logOf: (extension: string) => Log;
}

/** All extensions at work, joined. */
export interface OpenExtensions {
  readonly rooms: Readonly<Record<string, Room>>;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly listeners: readonly Listener[];
  readonly judge: Judge | undefined;
  readonly mailTransports: readonly OfferTransport[];
  close(): Promise<void>;
}

/** The resources of an extension, whose rooms are told apart from those of others by its name. */
export const resourcesOfExtension = (extension: Extension): Resource[] =>
  extension.resources.map((resource) => ({ ...resource, room: roomName(extension, resource.room) }));

/** The abilities of an extension: they bear its name, and belong to a category of its own. */
export const abilitiesOfExtension = ({ name, abilities = [] }: Extension): Ability[] =>
  abilities.map((ability) => ({ ...ability, name: `${name}/${ability.name}`, category: name }));

/** The category of the abilities of an extension. */
export const categoryOfExtension = ({ name, title, description }: Extension): AbilityCategory => ({
  slug: name,
  label: title,
  description,
});

const ofDatabase = [DatabaseUnusable, DatabaseUnavailable, DatabaseBusy, DiskFull];

/**
 * Brings the tables of extensions up to date. A migration that fails leaves nothing behind, and stops the start.
 *
 * Throws DatabaseUnusable where a newer version has made them, what else keeps the database from being changed at all, and
 * Error with the name of the extension whose migration fails.
 */
export async function migrateExtensions(database: Database, extensions: readonly Extension[]): Promise<void> {
  for (const { name, migrations = [] } of extensions)
    try {
      await migrate(database, migrations, { extension: name });
    } catch (cause) {
      if (ofDatabase.some((each) => cause instanceof each)) throw cause;
      throw new Error(`a migration of the extension ${name} has failed, and nothing of it stays: ${String(cause)}`, {
        cause,
      });
    }
}

/** How long the opening of an extension is waited for, and its closing. Milliseconds. */
const usualPatience = 60_000;
const closePatience = 10_000;

/** Opens them in order. What one throws stops the start, with its name; so does one that does not end. */
export async function openExtensions(
  extensions: readonly Extension[],
  offered: Offered,
  patience = usualPatience,
): Promise<OpenExtensions> {
  const { key, logOf, ...common } = offered;
  const judges: Judge[] = [];
  const all = logOf('extensions');
  const judge = judgeAll(judges, (err) => all.warn({ err }, 'a judge of remarks failed'));
  const opened: (readonly [Extension, Opened])[] = [];
  for (const extension of extensions) {
    const { name, title, settings = {}, events = [] } = extension;
    const secret = (purpose: string) => keyedHash(key, `extension ${name} ${purpose}`);
    const services: ExtensionServices = {
      ...common,
      log: logOf(name),
      settings: ownSettings(common.database, name, settings),
      noteSettings: async (tx, { actor, from }, changed) => {
        const deed = { action: 'settings-changed', kind: 'extension', id: name, name: title } as const;
        await noteDeed(tx, common.clock, { actor, from }, { ...deed, details: { settings: changed } });
        const tags = [`extension:${name}`, ...changed.map((each) => `setting:${name}.${each}`)];
        await recordEvent(tx, { kind: 'settings.updated', type: name, tags });
      },
      noteErased: (tx, { actor, from }, { kind, id, count }) => {
        const deed = { action: 'data-erased', kind, id, name: title, details: { extension: name, count } } as const;
        return noteDeed(tx, common.clock, { actor, from }, deed);
      },
      record: async (tx, event) => {
        if (!events.some(({ kind }) => kind === event.kind))
          throw new Error(`the extension ${name} does not declare events of the kind ${event.kind}`);
        await recordDeclared(tx, event);
      },
      requireCalm: makeRequireCalm(common.clock, name),
      secret,
      seal: (purpose, value, until) => seal(secret(`seal ${purpose}`), value, until),
      unseal: (purpose, text) => unseal(secret(`seal ${purpose}`), text, common.clock()),
      judge,
    };
    try {
      const each = await within(patience, 'it has not ended', () => extension.open(services));
      requireRunnable(each);
      if (each.judge) judges.push(each.judge);
      opened.push([extension, each]);
    } catch (error) {
      if (error instanceof DeclarationError)
        throw new DeclarationError(`The extension ${name} cannot be opened: ${error.message}.`);
      throw new Error(`the extension ${name} cannot be opened: ${String(error)}`, { cause: error });
    }
  }
  return {
    rooms: Object.fromEntries(
      opened.flatMap(([extension, { rooms }]) =>
        Object.entries(rooms).map(([room, made]) => [roomName(extension, room), made] as const),
      ),
    ),
    jobs: new Map(
      opened.flatMap(([{ name }, { jobs = [] }]) => jobs.map((job) => [`${name}:${job.name}`, job] as const)),
    ),
    listeners: opened.flatMap(([{ name }, { listeners = [] }]) =>
      listeners.map((listener): Listener => ({ ...listener, name: `${name}:${listener.name}` })),
    ),
    judge: judges.length > 0 ? judge : undefined,
    mailTransports: opened.flatMap(([, { mailTransport }]) => (mailTransport ? [mailTransport] : [])),
    close: async () => {
      for (const [{ name }, each] of opened)
        await within(closePatience, 'it has not ended', () => each.close?.()).catch((err: unknown) =>
          logOf(name).warn({ err }, 'an extension could not be closed'),
        );
    },
  };
}

/** Throws DeclarationError with a part of a sentence where jobs or listeners would be taken for each other, or never rest. */
function requireRunnable({ jobs = [], listeners = [] }: Opened): void {
  const twice = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);
  const job = twice(jobs.map(({ name }) => name));
  if (job !== undefined) throw new DeclarationError(`it has two jobs named ${job}`);
  const listener = twice(listeners.map(({ name }) => name));
  if (listener !== undefined) throw new DeclarationError(`it has two listeners named ${listener}`);
  const restless = jobs.find(({ every }) => !(every >= 1 && Number.isFinite(every)));
  if (restless) throw new DeclarationError(`its job ${restless.name} must come back after so many seconds, 1 or more`);
}
