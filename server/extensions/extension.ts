// What an extension is: a namespace with everything that belongs to it, in one folder and one declaration
// (docs/extensions.md).
import type { Ability } from '../../contract/grammar/ability.ts';
import type { DeclaredTaxonomy, DeclaredType } from '../../contract/grammar/content-type.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import type { TSchema } from '../../contract/grammar/schema.ts';
import { type DeclaredEvent, familyOf, faultOfEvent } from '../../contract/octavo-v1/event-kinds.ts';
import type { Judge } from '../cms-v2/comments/judge.ts';
import type { Migration } from '../database/migrate.ts';
import { tableNames } from '../database/tables/index.ts';
import type { Listener } from '../events/event.ts';
import type { Room } from '../http/room.ts';
import type { OfferTransport } from '../mail/make-transport.ts';
import type { ExtensionServices } from './services.ts';

/** An extension, as its folder declares it. */
export interface Extension {
  /** What it is called in the configuration: lower-case letters, digits and hyphens. Its tables begin with it. */
  readonly name: string;
  readonly version: string;
  /** What people are shown. */
  readonly title: string;
  readonly description: string;
  readonly author?: string;
  /** The namespace that it serves: `age-check/v3`. Its routes begin with it. */
  readonly namespace: string;
  readonly resources: readonly Resource[];
  /** What of it programs are offered that look for themselves what can be done. The extension's name is put before theirs. */
  readonly abilities?: readonly DeclaredAbility[];
  /** Content types and taxonomies of its own, as `octavo.config.ts` declares them. */
  readonly types?: readonly DeclaredType[];
  readonly taxonomies?: readonly DeclaredTaxonomy[];
  /** What it tells of beside what the service tells, to listeners, webhooks and the feed; written down by `services.record`. */
  readonly events?: readonly DeclaredEvent[];
  /** Its settings by their names; a schema with a default each. */
  readonly settings?: Readonly<Record<string, TSchema>>;
  /** The history of its own tables. */
  readonly migrations?: readonly Migration[];
  /** Joins its behaviour with the service. Called once at the start, when its tables are there; it must not wait for others. */
  open(services: ExtensionServices): Opened | Promise<Opened>;
}

/** An ability as an extension declares it: its name without the extension's, in the category of the extension. */
export type DeclaredAbility = Omit<Ability, 'category'>;

/** An extension at work. */
export interface Opened {
  /** The rooms that its resources name. */
  readonly rooms: Readonly<Record<string, Room>>;
  readonly jobs?: readonly Job[];
  /** Told what has happened, once it is committed. Their names must be unlike each other; the extension's own is put in front. */
  readonly listeners?: readonly Listener[];
  /** Asked about what strangers have written, before it is stored. */
  readonly judge?: Judge;
  /** What mail is sent with in place of what is configured, as long as it gives something. Throws MailProblem: mail waits. */
  readonly mailTransport?: OfferTransport;
  /** Ends what is under way; called when the service stops. */
  close?(): Promise<void>;
}

/** Work that comes back. Of several processes and nodes one does it each time. */
export interface Job {
  /** Unlike the names of the extension's other jobs. */
  readonly name: string;
  /** How long after a beginning it begins again. Seconds, 1 or more. */
  readonly every: number;
  /** What it throws is logged, and it is run again when its time has come. */
  run(): Promise<unknown>;
}

const names = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Throws Error with one sentence for what no service could serve. */
export function requireUsable(extension: Extension, others: readonly Extension[]): void {
  const { name, namespace, resources } = extension;
  if (typeof name !== 'string' || !names.test(name))
    throw new Error(`an extension is named in lower-case letters, digits and hyphens, not ${JSON.stringify(name)}`);
  const faults: readonly (readonly [boolean, string])[] = [
    [others.some((other) => other.name === name), 'is named twice'],
    [name === 'octavo', 'has the name of the service'],
    [
      [...tableNames].some((table) => table.startsWith(`${name.replaceAll('-', '_')}_`)),
      'would have tables named as those of the service',
    ],
    [typeof extension.open !== 'function', 'has nothing that opens it'],
    [!/^[a-z][\w-]*(\/[\w.-]+)+$/.test(namespace), 'needs a namespace such as shop/v1'],
    [reserved.test(namespace), `cannot have the namespace ${namespace}, which belongs to the service`],
    [others.some((other) => other.namespace === namespace), `has the namespace ${namespace} of another one`],
    [
      others.some((other) => isWithin(namespace, other.namespace) || isWithin(other.namespace, namespace)),
      `has a namespace ${namespace} that lies within another one, or another one in it`,
    ],
    [resources.some((each) => each.namespace !== namespace), `has a resource outside its namespace ${namespace}`],
    [
      resources.some((each) => each.routes.some(({ path }) => !path.startsWith(`/${namespace}/`))),
      `has a route outside its namespace ${namespace}`,
    ],
    ...(extension.events ?? []).map((each) => {
      const fault = faultOfEvent(each);
      return [fault !== undefined, fault ?? ''] as const;
    }),
    [isTwice(extension.events?.map(({ kind }) => kind)), 'declares a kind of events twice'],
    [
      (extension.events ?? []).some(({ kind }) => others.some((other) => families(other).includes(familyOf(kind)))),
      "tells of events of a kind that is another extension's",
    ],
    [isTwice(extension.migrations?.map(({ number }) => number)), 'has two migrations of one number'],
    [
      (extension.migrations ?? []).some(({ number }) => !Number.isSafeInteger(number) || number < 1),
      'has a migration whose number is not 1 or more',
    ],
    [isTwice(resources.flatMap(methodsOf)), 'declares a method of a route twice'],
    [
      Object.values(extension.settings ?? {}).some((schema) => !('default' in schema)),
      'has a setting without a default',
    ],
  ];
  const fault = faults.find(([holds]) => holds);
  if (fault) throw new Error(`the extension ${name} ${fault[1]}`);
}

const families = ({ events = [] }: Extension): string[] => events.map(({ kind }) => familyOf(kind));

const methodsOf = ({ routes }: Resource): string[] =>
  routes.flatMap(({ path, endpoints = [] }) =>
    endpoints.flatMap(({ methods }) => methods.map((method) => `${method} ${path}`)),
  );

const isWithin = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);

const isTwice = (names: readonly unknown[] = []): boolean => new Set(names).size < names.length;

const reserved = /^(octavo|cms|cms-site-health|cms-block-editor|cms-abilities|batch|oembed)\//;

/** The room of an extension as resources and routes name it: it is never taken for another extension's or the service's. */
export const roomName = (extension: Pick<Extension, 'name'>, room: string): string =>
  `extension:${extension.name}:${room}`;
