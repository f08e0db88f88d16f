// Opens the extensions of a site, each with what the service offers to it.
import type { Ability, AbilityCategory } from '../../contract/grammar/ability.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { seal, unseal } from '../access/sealed.ts';
import { keyedHash } from '../access/secrets.ts';
import { noteDeed } from '../audit/note.ts';
import { type Judge, judgeAll } from '../cms-v2/comments/judge.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import type { Listener } from '../events/event.ts';
import type { Room } from '../http/room.ts';
import type { OfferTransport } from '../mail/make-transport.ts';
import { type Extension, type Job, type Opened, roomName } from './extension.ts';
import { ownSettings } from './own-settings.ts';
import type { ExtensionServices, Log } from './services.ts';

/** What the service gives to all extensions alike; `key` is the key of its hashes of secrets. */
export interface Offered
  extends Omit<ExtensionServices, 'settings' | 'noteSettings' | 'secret' | 'seal' | 'unseal' | 'log' | 'judge'> {
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

/** Brings the tables of extensions up to date. Throws DatabaseUnusable where a newer version has made them. */
export async function migrateExtensions(database: Database, extensions: readonly Extension[]): Promise<void> {
  for (const { name, migrations = [] } of extensions) await migrate(database, migrations, { extension: name });
}

/** Opens them in order. What one throws stops the start, with its name. */
export async function openExtensions(extensions: readonly Extension[], offered: Offered): Promise<OpenExtensions> {
  const { key, logOf, ...common } = offered;
  const judges: Judge[] = [];
  const all = logOf('extensions');
  const judge = judgeAll(judges, (err) => all.warn({ err }, 'a judge of remarks failed'));
  const opened: (readonly [Extension, Opened])[] = [];
  for (const extension of extensions) {
    const { name, title, settings = {} } = extension;
    const secret = (purpose: string) => keyedHash(key, `extension ${name} ${purpose}`);
    const services: ExtensionServices = {
      ...common,
      log: logOf(name),
      settings: ownSettings(common.database, name, settings),
      noteSettings: (tx, { actor, from }, changed) =>
        noteDeed(
          tx,
          common.clock,
          { actor, from },
          { action: 'settings-changed', kind: 'extension', id: name, name: title, details: { settings: changed } },
        ),
      secret,
      seal: (purpose, value, until) => seal(secret(`seal ${purpose}`), value, until),
      unseal: (purpose, text) => unseal(secret(`seal ${purpose}`), text, common.clock()),
      judge,
    };
    try {
      const each = await extension.open(services);
      if (each.judge) judges.push(each.judge);
      opened.push([extension, each]);
    } catch (error) {
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
      for (const [, each] of opened) await each.close?.();
    },
  };
}
