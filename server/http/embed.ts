// Embedding: what records link to, read with them (protocol.md §7.3). One batched read per kind of link, whatever the
// number of records; nothing is shown that a request to the link's own address would refuse.
import { beyondLimits } from '../access/limits.ts';
import { EventLoopYielder } from '../workers/event-loop.ts';
import type { FindTargets, Target } from './embed-targets.ts';
import { errorBody } from './error-body.ts';
import { textOf } from './json-text.ts';
import type { Kept } from './kept.ts';
import type { Links } from './links.ts';
import { refusalOf } from './permit.ts';
import { type EmbedWish, isForAll, type Present } from './presenting.ts';
import type { Call, Embedded, EmbedReader } from './room.ts';

/** What stands in the place of one link, as JSON. */
export interface Shown {
  readonly json: string;
  /** There is nothing at the link's address. */
  readonly empty: boolean;
}

const nothing: Shown = { json: '[]', empty: true };

/** The JSON of `_embedded` for each record; undefined where it has none. */
export type Embed = (
  records: readonly { readonly links: Links }[],
  wish: EmbedWish,
  call: Call,
  present: Present,
) => Promise<(string | undefined)[]>;

/** Makes the embedder. What is shown to everybody alike is kept. */
export function makeEmbed(findTargets: FindTargets, kept: Kept<Shown>): Embed {
  /** What was shown for a request: the records of a long list are made a few at a time, and most embed the same. */
  const shownFor = new WeakMap<Call, Map<string, Shown>>();
  return async (records, wish, call, present) => {
    const known = shownFor.get(call) ?? new Map<string, Shown>();
    shownFor.set(call, known);
    const yielder = new EventLoopYielder();
    const wanted: Target[][] = [];
    for (const { links } of records) {
      wanted.push(findTargets(links).filter(({ rel }) => wish.wants(rel)));
      await yielder.turn();
    }
    const shown = new Map<EmbedReader, ReadonlyMap<string, Shown>>();
    for (const [reader, targets] of Map.groupBy(wanted.flat(), (target) => target.reader)) {
      const values = [...new Set(targets.map(({ value }) => value))];
      shown.set(reader, await show(reader, values, { present, kept, known, call }));
      await yielder.turn();
    }
    const shownOf = ({ reader, value }: Target) => shown.get(reader)?.get(value) ?? nothing;
    // What many records embed was made once, and becomes as long as they are many.
    await call.hold?.(wanted.flat().reduce((sum, target) => sum + shownOf(target).json.length, 0));
    const embedded: (string | undefined)[] = [];
    for (const targets of wanted) {
      embedded.push(embeddedOf(targets, shownOf));
      await yielder.turn();
    }
    return embedded;
  };
}

interface Showing {
  readonly present: Present;
  readonly kept: Kept<Shown>;
  /** What was shown for the same request before. */
  readonly known: Map<string, Shown>;
  readonly call: Call;
}

/** What is at the targets of one reader: kept ready, or read and presented together. */
async function show(reader: EmbedReader, values: readonly string[], showing: Showing): Promise<Map<string, Shown>> {
  const { kept, known, call } = showing;
  const keyOf = (value: string) => `${call.spelling.id} ${reader.target} ${value}`;
  const forAll = isForAll(call);
  const shown = new Map<string, Shown>();
  for (const value of values) {
    const found = known.get(keyOf(value)) ?? (forAll ? kept.find(keyOf(value)) : undefined);
    if (found) shown.set(value, found);
  }
  const missing = values.filter((value) => !shown.has(value));
  if (missing.length === 0) return shown;
  const made = await read(reader, missing, showing);
  const tables = forAll ? kept.tablesSince(call.mark) : [];
  for (const [value, each] of made) {
    shown.set(value, each);
    known.set(keyOf(value), each);
    if (forAll) kept.keep(keyOf(value), each, each.json.length, call.mark, tables);
  }
  return shown;
}

/** Presents all targets of one reader together, so that their fields are prepared once. */
async function read(reader: EmbedReader, values: readonly string[], { present, call }: Showing) {
  const refused = beyondLimits(call.actor, ['GET'], reader.resource.namespace);
  const targets: ReadonlyMap<string, Embedded> = refused
    ? new Map(values.map((value) => [value, { refused }]))
    : await reader.read(values, call);
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
  const presented = await present({ rows }, reader.resource, inside, { context: 'embed', links: 'all' });
  const records = new Map(rows.map((row, at) => [row, textOf(presented[at]?.json ?? 'null')]));
  const shownAs = (target: Embedded): Shown => {
    if ('refused' in target)
      return { json: JSON.stringify(errorBody(refusalOf(target.refused, call.actor), call.spelling)), empty: false };
    if ('row' in target) return { json: records.get(target.row) ?? 'null', empty: false };
    return { json: `[${target.rows.map((row) => records.get(row)).join()}]`, empty: target.rows.length === 0 };
  };
  return new Map([...targets].map(([value, target]) => [value, shownAs(target)]));
}

/** A relation all of whose places are empty is left out, and the whole where nothing is in it. */
function embeddedOf(targets: readonly Target[], shownOf: (target: Target) => Shown): string | undefined {
  const members: string[] = [];
  for (const [rel, links] of Map.groupBy(targets, (target) => target.rel)) {
    const shown = links.map(shownOf);
    if (shown.every((each) => each.empty)) continue;
    const places: string[] = Array.from({ length: links[0]?.of ?? 0 }, () => nothing.json);
    for (const [at, { at: place }] of links.entries()) places[place] = shown[at]?.json ?? nothing.json;
    members.push(`${JSON.stringify(rel)}:[${places.join()}]`);
  }
  return members.length > 0 ? `{${members.join()}}` : undefined;
}
