// Presents rows as JSON records with declared fields, links and target hints. Only this stage creates the JSON of records. Records that
// depend only on their row and on the caller are cached (docs/architecture.md, Caching).
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import { viewerKey } from '../access/actor.ts';
import { EventLoopYielder } from '../workers/event-loop.ts';
import { contentTag } from './cache-tags.ts';
import type { DependencyCache } from './dependency-cache.ts';
import type { Embed, EmbeddedInRecord } from './embed.ts';
import { encodeListItem, withProperty } from './json-text.ts';
import { type LinkMaker, type Links, linkMaker } from './links.ts';
import type { Call, Facts, Items, Module, Presenter, View } from './module.ts';
import { plainCall, targetHintsFor } from './permission-checks.ts';
import { isShareable, type Present, type PresentedRecord, type PresentOptions } from './presentation.ts';
import { project, projectionOf } from './projection.ts';
import type { BoundRoute, RouteTable } from './routes.ts';
import { stateOf, stateProjection, stateTag } from './state.ts';

/** A resource bound to its module and presenter. */
interface ResourceBinding {
  readonly module: Module;
  readonly presenter: Presenter;
  readonly maker: LinkMaker;
  /** The route of the self links. */
  readonly item: BoundRoute | undefined;
}

/** Caches of presented records. */
export interface RecordCaches {
  /** Records for anonymous callers. */
  readonly records: DependencyCache<PresentedRecord>;
  /** Records for users who are signed in; separate, so that these records do not evict those for anonymous callers. */
  readonly recordsForViewers: DependencyCache<PresentedRecord>;
}

/** Options of presentation that are the same for all requests. */
export interface PresentSettings {
  /** The secret key for the states of items. */
  readonly key: string;
  /** Whether the cache tags of records for anonymous callers are collected. */
  readonly collectsTags: boolean;
}

/** Creates the presenter for all resources of a route table. */
export function makePresent(
  table: RouteTable,
  caches: RecordCaches,
  embed: Embed,
  { key, collectsTags }: PresentSettings,
): Present {
  const { spelling } = table;
  const bindings = new Map<Resource, ResourceBinding>();
  const bindingOf = (resource: Resource): ResourceBinding => {
    const found = bindings.get(resource) ?? bindResource(resource, table);
    bindings.set(resource, found);
    return found;
  };
  const present: Present = async (items, resource, call, options) => {
    const binding = bindingOf(resource);
    const itemCount = itemCountOf(items);
    const view = viewOf({ itemCount, resource, call, options, spelling });
    const make: MakeRecords = async (rows, preloaded) => {
      const hasTags = collectsTags && isShareable(call);
      const presentation = { rows, preloaded, view, resource, call, options, key, hasTags };
      const made = await makeRecords(presentation, binding, bindingOf);
      return options.embeds ? withEmbedded(made, await embed(made, options.embeds, call, present)) : made;
    };
    const preload = (ids: readonly number[]) => binding.presenter.preload?.(ids, view);
    const shareable = isShareable(call);
    // Responses to writes are not cached, since they are not requested again.
    if (!call.bypassesCache && binding.presenter.dependsOnRowAlone?.(call) && (shareable || call.method === 'GET')) {
      const cache = shareable ? caches.records : caches.recordsForViewers;
      const prefix = keyOf(spelling, resource, options, viewerKey(call.actor));
      return cachedRecords(items, { prefix, version: call.version, cache }, { make, preload });
    }
    if ('rows' in items) return encodeSeparately(await make(items.rows));
    const records = await makeLoaded(items.ids, items, {
      make: async (rows, preloaded) => encodeSeparately(await make(rows, preloaded)),
      preload,
    });
    return encodeSeparately(items.ids.flatMap((id) => records.get(id) ?? []));
  };
  return present;
}

const itemCountOf = (items: Items): number => ('ids' in items ? items.ids : items.rows).length;

const withEmbedded = (made: readonly NewRecord[], embedded: readonly EmbeddedInRecord[]): NewRecord[] =>
  made.map((record, at) => {
    const { json, tags = [] } = embedded[at] ?? {};
    return {
      ...record,
      ...(json !== undefined && { json: withProperty(record.json, '_embedded', json) }),
      ...(record.tags && { tags: [...record.tags, ...tags] }),
    };
  });

/** Returns a record without the properties that are needed only while it is created. */
const presentedOf = ({ json, self, state, tags }: PresentedRecord): PresentedRecord => ({
  json,
  self,
  ...(state !== undefined && { state }),
  ...(tags && { tags }),
});

/** A new record with its links, whose targets may be embedded even if the response omits the links. */
export interface NewRecord extends PresentedRecord {
  readonly json: string;
  readonly links: Links;
}

/** Returns the prefix of a record's cache key: everything except the ID of its row. */
const keyOf = (
  { id }: Spelling,
  { title }: Resource,
  { context, named, links, embeds, self, states }: PresentOptions,
  viewer: string,
): string =>
  `${id} ${title} ${context} ${named?.join() ?? '*'} ${typeof links === 'string' ? links : 'some'} ${embeds?.name ?? ''} ${self} ${states} ${viewer} `;

type Identified = { readonly id: number };

/** Creates the records of rows. `preloaded` is what the presenter preloads for these and other rows, if anything. */
type MakeRecords<T = NewRecord> = (rows: readonly unknown[], preloaded?: Promise<unknown>) => Promise<readonly T[]>;

/** The functions that create records of rows which are loaded by their IDs. */
interface RecordMaker<T = NewRecord> {
  readonly make: MakeRecords<T>;
  /** Begins to load data of rows by their IDs, if the presenter does. */
  readonly preload: (ids: readonly number[]) => Promise<unknown> | undefined;
}

/** Maximum size of a cached record, in bytes. Larger ones would evict hundreds of records that are requested more often. */
const maxCachedBytes = 256 * 1024;

/** Maximum total size, in bytes, of list records that are joined into one string. */
const maxJoinedBytes = 1024 * 1024;

/**
 * Returns the records of items by ID. Rows with long texts are loaded and presented one by one, so that other requests are served in
 * between, and only one long text at a time is in memory as a string. Items that were deleted before they were loaded have no record.
 */
async function makeLoaded(
  ids: readonly number[],
  { load, loadLong }: LoadableItems,
  { make, preload }: RecordMaker<PresentedRecord>,
): Promise<Map<number, PresentedRecord>> {
  const records = new Map<number, PresentedRecord>();
  const preloaded = preload(ids);
  // Its error is thrown when records are created, unless the rows cannot be loaded.
  preloaded?.catch(() => {});
  const add = async (rows: readonly Identified[]) => {
    if (rows.length === 0) return;
    for (const [at, record] of (await make(rows, preloaded)).entries()) records.set(rows[at]?.id ?? 0, record);
  };
  const yielder = new EventLoopYielder();
  const loaded = await load(ids);
  // Even a single row may have long texts.
  await yielder.turn();
  await add(loaded);
  for (const id of loadLong ? ids.filter((each) => !records.has(each)) : []) {
    const long = (await loadLong?.([id])) ?? [];
    await yielder.turn();
    await add(long);
    await nextTurn();
  }
  return records;
}

type LoadableItems = Extract<Items, { load: unknown }>;

/** Encodes the records of a long list separately, so that they are sent without being joined. Short lists are cheaper to join. */
async function encodeSeparately(records: readonly PresentedRecord[]): Promise<readonly PresentedRecord[]> {
  const length = records.reduce(
    (sum, { json }) => sum + (typeof json === 'string' ? json.length : json.bytes.length),
    0,
  );
  if (records.length === 1 || length < maxJoinedBytes) return records;
  const yielder = new EventLoopYielder();
  const encodedRecords: PresentedRecord[] = [];
  for (const record of records) {
    const json = typeof record.json === 'string' ? encodeListItem(record.json) : record.json;
    encodedRecords.push({ ...presentedOf(record), json });
    await yielder.turn();
  }
  return encodedRecords;
}

/** The cache of records, the prefix of their keys, and the version before the first query for the request. */
interface RecordCache {
  readonly prefix: string;
  readonly version: number;
  readonly cache: DependencyCache<PresentedRecord>;
}

/** Returns cached records, and presents and caches the missing ones. */
async function cachedRecords(
  items: Items,
  { prefix, version, cache }: RecordCache,
  { make, preload }: RecordMaker,
): Promise<PresentedRecord[]> {
  const ids = 'ids' in items ? items.ids : items.rows.map((row) => (row as Identified).id);
  const records = new Map<number, PresentedRecord>();
  for (const id of ids) {
    const found = cache.find(prefix + id);
    if (found) records.set(id, found);
  }
  const missing = ids.filter((id) => !records.has(id));
  if (missing.length > 0) {
    const presentAndCache: MakeRecords<PresentedRecord> = async (rows, preloaded) => {
      const made = await make(rows, preloaded);
      const tables = cache.tablesSince(version);
      const yielder = new EventLoopYielder();
      const cachedNow: PresentedRecord[] = [];
      for (const [at, each] of made.entries()) {
        const { id } = rows[at] as Identified;
        const record = { ...presentedOf(each), json: encodeListItem(each.json) };
        cachedNow.push(record);
        records.set(id, record);
        const { length } = record.json.bytes;
        if (length <= maxCachedBytes) cache.store(prefix + id, record, length, version, tables);
        await yielder.turn();
      }
      return cachedNow;
    };
    if ('ids' in items) await makeLoaded(missing, items, { make: presentAndCache, preload });
    else await presentAndCache((items.rows as readonly Identified[]).filter(({ id }) => !records.has(id)));
  }
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Input for presenting rows. */
interface Presentation {
  readonly rows: readonly unknown[];
  readonly preloaded: Promise<unknown> | undefined;
  readonly view: View;
  readonly resource: Resource;
  readonly call: Call;
  readonly options: PresentOptions;
  readonly key: string;
  /** Whether cache tags are collected. */
  readonly hasTags: boolean;
}

/** The properties of a response that determine its view. */
interface ViewOptions {
  /** Number of items in the response, of which rows that are presented together may be only a part. */
  readonly itemCount: number;
  readonly resource: Resource;
  readonly call: Call;
  readonly options: PresentOptions;
  readonly spelling: Spelling;
}

const viewOf = ({ itemCount, resource, call, options: { context, named }, spelling }: ViewOptions): View => ({
  ...{ actor: call.actor, context, itemCount, call },
  projection: projectionOf(resource, context, named, spelling),
});

async function makeRecords(
  presentation: Presentation,
  { presenter, maker, item }: ResourceBinding,
  bindingOf: (resource: Resource) => ResourceBinding,
): Promise<NewRecord[]> {
  const { rows, preloaded, view, resource, call, options, hasTags } = presentation;
  const yielder = new EventLoopYielder();
  const prepared = await presenter.prepare(rows, view, preloaded);
  const plain = plainCall(call, resource);
  const allowedFor = (row: unknown): readonly string[] => {
    const target = presenter.selfOf?.(row);
    const targetRoute = target ? bindingOf(target.resource).item : item;
    if (!targetRoute) return [];
    return targetHintsFor(targetRoute, target ? plainCall(call, target.resource) : plain, target ? target.row : row);
  };
  const states = await statesOf(presentation, presenter, allowedFor, { view, prepared });
  const makeOne = (row: unknown): NewRecord => {
    const record = recordOf(presenter, row, prepared, view);
    const state = states.get(row);
    const ownProperties = {
      ...(state !== undefined && { state }),
      ...(hasTags && { tags: presenter.cacheTags?.ofRecord(row, prepared, view) ?? [contentTag] }),
    };
    if (options.links === 'none' && !options.embeds && !options.self)
      return { json: JSON.stringify(record), self: undefined, links: {}, ...ownProperties };
    const links = linksOf(maker, presenter.facts(row, prepared, view), options);
    const self = links.self?.[0];
    if (self) addHints(self, allowedFor(row), options.states === 'in links' ? state : undefined);
    if (options.links !== 'none' && (options.links !== 'all' || Object.keys(links).length > 0)) record._links = links;
    return { json: JSON.stringify(record), self: self?.href, links, ...ownProperties };
  };
  await yielder.turn();
  const made: NewRecord[] = [];
  let unreserved = 0;
  for (const row of rows) {
    const record = makeOne(row);
    made.push(record);
    unreserved += record.json.length;
    if (unreserved < maxUnreservedBytes) continue;
    await call.reserve?.(unreserved);
    await yielder.turn();
    unreserved = 0;
  }
  return made;
}

/** Number of bytes of records that may be created before memory is reserved for them. */
const maxUnreservedBytes = 256 * 1024;

function bindResource(source: Resource, { routes, rest, spelling }: RouteTable): ResourceBinding {
  const ownRoutes = routes.filter((route) => route.source === source);
  const [first] = ownRoutes;
  if (!first?.module.presenter) throw new Error(`no module presents ${source.title}`);
  const { module, resource } = first;
  const { presenter } = first.module;
  const self = resource.links.find((link) => link.rel === 'self')?.href.replace(/\{(\w+)\}/g, '<$1>');
  return {
    module,
    presenter,
    maker: linkMaker(resource, rest, spelling),
    item: ownRoutes.find((route) => route.declared.path === self),
  };
}

function recordOf(presenter: Presenter, row: unknown, prepared: unknown, view: View): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const pick of view.projection.fields) {
    const value = presenter.fields[pick.name]?.(row, prepared, view);
    if (value !== undefined) record[pick.outputName] = project(value, pick);
  }
  return record;
}

function linksOf(maker: LinkMaker, facts: Facts, options: PresentOptions): Links {
  return typeof options.links === 'function'
    ? maker.make(facts, options.context, options.links)
    : maker.make(facts, options.context);
}

/** Adds target hints to a self link: the methods that the caller may use, and the state of the item as a validator. */
function addHints(
  self: { targetHints?: { allow: readonly string[]; etag?: string } },
  allow: readonly string[],
  state: string | undefined,
): void {
  if (allow.length > 0) self.targetHints = { allow, ...(state !== undefined && { etag: stateTag(state) }) };
}

/** Returns the states of the rows that the caller may change, if they are requested. */
async function statesOf(
  { rows, resource, options, key }: Presentation,
  presenter: Presenter,
  allowedFor: (row: unknown) => readonly string[],
  presented: { readonly view: View; readonly prepared: unknown },
): Promise<ReadonlyMap<unknown, string>> {
  if (!options.states) return new Map();
  const changeable = rows.filter((row) => allowedFor(row).some((method) => method !== 'GET'));
  if (changeable.length === 0) return new Map();
  const view: View = { ...presented.view, context: 'edit', projection: stateProjection(resource) };
  // A complete record in the edit context was already prepared with all fields.
  const isWhole = options.context === 'edit' && options.named === undefined;
  const whole = isWhole ? changeable : ((await presenter.complete?.(changeable)) ?? changeable);
  const prepared = isWhole ? presented.prepared : await presenter.prepare(whole, view);
  const states = whole.map((row) => stateOf(key, resource, recordOf(presenter, row, prepared, view)));
  return new Map(changeable.map((row, at) => [row, states[at] ?? '']));
}

/**
 * Returns the states of rows of a resource, in their order, in a constant number of statements. The call only provides the actor, who
 * should be allowed to edit items of the resource; states of entries are the same for all of these.
 */
export type FindStates = (rows: readonly unknown[], resource: Resource, call: Call) => Promise<readonly string[]>;

/** Creates the function that computes states without presenting records. `key` is the secret key for the states of items. */
export function makeFindStates(table: RouteTable, key: string): FindStates {
  return async (rows, resource, call) => {
    if (rows.length === 0) return [];
    const { presenter } = bindResource(resource, table);
    const plain = plainCall(call, resource);
    const projection = stateProjection(resource);
    const view: View = { actor: call.actor, context: 'edit', projection, itemCount: rows.length, call: plain };
    const whole = (await presenter.complete?.(rows)) ?? rows;
    const prepared = await presenter.prepare(whole, view);
    const yielder = new EventLoopYielder();
    const states: string[] = [];
    for (const row of whole) {
      states.push(stateOf(key, resource, recordOf(presenter, row, prepared, view)));
      await yielder.turn();
    }
    return states;
  };
}
