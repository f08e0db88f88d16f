// A site whose public responses have cache tags, and the URLs of these responses.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { publishDue } from '../../server/cms-v2/entries/publish-due.ts';
import type { DatabaseLocation } from '../../server/database/open.ts';
import type { SharedCaching } from '../../server/edge/shared-caching.ts';
import { assignAllPositions } from '../../server/events/deliver-events.ts';
import { eventsAfter, lastPosition } from '../../server/events/store.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import type { FileStore } from '../../server/files/store.ts';
import { makePurgeTagsOf } from '../../server/webhooks/purge-tags.ts';
import type { TestEngine } from '../engines.ts';
import { close, openNode, type TestNode } from '../test-node.ts';

/** A response as a shared cache would store it. */
export interface Seen {
  /** Everything that a client receives: status, body and headers that depend on data. */
  readonly content: string;
  readonly status: number;
  /** The tags; undefined if shared caches must not store the response. */
  readonly tags: readonly string[] | undefined;
}

/** The IDs of the records of a site, of which some may have been deleted. */
export interface Records {
  readonly posts: number[];
  readonly pages: number[];
  readonly media: number[];
  readonly blocks: number[];
  readonly categories: number[];
  readonly tags: number[];
  readonly comments: number[];
  readonly users: number[];
}

export interface TaggedSite {
  readonly node: TestNode;
  readonly location: DatabaseLocation;
  readonly files: FileStore;
  readonly records: Records;
  /** Requests all URLs as an anonymous caller. */
  look(): Promise<Map<string, Seen>>;
  /** Returns the tags that the events since the last call purge. */
  purged(): Promise<ReadonlySet<string>>;
  /** Sends a request as the administrator and returns the ID in the response; undefined if it was rejected. Throws for a 5xx. */
  change(method: string, path: string, json?: object): Promise<number | undefined>;
  /** Uploads an image and returns its ID; undefined if its parent does not exist any more. */
  upload(parent?: number): Promise<number | undefined>;
  /** Sets the clock of the site forward, and publishes the entries that are due. */
  wait(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Replaces the random secrets of embedded pages. */
export const withoutSecrets = (body: string): string => body.replace(/(secret=\\?"?)\w+/g, '$1');

/** Headers that are no part of the content: they depend on the time, the connection or, like the ETag, on the whole body. */
const transient = new Set(['etag', 'date', 'connection', 'keep-alive', 'cache-tag', 'cache-control', 'content-length']);

interface Options {
  /** Default: `Cache-Tag`, for ten minutes. */
  readonly sharedCaching?: SharedCaching;
  /** Whether the site uses the clock of the machine; otherwise its time stands still between calls of `wait`. */
  readonly hasRealClock?: boolean;
}

/** Opens a site whose public responses have cache tags. */
export async function openTaggedSite(
  engine: TestEngine,
  { sharedCaching = { format: 'cache-tag', maxAgeSeconds: 600, staleSeconds: 0 }, hasRealClock = false }: Options = {},
): Promise<TaggedSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-tags-'));
  let time = Date.parse('2026-03-01T10:00:00Z');
  const location = await engine.location();
  const files = await openDiskStore(folder);
  const node = await openNode(location, {
    ...{ files, sharedCaching, fetchLimits: { hosts: new Set(['127.0.0.1']) } },
    ...(!hasRealClock && { clock: () => time }),
  });
  const { site, database } = node;
  const { service } = site;
  const purgeTagsOf = makePurgeTagsOf(service.contract);
  const records: Records = {
    ...{ posts: [], pages: [], media: [], blocks: [], categories: [], tags: [], comments: [] },
    users: Object.values(site.ids),
  };
  let position = await lastPosition(database.read);
  const look = async () => {
    const seen = new Map<string, Seen>();
    for (const url of urlsOf(records)) seen.set(url, await see(node, url));
    return seen;
  };
  const image = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  return {
    ...{ node, location, files, records, look },
    async purged() {
      await assignAllPositions(database);
      const tags = new Set<string>();
      for (;;) {
        const events = await eventsAfter(database.read, position, 100);
        for (const event of events) for (const tag of await purgeTagsOf(database.read, event)) tags.add(tag);
        position = events.at(-1)?.position ?? position;
        if (events.length === 0) return tags;
      }
    },
    async change(method, apiPath, json) {
      const { status, body } = await site.request('administrator', method, apiPath, json);
      if (status >= 500) throw new Error(`${method} ${apiPath}: ${JSON.stringify(body)}`);
      return status < 400 ? Number(body.id ?? body.previous?.id ?? 0) : undefined;
    },
    async upload(parent) {
      const query = parent === undefined ? '' : `?post=${parent}`;
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="image.png"' };
      const response = await site.sendBody('administrator', 'POST', `/cms/v2/media${query}`, image, headers);
      if (response.status >= 500) throw new Error(JSON.stringify(response.body));
      return response.status === 201 ? Number(response.body.id) : undefined;
    },
    async wait(seconds) {
      time += seconds * 1000;
      await publishDue(service.entries);
    },
    async close() {
      await close(node);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Requests a URL until a response with the status 200 has cache tags: a node that does not know the changes of other nodes in time, as on a
 * busy machine, sends none. Returns the last response after five seconds.
 */
export async function requestTagged(node: TestNode, url: string, init: RequestInit = {}): Promise<Response> {
  const headers = { accept: 'text/html,*/*', ...init.headers };
  for (let attempt = 0; ; attempt += 1) {
    const response = await node.request(url, { ...init, headers });
    const hasTags = tagHeaders.some((name) => response.headers.has(name));
    const isPrivate = response.headers.get('cache-control')?.includes('no-store') === true;
    if (![200, 304].includes(response.status) || hasTags || isPrivate || attempt >= 100) return response;
    await response.arrayBuffer();
    await setTimeout(50);
  }
}

const tagHeaders = ['cache-tag', 'xkey'];

/** Requests a URL as an anonymous caller that accepts HTML. */
async function see(node: TestNode, url: string): Promise<Seen> {
  const response = await requestTagged(node, url);
  const body = await response.text();
  if (response.status >= 500) throw new Error(`${url}: ${response.status} ${body}`);
  const headers = [...response.headers].filter(([name]) => !transient.has(name));
  const isShared = response.headers.get('cache-control')?.includes('s-maxage=') === true;
  return {
    status: response.status,
    content: JSON.stringify([response.status, headers, withoutSecrets(body)]),
    tags: isShared ? (response.headers.get('cache-tag') ?? '').split(',') : undefined,
  };
}

/** Returns the URLs of public responses, among them those of records that do not exist any more. */
export function urlsOf({ posts, pages, media, blocks, categories, tags, comments, users }: Records): string[] {
  const api = '/rest/cms/v2';
  const each = (ids: readonly number[], ...makers: ((id: number) => string)[]) =>
    ids.flatMap((id) => makers.map((make) => make(id)));
  return [
    ...each(
      posts,
      (id) => `${api}/posts/${id}`,
      (id) => `${api}/posts/${id}?_embed`,
      (id) => `${api}/comments?post=${id}`,
      (id) => `${api}/categories?post=${id}`,
      (id) => `/p${id}/`,
      (id) => `/p${id}/feed/`,
      (id) => `/p${id}/?embed=true`,
      (id) => `/rest/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/p${id}/`)}`,
    ),
    ...each(
      pages,
      (id) => `${api}/pages/${id}`,
      (id) => `${api}/pages/${id}?_embed`,
      (id) => `/g${id}/`,
      (id) => `/g${pages[0]}/g${id}/`,
      (id) => `/g${pages[0]}/g${pages[1]}/g${id}/`,
    ),
    ...each(
      media,
      (id) => `${api}/media/${id}`,
      (id) => `${api}/media/${id}?_embed`,
    ),
    ...each(pages, (id) => `${api}/pages?parent=${id}`),
    `${api}/pages?parent=0`,
    ...each(blocks, (id) => `${api}/blocks/${id}`),
    ...each(
      categories,
      (id) => `${api}/categories/${id}`,
      (id) => `${api}/posts?categories=${id}`,
      (id) => `${api}/posts?categories[terms]=${id}&categories[include_children]=true`,
      (id) => `/category/c${id}/`,
      (id) => `/category/c${categories[0]}/c${id}/`,
    ),
    ...each(
      tags,
      (id) => `${api}/tags/${id}`,
      (id) => `${api}/posts?tags_exclude=${id}`,
    ),
    ...each(
      comments,
      (id) => `${api}/comments/${id}`,
      (id) => `${api}/comments/${id}?_embed`,
    ),
    ...each(
      users,
      (id) => `${api}/users/${id}`,
      (id) => `${api}/posts?author=${id}`,
    ),
    ...['posts', 'posts?_embed', 'posts?search=text', 'posts?sticky=true', 'posts?orderby=title&_fields=id'].map(
      (list) => `${api}/${list}`,
    ),
    ...['pages', 'pages?_embed', 'media', 'media?_embed', 'categories', 'categories?hide_empty=true', 'tags'].map(
      (list) => `${api}/${list}`,
    ),
    ...['comments', 'comments?_embed', 'users', 'search?search=text', 'types', 'taxonomies'].map(
      (list) => `${api}/${list}`,
    ),
    '/wp-json/wp/v2/posts?_embed',
    ...['/', '/feed/', '/comments/feed/', '/2026/', '/?s=text', '/author/admin/', '/sitemap.xml', '/robots.txt'],
    ...['/sitemap-type-post-1.xml', '/sitemap-taxonomy-category-1.xml', '/sitemap-authors-1.xml'],
  ];
}
