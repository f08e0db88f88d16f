// Creates the site on which costs are measured. It has as many posts as a large blog, and records of many other types.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { withDerivedColumns } from '../../server/cms-v2/comments/compose-comment.ts';
import { insertComment } from '../../server/cms-v2/comments/store.ts';
import { insertUser } from '../../server/cms-v2/users/store.ts';
import type { Database } from '../../server/database/handle.ts';
import { openDatabase } from '../../server/database/open.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { generateSite } from '../../server/generate/generate-site.ts';
import { generateWords } from '../../server/generate/words.ts';
import type { RouteTable } from '../../server/http/routes.ts';
import { createImage } from '../media-site.ts';
import { type Caller, openTestSite, type TestSite } from '../site.ts';
import type { ServiceLocation } from './metered-service.ts';

export interface CostSite {
  readonly location: ServiceLocation;
  /** Route table of the service. */
  readonly table: RouteTable;
  /** Returns the Authorization header of a caller; undefined if anonymous. */
  readonly authorizationOf: (caller: Caller) => string | undefined;
  /** IDs of records that the contributor owns. */
  readonly ownIds: { readonly post: number };
}

/** Seed of `octavo generate`, which determines the generated words. */
const seed = 1;

/** A word that occurs in about every sixth post. */
export const commonWord = generateWords(seed).find((word) => word.length >= 5) ?? '';

const commentCount = 5000;
const userCount = 1000;
const commentsOnOnePost = 500;

/** Creates the site in an empty location. */
export async function createCostSite(location: ServiceLocation, posts: number): Promise<CostSite> {
  mkdirSync(location.data, { recursive: true });
  const { database: url } = location;
  const database = await openDatabase(
    url === undefined
      ? { kind: 'sqlite', file: path.join(location.data, 'octavo.sqlite') }
      : { kind: 'postgres', url, poolSize: 4 },
    // The site is deleted after the measurements, so commits need not be durable.
    { sync: async () => {} },
  );
  const files = await openDiskStore(path.join(location.data, 'uploads'));
  const site = await openTestSite({ database, files, extensions: ['union'] });
  await generateSite({ service: site.service, database, recipe: { seed, posts } });
  await addComments(database);
  await addUsers(database);
  const ownIds = await addRecords(site);
  await addFiles(site);
  await site.service.mediaWorkers.close();
  await database.close();
  const { table } = site.service;
  return { location, table, ownIds, authorizationOf: site.authorizationOf };
}

async function addComments(database: Database): Promise<void> {
  const day = Date.parse('2026-01-01T00:00:00Z');
  await database.transaction(async (tx) => {
    for (let n = 0; n < commentCount; n += 1) {
      const date = new Date(day + n * 1000).toISOString().slice(0, 19);
      await insertComment(
        tx,
        withDerivedColumns({
          ...{ post: n < commentsOnOnePost ? 1 : 2 + n, parent: 0, author: 0, type: 'comment', status: 'approved' },
          ...{ status_before: '', status_with_post: '', author_name: `Reader ${n % 500}`, note_status: '' },
          ...{ author_email: `reader${n % 500}@site.test`, author_url: '', author_ip: '192.0.2.1' },
          ...{ author_user_agent: 'cost', content: `Comment ${n} with ${commonWord} and some more words.` },
          ...{ date, date_gmt: date, received: date },
        }),
      );
    }
  });
}

async function addUsers(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (let n = 0; n < userCount; n += 1) {
      const login = `reader-${n}`;
      const names = { name: `Reader ${n}`, first_name: '', last_name: '', nickname: login, slug: login };
      const rest = { url: '', description: '', locale: '', meta: '{}', registered: '2026-01-01T00:00:00' };
      const user = { login, email: `${login}@site.test`, ...names, ...rest, password_hash: 'none' };
      await insertUser(tx, user, ['subscriber']);
    }
  });
}

/** Creates pages, blocks, two posts with 50 revisions, a menu with 100 items, and a navigation menu. */
async function addRecords(site: TestSite): Promise<CostSite['ownIds']> {
  const post = await site.create('/cms/v2/posts', { title: 'Often changed', content: 'Text', status: 'publish' });
  const ownIds = await site.create('/cms/v2/posts', { title: "A contributor's", content: 'Text' }, 'contributor');
  for (let n = 0; n < 50; n += 1) {
    const text = { content: `<!-- wp:paragraph --><p>Text ${n}</p><!-- /wp:paragraph -->` };
    await site.request('administrator', 'POST', `/cms/v2/posts/${post.id}`, text);
    await site.request('contributor', 'POST', `/cms/v2/posts/${ownIds.id}`, text);
    await site.create('/cms/v2/pages', { title: `Page ${n}`, content: 'Text', status: 'publish', menu_order: n });
    await site.create('/cms/v2/blocks', { title: `Pattern ${n}`, content: 'Text', status: 'publish' });
  }
  const menu = await site.create('/cms/v2/menus', { name: 'Menu' });
  for (let n = 0; n < 100; n += 1)
    await site.create('/cms/v2/menu-items', {
      ...{
        title: `Item ${n}`,
        menus: menu.id,
        type: 'post_type',
        object: 'post',
        object_id: 10 + n,
        status: 'publish',
      },
    });
  await site.create('/cms/v2/navigation', { title: 'Navigation', content: 'Text', status: 'publish' });
  return { post: ownIds.id };
}

/** Uploads files. Worker processes process images; other files are only stored. */
async function addFiles(site: TestSite): Promise<void> {
  const type = 'application/octet-stream';
  const send = (name: string, bytes: Uint8Array) =>
    site.sendBody('administrator', 'POST', '/cms/v2/media', bytes, {
      ...{ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    });
  for (let n = 0; n < 150; n += 1) await send(`notes-${n}.txt`, Buffer.from(`Notes ${n}`));
  await send('picture.png', await createImage(400, 300));
}
