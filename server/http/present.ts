// Rows to records, as JSON: declared fields, links, target hints (models: only presentation shapes JSON). A record that
// depends on its row and on who asks alone is kept ready (architecture.md §5).
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Spelling } from '../../contract/names/spelling.ts';
import { viewerOf } from '../access/actor.ts';
import { EventLoopYielder } from '../workers/event-loop.ts';
import type { Embed } from './embed.ts';
import { pieceOf, withMember } from './json-text.ts';
import type { Kept } from './kept.ts';
import { type LinkMaker, type Links, linkMaker } from './links.ts';
import { hintsFor, plainCall } from './permit.ts';
import { isForAll, type Present, type Presented, type Wish } from './presenting.ts';
import { keep, projectionOf } from './projection.ts';
import type { Call, Facts, Items, Presenter, Room, View } from './room.ts';
import type { BoundRoute } from './routes.ts';
import { stateOf, stateProjection, stateTag } from './state.ts';

/** What is known of a resource once the routes are bound. */
interface Known {
  readonly room: Room;
  readonly presenter: Presenter;
  readonly maker: LinkMaker;
  /** The route behind self links. */
  readonly item: BoundRoute | undefined;
}

/** What presenting is made of. */
export interface PresentParts {
  readonly routes: readonly BoundRoute[];
  /** The REST root's address. */
  readonly rest: string;
  /** How the names of the routes and in records are spelled. */
  readonly spelling: Spelling;
  readonly embed: Embed;
  /** Records for everybody. */
  readonly kept: Kept<Presented>;
  /** Records for one who is signed in: apart, so that editors take no room from readers. */
  readonly keptForViewers: Kept<Presented>;
  /** The key that states of items are made with. */
  readonly key: string;
}

/** Makes the presenter of all resources of a route table. */
export function makePresent(parts: PresentParts): Present {
  const known = new Map<Resource, Known>();
  const knownOf = (resource: Resource): Known => {
    const found = known.get(resource) ?? know(resource, parts);
    known.set(resource, found);
    return found;
  };
  const present: Present = async (items, resource, call, wish) => {
    const of = knownOf(resource);
    const make: MakeRecords = async (rows) => {
      const made = await makeRecords(
        { rows, itemCount: countOf(items), resource, call, wish, key: parts.key, spelling: parts.spelling },
        of,
        knownOf,
      );
      return wish.embeds ? withEmbedded(made, await parts.embed(made, wish.embeds, call, present)) : made;
    };
    const forAll = isForAll(call);
    // What a write answers is shown once; what is read may be read again.
    if (!call.isFresh && of.presenter.dependsOnRowAlone?.(call) && (forAll || call.method === 'GET')) {
      const kept = forAll ? parts.kept : parts.keptForViewers;
      return keptRecords(items, keyOf(parts.spelling, resource, wish, viewerOf(call.actor)), call.mark, kept, make);
    }
    if ('rows' in items) return inPieces(await make(items.rows));
    const records = await makeLoaded(items.ids, items, async (rows) => inPieces(await make(rows)));
    return inPieces(items.ids.flatMap((id) => records.get(id) ?? []));
  };
  return present;
}

const countOf = (items: Items): number => ('ids' in items ? items.ids : items.rows).length;

const withEmbedded = (made: readonly Made[], embedded: readonly (string | undefined)[]): Made[] =>
  made.map((record, at) => {
    const member = embedded[at];
    return member === undefined ? record : { ...record, json: withMember(record.json, '_embedded', member) };
  });

/** What is known of a record beside what it was made of. */
const presentedOf = ({ json, self, state }: Presented): Presented => ({
  json,
  self,
  ...(state !== undefined && { state }),
});

/** A record just made, with all its links, shown or not. */
export interface Made extends Presented {
  readonly json: string;
  readonly links: Links;
}

/** What tells records of one row from each other. */
const keyOf = (
  { id }: Spelling,
  { title }: Resource,
  { context, named, links, embeds, self, states }: Wish,
  viewer: string,
): string =>
  `${id} ${title} ${context} ${named?.join() ?? '*'} ${typeof links === 'string' ? links : 'some'} ${embeds?.name ?? ''} ${self} ${states} ${viewer} `;

type Identified = { readonly id: number };

type MakeRecords<T = Made> = (rows: readonly unknown[]) => Promise<readonly T[]>;

/** The longest record that is kept: longer ones would take the place of hundreds that are asked for more often. Bytes. */
const maxKeptBytes = 256 * 1024;

/** Up to how many bytes the records of a list are joined into one text. */
const maxJoinedBytes = 1024 * 1024;

/**
 * The records of items by their ids. Rows with long texts are loaded and made one by one, so that others are served between
 * them and no more than one is in memory as text; what is gone by then has no record.
 */
async function makeLoaded(
  ids: readonly number[],
  { load, loadLong }: Loaded,
  make: MakeRecords<Presented>,
): Promise<Map<number, Presented>> {
  const records = new Map<number, Presented>();
  const add = async (rows: readonly Identified[]) => {
    if (rows.length === 0) return;
    for (const [at, record] of (await make(rows)).entries()) records.set(rows[at]?.id ?? 0, record);
  };
  const yielder = new EventLoopYielder();
  const loaded = await load(ids);
  // One row alone may have long texts, too.
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

type Loaded = Extract<Items, { load: unknown }>;

/** Long lists as pieces, which are sent as they are; those of a few short records are joined sooner. */
async function inPieces(records: readonly Presented[]): Promise<readonly Presented[]> {
  const length = records.reduce(
    (sum, { json }) => sum + (typeof json === 'string' ? json.length : json.bytes.length),
    0,
  );
  if (records.length === 1 || length < maxJoinedBytes) return records;
  const yielder = new EventLoopYielder();
  const pieces: Presented[] = [];
  for (const record of records) {
    const json = typeof record.json === 'string' ? pieceOf(record.json) : record.json;
    pieces.push({ ...presentedOf(record), json });
    await yielder.turn();
  }
  return pieces;
}

/** Records kept ready, and those that are not, made and kept. */
async function keptRecords(
  items: Items,
  key: string,
  mark: number,
  kept: Kept<Presented>,
  make: MakeRecords,
): Promise<Presented[]> {
  const ids = 'ids' in items ? items.ids : items.rows.map((row) => (row as Identified).id);
  const records = new Map<number, Presented>();
  for (const id of ids) {
    const found = kept.find(key + id);
    if (found) records.set(id, found);
  }
  const missing = ids.filter((id) => !records.has(id));
  if (missing.length > 0) {
    const keeping: MakeRecords<Presented> = async (rows) => {
      const made = await make(rows);
      const tables = kept.tablesSince(mark);
      const yielder = new EventLoopYielder();
      const written: Presented[] = [];
      for (const [at, each] of made.entries()) {
        const { id } = rows[at] as Identified;
        const record = { ...presentedOf(each), json: pieceOf(each.json) };
        written.push(record);
        records.set(id, record);
        const { length } = record.json.bytes;
        if (length <= maxKeptBytes) kept.keep(key + id, record, length, mark, tables);
        await yielder.turn();
      }
      return written;
    };
    if ('ids' in items) await makeLoaded(missing, items, keeping);
    else await keeping((items.rows as readonly Identified[]).filter(({ id }) => !records.has(id)));
  }
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** What rows are made records for. */
interface Making {
  readonly rows: readonly unknown[];
  /** How many items the response shows, of which the rows may be only a part. */
  readonly itemCount: number;
  readonly resource: Resource;
  readonly call: Call;
  readonly wish: Wish;
  readonly key: string;
  readonly spelling: Spelling;
}

async function makeRecords(
  making: Making,
  { presenter, maker, item }: Known,
  knownOf: (resource: Resource) => Known,
): Promise<Made[]> {
  const { rows, itemCount, resource, call, wish, spelling } = making;
  const projection = projectionOf(resource, wish.context, wish.named, spelling);
  const view: View = { actor: call.actor, context: wish.context, projection, itemCount, call };
  const yielder = new EventLoopYielder();
  const prepared = await presenter.prepare(rows, view);
  const plain = plainCall(call, resource);
  const allowedFor = (row: unknown): readonly string[] => {
    const target = presenter.selfOf?.(row);
    const behind = target ? knownOf(target.resource).item : item;
    if (!behind) return [];
    return hintsFor(behind, target ? plainCall(call, target.resource) : plain, target ? target.row : row);
  };
  const states = await statesOf(making, presenter, allowedFor, { view, prepared });
  const makeOne = (row: unknown): Made => {
    const record = recordOf(presenter, row, prepared, view);
    const state = states.get(row);
    const beside = state !== undefined && { state };
    if (wish.links === 'none' && !wish.embeds && !wish.self)
      return { json: JSON.stringify(record), self: undefined, links: {}, ...beside };
    const links = linksOf(maker, presenter.facts(row, prepared, view), wish);
    const self = links.self?.[0];
    if (self) addHints(self, allowedFor(row), wish.states === 'in links' ? state : undefined);
    if (wish.links !== 'none' && (wish.links !== 'all' || Object.keys(links).length > 0)) record._links = links;
    return { json: JSON.stringify(record), self: self?.href, links, ...beside };
  };
  await yielder.turn();
  const made: Made[] = [];
  let unheld = 0;
  for (const row of rows) {
    const record = makeOne(row);
    made.push(record);
    unheld += record.json.length;
    if (unheld < maxUnheldBytes) continue;
    await call.hold?.(unheld);
    await yielder.turn();
    unheld = 0;
  }
  return made;
}

/** How many bytes of records are made before there must be room for them. */
const maxUnheldBytes = 256 * 1024;

function know(source: Resource, { routes, rest, spelling }: PresentParts): Known {
  const own = routes.filter((route) => route.source === source);
  const [first] = own;
  if (!first?.room.presenter) throw new Error(`nothing presents ${source.title}`);
  const { room, resource } = first;
  const { presenter } = first.room;
  const self = resource.links.find((link) => link.rel === 'self')?.href.replace(/\{(\w+)\}/g, '<$1>');
  return {
    room,
    presenter,
    maker: linkMaker(resource, rest, spelling),
    item: own.find((route) => route.declared.path === self),
  };
}

function recordOf(presenter: Presenter, row: unknown, prepared: unknown, view: View): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const pick of view.projection.fields) {
    const value = presenter.fields[pick.name]?.(row, prepared, view);
    if (value !== undefined) record[pick.shown] = keep(value, pick);
  }
  return record;
}

function linksOf(maker: LinkMaker, facts: Facts, wish: Wish): Links {
  return typeof wish.links === 'function'
    ? maker.make(facts, wish.context, wish.links)
    : maker.make(facts, wish.context);
}

/** Adds to a self link the methods that the caller may use there, and the item's state as a validator. */
function addHints(
  self: { targetHints?: { allow: readonly string[]; etag?: string } },
  allow: readonly string[],
  state: string | undefined,
): void {
  if (allow.length > 0) self.targetHints = { allow, ...(state !== undefined && { etag: stateTag(state) }) };
}

/** The states of those rows that the caller may change, where they are asked for. */
async function statesOf(
  { rows, resource, wish, key }: Making,
  presenter: Presenter,
  allowedFor: (row: unknown) => readonly string[],
  shown: { readonly view: View; readonly prepared: unknown },
): Promise<ReadonlyMap<unknown, string>> {
  if (!wish.states) return new Map();
  const changeable = rows.filter((row) => allowedFor(row).some((method) => method !== 'GET'));
  if (changeable.length === 0) return new Map();
  const view: View = { ...shown.view, context: 'edit', projection: stateProjection(resource) };
  // What was found for a whole record in the edit context is all that there is to find.
  const isWhole = wish.context === 'edit' && wish.named === undefined;
  const whole = isWhole ? changeable : ((await presenter.complete?.(changeable)) ?? changeable);
  const prepared = isWhole ? shown.prepared : await presenter.prepare(whole, view);
  const states = whole.map((row) => stateOf(key, resource, recordOf(presenter, row, prepared, view)));
  return new Map(changeable.map((row, at) => [row, states[at] ?? '']));
}
