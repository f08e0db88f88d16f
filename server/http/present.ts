// Rows to records: declared fields, links, target hints (models: only presentation shapes JSON).
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Context } from '../../contract/grammar/schema.ts';
import { type LinkMaker, type Links, linkMaker } from './links.ts';
import { hintsFor, plainCall } from './permit.ts';
import { keep, projectionOf } from './projection.ts';
import type { Call, Facts, Presenter, Room, View } from './room.ts';
import type { BoundRoute } from './routes.ts';

export type Record_ = Record<string, unknown> & { _links?: Links };

/** How links are shown: none, all, or some relations. */
export type LinkWish = 'none' | 'all' | ((rel: string) => boolean);

/** A row with its record, for those who go on from it (embedding). */
export interface Presented {
  readonly row: unknown;
  readonly record: Record_;
  /** All links, whether shown or not. */
  readonly links: Links;
}

/** Presents rows of one resource. */
export type Present = (rows: readonly unknown[], resource: Resource, call: Call, wish: Wish) => Promise<Presented[]>;

export interface Wish {
  readonly context: Context;
  readonly named?: readonly string[] | undefined;
  readonly links: LinkWish;
}

/** What is known of a resource once the routes are bound. */
interface Known {
  readonly room: Room;
  readonly presenter: Presenter;
  readonly maker: LinkMaker;
  /** The route behind self links. */
  readonly item: BoundRoute | undefined;
}

/** Makes the presenter of all resources of a route table; `rest` is the REST root's address. */
export function makePresent(routes: readonly BoundRoute[], rest: string): Present {
  const known = new Map<string, Known>();
  const knownOf = (resource: Resource): Known => {
    const found = known.get(resource.title) ?? know(resource, routes, rest);
    known.set(resource.title, found);
    return found;
  };
  return async (rows, resource, call, wish) => {
    const { presenter, maker, item } = knownOf(resource);
    const projection = projectionOf(resource, wish.context, wish.named);
    const view: View = { actor: call.actor, context: wish.context, projection, call };
    const prepared = await presenter.prepare(rows, view);
    const plain = plainCall(call, resource);
    return rows.map((row) => {
      const record = recordOf(presenter, row, prepared, view);
      if (wish.links === 'none') return { row, record, links: {} };
      const links = linksOf(maker, presenter.facts(row, prepared, view), wish);
      const self = links.self?.[0];
      if (self && item) addHints(self, item, plain, row);
      record._links = links;
      return { row, record, links };
    });
  };
}

function know(resource: Resource, routes: readonly BoundRoute[], rest: string): Known {
  const self = resource.links.find((link) => link.rel === 'self')?.href.replace(/\{(\w+)\}/g, '<$1>');
  const own = routes.filter((route) => route.resource === resource);
  const room = own[0]?.room;
  if (!room?.presenter) throw new Error(`nothing presents ${resource.title}`);
  return {
    room,
    presenter: room.presenter,
    maker: linkMaker(resource, rest),
    item: own.find((route) => route.declared.path === self),
  };
}

function recordOf(presenter: Presenter, row: unknown, prepared: unknown, view: View): Record_ {
  const record: Record_ = {};
  for (const { name, within } of view.projection.fields) {
    const value = presenter.fields[name]?.(row, prepared, view);
    if (value !== undefined) record[name] = keep(value, within);
  }
  return record;
}

function linksOf(maker: LinkMaker, facts: Facts, wish: Wish): Links {
  return typeof wish.links === 'function'
    ? maker.make(facts, wish.context, wish.links)
    : maker.make(facts, wish.context);
}

function addHints(
  self: { targetHints?: { allow: readonly string[] } },
  item: BoundRoute,
  plain: Call,
  row: unknown,
): void {
  const allow = hintsFor(item, plain, row);
  if (allow.length > 0) self.targetHints = { allow };
}
