// Runs the sixth stage: presents the outcome of an operation as body and headers of the response.
import type { Context } from '../../contract/grammar/schema.ts';
import type { Convert } from '../../contract/names/convert.ts';
import { isSignedIn } from '../access/actor.ts';
import { ApiError } from '../api-error.ts';
import { parseByteRange } from './byte-range.ts';
import { contentTag } from './cache-tags.ts';
import { type JsonListItem, joinItems, SerializedJson, toText, withProperty, wrapBytes } from './json-text.ts';
import type { Call, Outcome, Page } from './module.ts';
import { pagingLink, totalHeaders } from './paging.ts';
import { parseQuery } from './parameters/query-string.ts';
import type { PresentSettings } from './present.ts';
import { isShareable, type LinkSelection, type Present, parseEmbed } from './presentation.ts';
import { namesOfFields, narrow, nestedNames } from './projection.ts';
import type { ReserveBytes } from './request.ts';
import type { ResponseDraft } from './response.ts';
import { stateOf } from './state.ts';

/** Options for presenting an outcome: the URL and query of the request. */
export interface OutcomeOptions {
  /** The URL of the request, without its query. */
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Finds a validated parameter by its submitted name; names in its value use the spelling of the mount. */
  readonly sentArgument: (name: string) => { readonly value: unknown } | undefined;
  /** Converts names in a value that is not a record to the spelling of the mount; absent if the value has none. */
  readonly convertValue?: Convert | undefined;
  /** Whether a list must be written as one string, regardless of the query. */
  readonly isInOnePiece?: boolean;
  /** Returns the cache tags of a list, without those of its records; undefined if they are not tracked. */
  readonly listTags?: ((call: Call) => readonly string[]) | undefined;
}

/** Presents an outcome, narrowed by `_fields` and with the embedded resources that `_embed` requests. */
export type PresentOutcome = (options: OutcomeOptions, call: Call, outcome: Outcome) => Promise<ResponseDraft>;

/** Creates the function that presents outcomes. */
export const makePresentOutcome =
  (present: Present, { key, collectsTags }: PresentSettings): PresentOutcome =>
  async (options, call, outcome) => {
    const named = namesOfFields(call.submitted('_fields'));
    switch (outcome.kind) {
      case 'record':
        return presentRecord(present, options.query, call, outcome, named);
      case 'record-of': {
        const { resource, ...record } = outcome;
        return presentRecord(present, options.query, { ...call, resource }, { ...record, kind: 'record' }, named);
      }
      case 'list':
        return presentList(present, { ...options, collectsTags }, call, outcome, named);
      case 'keyed':
        return presentKeyed(present, call, outcome, named);
      case 'deleted':
        return presentDeleted(present, call, outcome, named);
      case 'file': {
        const headers = { 'Content-Type': outcome.type, 'Content-Disposition': attachment(outcome.name) };
        return {
          status: 200,
          headers,
          body: new SerializedJson(wrapBytes(outcome.bytes)),
          uncached: true,
          isFile: true,
        };
      }
      case 'download':
        return presentDownload(call, outcome);
      case 'stream': {
        // Disables response buffering in proxies.
        const headers = { 'Content-Type': outcome.type, 'X-Accel-Buffering': 'no' };
        return { status: 200, headers, body: undefined, stream: outcome.open, uncached: true, isFile: true };
      }
      case 'value': {
        // Serialized JSON already has the names of its mount.
        const isWritten = outcome.value instanceof SerializedJson;
        const spelled = isWritten
          ? outcome.value
          : ((options.convertValue?.(outcome.value) ?? outcome.value) as object);
        const value = narrow(spelled, named);
        return {
          status: outcome.status ?? 200,
          headers: { ...outcome.headers },
          body:
            outcome.links && (outcome.alwaysLinked || includesLinkFields(named))
              ? { ...value, _links: outcome.links }
              : value,
          ...(outcome.uncached && { uncached: true }),
          ...(outcome.stateOf && { state: stateOf(key, call.resource, outcome.stateOf) }),
        };
      }
    }
  };

/** Returns the response with a file, or with the range of it that the client requests. Throws ApiError 416 `rest_invalid_range`. */
function presentDownload(call: Call, { type, name, size, etag, read }: Outcome & { kind: 'download' }): ResponseDraft {
  const condition = call.header('if-range');
  const range = condition === undefined || condition === etag ? parseByteRange(call.header('range'), size) : undefined;
  if (range === 'none')
    throw new ApiError('rest_invalid_range', 416, `The requested range is not part of the file of ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
      uncached: true,
    });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...{ 'Content-Type': type, 'Content-Disposition': attachment(name), 'Content-Length': String(end - start + 1) },
      ...{ 'Accept-Ranges': 'bytes', ETag: etag },
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    },
    body: undefined,
    stream: () => read({ start, end }),
    uncached: true,
    isFile: true,
  };
}

/** Returns the `Content-Disposition` of a download (RFC 6266 §4.3). Special characters in the name are encoded in `filename*`. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w .-]/gu, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const contextOf = (call: Call): Context => (call.args.context as Context | undefined) ?? 'view';

/** Whether `_fields` includes links. For a single item, a name below `_links`, or `_embedded`, selects all links (protocol.md §6). */
export const includesLinkFields = (named: readonly string[] | undefined): boolean =>
  named === undefined || named.some((name) => name === '_links' || name.startsWith('_links.') || name === '_embedded');

async function presentRecord(
  present: Present,
  query: OutcomeOptions['query'],
  call: Call,
  outcome: Outcome & { kind: 'record' },
  named: readonly string[] | undefined,
): Promise<ResponseDraft> {
  const context = outcome.context ?? contextOf(call);
  const includesLinks = outcome.alwaysLinked || includesLinkFields(named);
  const created = outcome.status === 201;
  const embeds = includesLinks ? parseEmbed(query._embed) : undefined;
  // Anonymous callers may not change items.
  const states = isSignedIn(call.actor) ? 'in records' : undefined;
  const presentOptions = {
    context,
    named,
    links: includesLinks ? 'all' : 'none',
    embeds,
    self: created,
    states,
  } as const;
  const item = 'row' in outcome ? { rows: [outcome.row] } : outcome;
  const [record] = await present(item, call.resource, call, presentOptions);
  if (!record) throw new Error('the presenter returned no record for the item');
  const isLocated = created && (includesLinks || !outcome.locatedByLinks);
  const headers: Record<string, string> = { ...outcome.headers, ...(isLocated && { Location: record.self ?? '' }) };
  if (outcome.alternate) headers.Link = `<${outcome.alternate}>; rel="alternate"; type=text/html`;
  const json = Object.entries(outcome.extraProperties ?? {}).reduce<string | JsonListItem>(
    (text, [name, value]) => withProperty(toText(text), name, JSON.stringify(value)),
    record.json,
  );
  const body = new SerializedJson(json);
  return {
    status: outcome.status ?? 200,
    headers,
    body,
    ...(outcome.context && { presentedContext: outcome.context }),
    ...(record.state !== undefined && { state: record.state }),
    ...(record.tags && { tags: record.tags }),
    ...(outcome.uncached && { uncached: true }),
  };
}

/**
 * Presents an item, then deletes it unless the operation has deleted it. `_fields` applies twice: to the properties of the response, and to
 * the fields of the record, which include the ID unless only names below `previous.` are selected (posts-and-pages.md §2).
 */
async function presentDeleted(
  present: Present,
  call: Call,
  outcome: Outcome & { kind: 'deleted' },
  named: readonly string[] | undefined,
): Promise<ResponseDraft> {
  const nested = named ? nestedNames(named, 'previous') : 'all';
  const fields = nested === 'all' ? fieldsOfPrevious(call, named) : nested;
  const presentOptions = { context: outcome.context, named: fields, links: 'none' } as const;
  const [previous] = nested ? await present({ rows: [outcome.previous] }, call.resource, call, presentOptions) : [];
  await outcome.deleteStored?.();
  const properties = [
    ...(named && !nestedNames(named, 'deleted') ? [] : ['"deleted":true']),
    ...(nested ? [`"previous":${toText(previous?.json ?? 'null')}`] : []),
  ];
  return { status: 200, headers: {}, body: new SerializedJson(`{${properties.join()}}`) };
}

/**
 * Returns the selected fields of a deleted item that is selected as a whole, named with or without `previous.`; undefined, which selects
 * all fields, without `_fields` or if the resource has no ID.
 */
function fieldsOfPrevious({ resource }: Call, named: readonly string[] | undefined): readonly string[] | undefined {
  if (!named || !('id' in resource.fields)) return undefined;
  return ['id', ...named.map((name) => name.replace(/^previous\./, ''))];
}

async function presentList(
  present: Present,
  options: OutcomeOptions & Pick<PresentSettings, 'collectsTags'>,
  call: Call,
  outcome: Outcome & { kind: 'list' },
  named: readonly string[] | undefined,
): Promise<ResponseDraft> {
  const { query, isInOnePiece = false } = options;
  const embeds = parseEmbed(query._embed);
  const links = listLinks(named);
  const presentOptions = {
    context: contextOf(call),
    named,
    links,
    embeds: links !== 'none' || named?.includes('_embedded') ? embeds : undefined,
    states: '_etags' in query && isSignedIn(call.actor) ? 'in links' : undefined,
  } as const;
  const size = new ListSize(isInOnePiece || '_envelope' in query || '_jsonp' in query || '_pretty' in query);
  const reserve: ReserveBytes = async (bytes) => {
    size.add(bytes);
    await call.reserve?.(bytes);
  };
  const presented = await present(outcome, call.resource, { ...call, reserve }, presentOptions);
  size.require(presented.reduce((sum, { json }) => sum + lengthOf(json), 0));
  const body = new SerializedJson(joinItems(presented.map(({ json }) => json)));
  const draft: ResponseDraft = { status: 200, headers: {}, body, ...(outcome.uncached && { uncached: true }) };
  if (outcome.page) addPaging(draft, outcome.page, options);
  if (options.collectsTags && isShareable(call))
    draft.tags = [
      ...new Set([...(options.listTags?.(call) ?? [contentTag]), ...presented.flatMap(({ tags = [] }) => tags)]),
    ];
  return draft;
}

const lengthOf = (json: string | JsonListItem): number => (typeof json === 'string' ? json.length : json.bytes.length);

/** Maximum size of a list response, and of one that must be written as one string, in bytes. */
const [maxListBytes, maxJoinedListBytes] = [16 * 1024 * 1024, 4 * 1024 * 1024];

/** A counter of the bytes of a list. Its methods throw ApiError 400 `rest_response_too_large` above the limit. */
class ListSize {
  readonly #max: number;
  #bytes = 0;

  constructor(mustBeJoined: boolean) {
    this.#max = mustBeJoined ? maxJoinedListBytes : maxListBytes;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    this.require(this.#bytes);
  }

  require(bytes: number): void {
    if (bytes <= this.#max) return;
    const message = `The response would exceed ${this.#max / 1024 / 1024} MB. Request fewer items with per_page or fewer fields with _fields.`;
    throw new ApiError('rest_response_too_large', 400, message, { data: { params: ['per_page', '_fields'] } });
  }
}

/** Adds the totals of a list and links to its adjacent pages, which repeat declared parameters in their validated form. */
function addPaging(draft: ResponseDraft, page: Page, { address, query, sentArgument }: OutcomeOptions): void {
  const linkFor = (submitted: OutcomeOptions['query']) => {
    const parameters = Object.entries(submitted).map(([name, value]) => {
      const argument = sentArgument(name);
      return [name, argument ? argument.value : value] as const;
    });
    return pagingLink(page, address, Object.fromEntries(parameters));
  };
  const link = linkFor(query);
  draft.headers = { ...totalHeaders(page), ...(link !== undefined && { Link: link }) };
  if (link !== undefined) draft.linkFor = (text) => linkFor(parseQuery(text));
}

/**
 * Presents records as an object. `_fields` applies twice: to the properties of the records, and to the object, where names begin with
 * the key of a record (protocol.md §6, keyed collections).
 */
async function presentKeyed(
  present: Present,
  call: Call,
  { rows, alwaysLinked, keysAreNames }: Outcome & { kind: 'keyed' },
  named: readonly string[] | undefined,
): Promise<ResponseDraft> {
  const properties = named?.map((name) => name.split('.', 1)[0] ?? '');
  const links = alwaysLinked || includesLinkFields(properties) ? 'all' : 'none';
  const entries = [...rows].map(([key, row]) => {
    const name = keysAreNames ? call.spelling.name(key) : key;
    return { name, row, below: named ? nestedNames(named, name) : ('all' as const) };
  });
  const whole = entries.filter(({ below: nested }) => nested === 'all');
  const presentOptions = { context: contextOf(call), named: properties, links } as const;
  const records = await present({ rows: whole.map(({ row }) => row) }, call.resource, call, presentOptions);
  const jsonByName = new Map(whole.map(({ name }, at) => [name, toText(records[at]?.json ?? '{}')]));
  for (const { name, row, below: nested } of entries) {
    if (nested === 'all' || nested === undefined) continue;
    const fields = nested.filter((field) => properties?.includes(field.split('.', 1)[0] ?? ''));
    const partOptions = {
      ...presentOptions,
      named: fields,
      links: includesLinkFields(fields) ? 'all' : 'none',
    } as const;
    const [record] = fields.length > 0 ? await present({ rows: [row] }, call.resource, call, partOptions) : [];
    jsonByName.set(name, toText(record?.json ?? '{}'));
  }
  const includedEntries = entries.filter(({ name }) => jsonByName.has(name));
  const body = `{${includedEntries.map(({ name }) => `${JSON.stringify(name)}:${jsonByName.get(name)}`).join()}}`;
  return { status: 200, headers: {}, body: new SerializedJson(body) };
}

/** Returns the links that `_fields` selects in a list, where they are selected like other properties (protocol.md §6). */
function listLinks(named: readonly string[] | undefined): LinkSelection {
  if (named === undefined || named.includes('_links')) return 'all';
  const relations = new Set(
    named.filter((name) => name.startsWith('_links.')).map((name) => name.slice('_links.'.length)),
  );
  return relations.size > 0 ? (rel) => relations.has(rel) : 'none';
}
