// The sixth stage: from what an operation has done to the body and headers of its answer.
import type { Context } from '../../contract/grammar/schema.ts';
import type { Convert } from '../../contract/names/convert.ts';
import { isSignedIn } from '../access/actor.ts';
import { Refusal } from '../refusal.ts';
import type { Draft } from './answer.ts';
import { type Item, listOf, pieceOfBytes, textOf, Written, withMember } from './json-text.ts';
import { pagingLink, totalHeaders } from './paging.ts';
import { parseQuery } from './parameters/query-string.ts';
import { embedWish, type LinkWish, type Present } from './presenting.ts';
import { namesBelow, namesOfFields, narrow } from './projection.ts';
import type { HoldBytes } from './request.ts';
import type { Call, Outcome, Page } from './room.ts';
import { stateOf } from './state.ts';

/** Where an outcome is presented: the presenter, and the address that was asked for. */
export interface Showing {
  readonly present: Present;
  /** The key that states of items are made with. */
  readonly key: string;
  /** The address of the request, without its query. */
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Finds a checked parameter by the name it was sent under, with its names as they are sent. */
  readonly sentArgument: (name: string) => { readonly value: unknown } | undefined;
  /** Spells the names in an object that is no record; absent: there are none. */
  readonly convertValue?: Convert | undefined;
  /** A list must be written in one piece, whatever the query asks for. */
  readonly isInOnePiece?: boolean;
}

/** The answer that an outcome makes, narrowed by `_fields`, with what `_embed` asks for. */
export async function presentOutcome(way: Showing, call: Call, outcome: Outcome): Promise<Draft> {
  const named = namesOfFields(call.sent('_fields'));
  switch (outcome.kind) {
    case 'record':
      return presentRecord(way, call, outcome, named);
    case 'list':
      return presentList(way, call, outcome, named);
    case 'keyed':
      return presentKeyed(way, call, outcome, named);
    case 'deleted':
      return presentDeleted(way, call, outcome, named);
    case 'file': {
      const headers = { 'Content-Type': outcome.type, 'Content-Disposition': attachment(outcome.name) };
      return { status: 200, headers, body: new Written(pieceOfBytes(outcome.bytes)), unkept: true, isFile: true };
    }
    case 'stream': {
      // Proxies that gather answers before they pass them on are told not to.
      const headers = { 'Content-Type': outcome.type, 'X-Accel-Buffering': 'no' };
      return { status: 200, headers, body: undefined, stream: outcome.open, unkept: true, isFile: true };
    }
    case 'value': {
      // JSON that is written already has the names of its mount.
      const isWritten = outcome.value instanceof Written;
      const spelled = isWritten ? outcome.value : ((way.convertValue?.(outcome.value) ?? outcome.value) as object);
      const value = narrow(spelled, named);
      return {
        status: outcome.status ?? 200,
        headers: { ...outcome.headers },
        body:
          outcome.links && (outcome.alwaysLinked || wantsLinks(named)) ? { ...value, _links: outcome.links } : value,
        ...(outcome.unkept && { unkept: true }),
        ...(outcome.stateOf && { state: stateOf(way.key, call.resource, outcome.stateOf) }),
      };
    }
  }
}

/** The `Content-Disposition` of a file to be saved under a name (RFC 6266 §4.3): any other than a plain one is encoded beside it. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w .-]/gu, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const contextOf = (call: Call): Context => (call.args.context as Context | undefined) ?? 'view';

/** On a single item any mention of links brings them all (protocol.md §6). */
export const wantsLinks = (named: readonly string[] | undefined): boolean =>
  named === undefined || named.some((name) => name === '_links' || name.startsWith('_links.') || name === '_embedded');

async function presentRecord(
  { present, query }: Showing,
  call: Call,
  outcome: Outcome & { kind: 'record' },
  named: readonly string[] | undefined,
): Promise<Draft> {
  const context = outcome.context ?? contextOf(call);
  const wanted = outcome.alwaysLinked || wantsLinks(named);
  const created = outcome.status === 201;
  const embeds = wanted ? embedWish(query._embed) : undefined;
  // Nobody who is not signed in may change anything.
  const states = isSignedIn(call.actor) ? 'beside' : undefined;
  const wish = { context, named, links: wanted ? 'all' : 'none', embeds, self: created, states } as const;
  const item = 'row' in outcome ? { rows: [outcome.row] } : outcome;
  const [record] = await present(item, call.resource, call, wish);
  if (!record) throw new Error('nothing was presented');
  const isLocated = created && (wanted || !outcome.locatedByLinks);
  const headers: Record<string, string> = { ...outcome.headers, ...(isLocated && { Location: record.self ?? '' }) };
  if (outcome.alternate) headers.Link = `<${outcome.alternate}>; rel="alternate"; type=text/html`;
  const json = Object.entries(outcome.more ?? {}).reduce<string | Item>(
    (text, [name, value]) => withMember(textOf(text), name, JSON.stringify(value)),
    record.json,
  );
  const body = new Written(json);
  return {
    status: outcome.status ?? 200,
    headers,
    body,
    ...(outcome.context && { shown: outcome.context }),
    ...(record.state !== undefined && { state: record.state }),
    ...(outcome.unkept && { unkept: true }),
  };
}

/**
 * What is gone is shown a last time, then erased. `_fields` is asked twice: which fields its record has, its number always,
 * and which members the answer keeps (posts-and-pages.md §2).
 */
async function presentDeleted(
  { present }: Showing,
  call: Call,
  outcome: Outcome & { kind: 'deleted' },
  named: readonly string[] | undefined,
): Promise<Draft> {
  const below = named ? namesBelow(named, 'previous') : 'all';
  const fields = below === 'all' ? fieldsOfPrevious(call, named) : below;
  const wish = { context: outcome.context, named: fields, links: 'none' } as const;
  const [previous] = below ? await present({ rows: [outcome.previous] }, call.resource, call, wish) : [];
  await outcome.erase?.();
  const properties = [
    ...(named && !namesBelow(named, 'deleted') ? [] : ['"deleted":true']),
    ...(below ? [`"previous":${textOf(previous?.json ?? 'null')}`] : []),
  ];
  return { status: 200, headers: {}, body: new Written(`{${properties.join()}}`) };
}

/** The fields that names pick of what is gone, in front or below `previous`; those of what has no number are all shown. */
function fieldsOfPrevious({ resource }: Call, named: readonly string[] | undefined): readonly string[] | undefined {
  if (!named || !('id' in resource.fields)) return undefined;
  return ['id', ...named.map((name) => name.replace(/^previous\./, ''))];
}

async function presentList(
  showing: Showing,
  call: Call,
  outcome: Outcome & { kind: 'list' },
  named: readonly string[] | undefined,
): Promise<Draft> {
  const { present, query, isInOnePiece = false } = showing;
  const embeds = embedWish(query._embed);
  const links = listLinks(named);
  const wish = {
    context: contextOf(call),
    named,
    links,
    embeds: links !== 'none' || named?.includes('_embedded') ? embeds : undefined,
    states: '_etags' in query && isSignedIn(call.actor) ? 'in links' : undefined,
  } as const;
  const size = new ListSize(isInOnePiece || '_envelope' in query || '_jsonp' in query || '_pretty' in query);
  const hold: HoldBytes = async (bytes) => {
    size.add(bytes);
    await call.hold?.(bytes);
  };
  const presented = await present(outcome, call.resource, { ...call, hold }, wish);
  size.require(presented.reduce((sum, { json }) => sum + lengthOf(json), 0));
  const body = new Written(listOf(presented.map(({ json }) => json)));
  const draft: Draft = { status: 200, headers: {}, body, ...(outcome.unkept && { unkept: true }) };
  if (outcome.page) addPaging(draft, outcome.page, showing);
  return draft;
}

const lengthOf = (json: string | Item): number => (typeof json === 'string' ? json.length : json.bytes.length);

/** The longest list that is sent, and the longest where it must be written in one piece. Bytes. */
const [maxListBytes, maxListBytesInOnePiece] = [16 * 1024 * 1024, 4 * 1024 * 1024];

/** Counts the bytes of a list. Throws Refusal 400 `rest_response_too_large` past the limit. */
class ListSize {
  readonly #max: number;
  #bytes = 0;

  constructor(isInOnePiece: boolean) {
    this.#max = isInOnePiece ? maxListBytesInOnePiece : maxListBytes;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    this.require(this.#bytes);
  }

  require(bytes: number): void {
    if (bytes <= this.#max) return;
    const message = `The response would be larger than ${this.#max / 1024 / 1024} MB; ask for fewer items with per_page, or for fewer fields with _fields.`;
    throw new Refusal('rest_response_too_large', 400, message, { data: { params: ['per_page', '_fields'] } });
  }
}

/** Adds the totals of a list, and the links to its neighbouring pages, in which declared parameters stand as they were read. */
function addPaging(draft: Draft, page: Page, { address, query, sentArgument }: Showing): void {
  const linkFor = (sent: Showing['query']) => {
    const shown = Object.entries(sent).map(([name, value]) => {
      const argument = sentArgument(name);
      return [name, argument ? argument.value : value] as const;
    });
    return pagingLink(page, address, Object.fromEntries(shown));
  };
  const link = linkFor(query);
  draft.headers = { ...totalHeaders(page), ...(link !== undefined && { Link: link }) };
  if (link !== undefined) draft.linkFor = (text) => linkFor(parseQuery(text));
}

/**
 * `_fields` is asked twice: which members the records have, and which of them the object keeps, where the records' keys
 * stand in front (protocol.md §6, keyed collections).
 */
async function presentKeyed(
  { present }: Showing,
  call: Call,
  { rows, alwaysLinked, keysAreNames }: Outcome & { kind: 'keyed' },
  named: readonly string[] | undefined,
): Promise<Draft> {
  const properties = named?.map((name) => name.split('.', 1)[0] ?? '');
  const links = alwaysLinked || wantsLinks(properties) ? 'all' : 'none';
  const shown = [...rows].map(([key, row]) => {
    const name = keysAreNames ? call.spelling.name(key) : key;
    return { name, row, below: named ? namesBelow(named, name) : ('all' as const) };
  });
  const whole = shown.filter(({ below }) => below === 'all');
  const wish = { context: contextOf(call), named: properties, links } as const;
  const records = await present({ rows: whole.map(({ row }) => row) }, call.resource, call, wish);
  const texts = new Map(whole.map(({ name }, at) => [name, textOf(records[at]?.json ?? '{}')]));
  for (const { name, row, below } of shown) {
    if (below === 'all' || below === undefined) continue;
    const fields = below.filter((field) => properties?.includes(field.split('.', 1)[0] ?? ''));
    const part = { ...wish, named: fields, links: wantsLinks(fields) ? 'all' : 'none' } as const;
    const [record] = fields.length > 0 ? await present({ rows: [row] }, call.resource, call, part) : [];
    texts.set(name, textOf(record?.json ?? '{}'));
  }
  const kept = shown.filter(({ name }) => texts.has(name));
  const body = `{${kept.map(({ name }) => `${JSON.stringify(name)}:${texts.get(name)}`).join()}}`;
  return { status: 200, headers: {}, body: new Written(body) };
}

/** In a list links are picked like other members (protocol.md §6). */
function listLinks(named: readonly string[] | undefined): LinkWish {
  if (named === undefined || named.includes('_links')) return 'all';
  const relations = new Set(
    named.filter((name) => name.startsWith('_links.')).map((name) => name.slice('_links.'.length)),
  );
  return relations.size > 0 ? (rel) => relations.has(rel) : 'none';
}
