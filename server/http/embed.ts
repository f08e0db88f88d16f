// Embeds the targets of links in records (protocol.md §7.3). Targets of the same type are read in one batch, regardless of the number
// of records. Nothing is embedded that a request to the URL of the link would not return to the caller.
import { limitsError } from '../access/limits.ts';
import { EventLoopYielder } from '../workers/event-loop.ts';
import { contentTag } from './cache-tags.ts';
import type { DependencyCache } from './dependency-cache.ts';
import type { FindTargets, Target } from './embed-targets.ts';
import { errorBody } from './error-body.ts';
import { toText } from './json-text.ts';
import type { Links } from './links.ts';
import type { Call, Embedded, EmbedReader } from './module.ts';
import { permissionApiError } from './permission-checks.ts';
import { type EmbedSelection, isShareable, type Present } from './presentation.ts';

/** The JSON that is embedded for one link. */
export interface EmbeddedTarget {
  readonly json: string;
  /** Whether the target does not exist or is an empty list. */
  readonly isEmpty: boolean;
  /** The cache tags of the embedded records, if they are collected. */
  readonly tags?: readonly string[] | undefined;
}

/** The embedded resources of one record. */
export interface EmbeddedInRecord {
  /** The JSON of `_embedded`; undefined if the record has no embedded resources. */
  readonly json: string | undefined;
  /** The cache tags of the embedded records. */
  readonly tags: readonly string[];
}

const missingTarget: EmbeddedTarget = { json: '[]', isEmpty: true };

/** Returns the embedded resources of each record. */
export type Embed = (
  records: readonly { readonly links: Links }[],
  selection: EmbedSelection,
  call: Call,
  present: Present,
) => Promise<EmbeddedInRecord[]>;

/** Creates the embedder. Targets are cached for anonymous callers, who all get the same JSON. */
export function makeEmbed(findTargets: FindTargets, cache: DependencyCache<EmbeddedTarget>): Embed {
  /** Embedded JSON by request. The records of a long list are created in batches, and most of them embed the same targets. */
  const embeddedByCall = new WeakMap<Call, Map<string, EmbeddedTarget>>();
  return async (records, selection, call, present) => {
    const previous = embeddedByCall.get(call) ?? new Map<string, EmbeddedTarget>();
    embeddedByCall.set(call, previous);
    const yielder = new EventLoopYielder();
    const targetsByRecord: Target[][] = [];
    for (const { links } of records) {
      targetsByRecord.push(findTargets(links).filter(({ rel }) => selection.includes(rel)));
      await yielder.turn();
    }
    const embeddedByReader = new Map<EmbedReader, ReadonlyMap<string, EmbeddedTarget>>();
    for (const [reader, targets] of Map.groupBy(targetsByRecord.flat(), (target) => target.reader)) {
      const values = [...new Set(targets.map(({ value }) => value))];
      embeddedByReader.set(reader, await embedTargets(reader, values, { present, cache, previous, call }));
      await yielder.turn();
    }
    const jsonOfTarget = ({ reader, value }: Target) => embeddedByReader.get(reader)?.get(value) ?? missingTarget;
    // JSON that is embedded in several records is created once, but occupies memory in each of them.
    await call.reserve?.(targetsByRecord.flat().reduce((sum, target) => sum + jsonOfTarget(target).json.length, 0));
    const embedded: EmbeddedInRecord[] = [];
    for (const targets of targetsByRecord) {
      embedded.push({
        json: embeddedOf(targets, jsonOfTarget),
        tags: targets.flatMap((target) => jsonOfTarget(target).tags ?? []),
      });
      await yielder.turn();
    }
    return embedded;
  };
}

interface EmbedContext {
  readonly present: Present;
  readonly cache: DependencyCache<EmbeddedTarget>;
  /** JSON that was embedded earlier for the same request. */
  readonly previous: Map<string, EmbeddedTarget>;
  readonly call: Call;
}

/** Returns the JSON for the targets of one reader: cached, or read and presented together. */
async function embedTargets(
  reader: EmbedReader,
  values: readonly string[],
  context: EmbedContext,
): Promise<Map<string, EmbeddedTarget>> {
  const { cache, previous, call } = context;
  const keyOf = (value: string) => `${call.spelling.id} ${reader.target} ${value}`;
  const shareable = isShareable(call);
  const results = new Map<string, EmbeddedTarget>();
  for (const value of values) {
    const found = previous.get(keyOf(value)) ?? (shareable ? cache.find(keyOf(value)) : undefined);
    if (found) results.set(value, found);
  }
  const missing = values.filter((value) => !results.has(value));
  if (missing.length === 0) return results;
  const made = await read(reader, missing, context);
  const tables = shareable ? cache.tablesSince(call.version) : [];
  for (const [value, target] of made) {
    results.set(value, target);
    previous.set(keyOf(value), target);
    if (shareable) cache.store(keyOf(value), target, target.json.length, call.version, tables);
  }
  return results;
}

/** Presents all targets of one reader together, so that their fields are prepared once. */
async function read(reader: EmbedReader, values: readonly string[], { present, call }: EmbedContext) {
  const forbidden = limitsError(call.actor, ['GET'], reader.resource.namespace);
  const targets: ReadonlyMap<string, Embedded> = forbidden
    ? new Map(values.map((value) => [value, { forbidden }]))
    : await reader.read(values, call);
  const rowsOf = (target: Embedded): readonly unknown[] =>
    'rows' in target ? target.rows : 'row' in target ? [target.row] : [];
  const rows = [...new Set([...targets.values()].flatMap((target) => rowsOf(target)))];
  const embedCall = {
    ...call,
    resource: reader.resource,
    args: { context: 'embed' },
    path: {},
    query: {},
    submitted: () => undefined,
  };
  const presented = await present({ rows }, reader.resource, embedCall, { context: 'embed', links: 'all' });
  const records = new Map(rows.map((row, at) => [row, toText(presented[at]?.json ?? 'null')]));
  const areTagged = presented.some(({ tags }) => tags !== undefined);
  const tagsByRow = new Map(areTagged ? rows.map((row, at) => [row, presented[at]?.tags ?? []]) : []);
  const toEmbedded = (target: Embedded): EmbeddedTarget => {
    if ('forbidden' in target)
      return {
        json: JSON.stringify(errorBody(permissionApiError(target.forbidden, call.actor), call.spelling)),
        isEmpty: false,
        // The target may become readable. Its own tag would reveal that it exists.
        tags: [contentTag],
      };
    const tags = areTagged && { tags: rowsOf(target).flatMap((row) => tagsByRow.get(row) ?? []) };
    if ('row' in target) return { json: records.get(target.row) ?? 'null', isEmpty: false, ...tags };
    const json = `[${target.rows.map((row) => records.get(row)).join()}]`;
    return { json, isEmpty: target.rows.length === 0, ...tags };
  };
  return new Map([...targets].map(([value, target]) => [value, toEmbedded(target)]));
}

/** Returns the JSON of `_embedded`. Relations without any existing target are omitted. Returns undefined if none remains. */
function embeddedOf(targets: readonly Target[], jsonOfTarget: (target: Target) => EmbeddedTarget): string | undefined {
  const properties: string[] = [];
  for (const [rel, links] of Map.groupBy(targets, (target) => target.rel)) {
    const items = links.map(jsonOfTarget);
    if (items.every((each) => each.isEmpty)) continue;
    const slots: string[] = Array.from({ length: links[0]?.linkCount ?? 0 }, () => missingTarget.json);
    for (const [at, { index: slot }] of links.entries()) slots[slot] = items[at]?.json ?? missingTarget.json;
    properties.push(`${JSON.stringify(rel)}:[${slots.join()}]`);
  }
  return properties.length > 0 ? `{${properties.join()}}` : undefined;
}
