// Embedding: what records link to, read with them (protocol.md §7.3). One batched read per kind of link, whatever the
// number of records; nothing is shown that a request to the link's own address would refuse.
import { errorBody } from './error-body.ts';
import { refusalOf } from './permit.ts';
import type { Present, Presented } from './present.ts';
import type { Call, Embedded, EmbedReader } from './room.ts';

/** Which relations to embed. */
export type EmbedWish = (rel: string) => boolean;

/**
 * What `_embed` asks for, read from the query alone: empty, 1, true and 0 mean all relations, any other value is a list
 * of relations (protocol.md §7.3). Undefined: nothing.
 */
export function embedWish(value: unknown): EmbedWish | undefined {
  if (value === undefined) return undefined;
  const names = (Array.isArray(value) ? value : [value])
    .flatMap((each) => String(each).split(/[\s,]+/))
    .filter((name) => name !== '');
  if (names.length === 0 || (names.length === 1 && ['1', 'true', '0'].includes(names[0] ?? ''))) return () => true;
  const wanted = new Set(names);
  return (rel) => wanted.has(rel);
}

/** One embeddable link of a record. */
interface Found {
  readonly presented: Presented;
  readonly rel: string;
  readonly at: number;
  readonly value: string;
  readonly reader: EmbedReader;
}

/** Puts `_embedded` on records. */
export type Embed = (presented: readonly Presented[], wish: EmbedWish, call: Call) => Promise<void>;

/** Makes the embedder of all readers; links to addresses that no reader serves are not followed. */
export function makeEmbed(readers: readonly EmbedReader[], present: Present, rest: string): Embed {
  const matchers = readers.map((reader) => ({ reader, match: matcherOf(rest + reader.target) }));
  const find = (presented: Presented, wish: EmbedWish): Found[] =>
    Object.entries(presented.links).flatMap(([rel, links]) => {
      if (!wish(rel)) return [];
      return links.flatMap((link, at) => {
        if (!link.embeddable) return [];
        for (const { reader, match } of matchers) {
          const value = match(link.href);
          if (value !== undefined) return [{ presented, rel, at, value, reader }];
        }
        return [];
      });
    });
  return async (presented, wish, call) => {
    const found = presented.flatMap((each) => find(each, wish));
    for (const reader of new Set(found.map((each) => each.reader))) {
      const mine = found.filter((each) => each.reader === reader);
      const targets = await reader.read([...new Set(mine.map((each) => each.value))], call);
      const shown = await showTargets(reader, targets, present, call);
      for (const each of mine) place(each, shown.get(each.value) ?? []);
    }
    for (const { record, links } of presented) dropEmpty(record, links);
  };
}

/** Presents all targets of one reader together, so that their fields are prepared once. */
async function showTargets(reader: EmbedReader, targets: ReadonlyMap<string, Embedded>, present: Present, call: Call) {
  const rowsOf = (target: Embedded): readonly unknown[] =>
    'rows' in target ? target.rows : 'row' in target ? [target.row] : [];
  const rows = [...new Set([...targets.values()].flatMap((target) => rowsOf(target)))];
  const inside = {
    ...call,
    resource: reader.resource,
    args: { context: 'embed' },
    path: {},
    query: {},
    sent: () => undefined,
  };
  const presented = await present(rows, reader.resource, inside, { context: 'embed', links: 'all' });
  const records = new Map(presented.map((each) => [each.row, each.record]));
  const shown = new Map<string, unknown>();
  for (const [value, target] of targets) {
    if ('refused' in target) shown.set(value, errorBody(refusalOf(target.refused, call.actor)));
    else if ('row' in target) shown.set(value, records.get(target.row));
    else
      shown.set(
        value,
        target.rows.map((row) => records.get(row)),
      );
  }
  return shown;
}

function place({ presented, rel, at }: Found, shown: unknown): void {
  const embedded = (presented.record._embedded ?? {}) as Record<string, unknown[]>;
  const places = embedded[rel] ?? (presented.links[rel] ?? []).map(() => []);
  places[at] = shown;
  embedded[rel] = places;
  presented.record._embedded = embedded;
}

/** A relation all of whose entries are empty is left out, and `_embedded` where nothing is in it. */
function dropEmpty(record: Record<string, unknown>, links: Presented['links']): void {
  const embedded = record._embedded as Record<string, unknown[]> | undefined;
  if (!embedded) return;
  const ordered = Object.keys(links).filter((rel) =>
    embedded[rel]?.some((each) => !(Array.isArray(each) && each.length === 0)),
  );
  if (ordered.length === 0) delete record._embedded;
  else record._embedded = Object.fromEntries(ordered.map((rel) => [rel, embedded[rel]]));
}

/** Takes the value out of addresses of one form: `…/users/<id>` or `…/categories?post=<id>`. */
function matcherOf(target: string): (href: string) => string | undefined {
  const [before = '', after = ''] = target.split(/<\w+>/);
  return (href) => {
    if (!href.startsWith(before) || !href.endsWith(after)) return undefined;
    const value = href.slice(before.length, href.length - after.length);
    return /^\d+$/.test(value) ? value : undefined;
  };
}
