// The site that costs are measured on: as many posts as a large blog has, and something for every route to do.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { complete } from '../../server/cms-v2/comments/compose-comment.ts';
import { insertComment } from '../../server/cms-v2/comments/store.ts';
import { insertUser } from '../../server/cms-v2/users/store.ts';
import type { Database } from '../../server/database/handle.ts';
import { openDatabase } from '../../server/database/open.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { generateSite } from '../../server/generate/generate-site.ts';
import { wordsOf } from '../../server/generate/words.ts';
import type { RouteTable } from '../../server/http/routes.ts';
import { picture } from '../media-site.ts';
import { openTestSite, type Person, type TestSite } from '../site.ts';
import type { ServicePlace } from './metered-service.ts';

export interface CostSite {
  readonly place: ServicePlace;
  /** The routes that the service has. */
  readonly table: RouteTable;
  /** The header that signs somebody in; undefined for anonymous callers. */
  readonly authorizationOf: (person: Person) => string | undefined;
  /** IDs of what is the contributor's own. */
  readonly own: { readonly post: number };
}

/** Of what `generate` makes; its words follow from it. */
const seed = 1;

/** A word in about every sixth post. */
export const commonWord = wordsOf(seed).find((word) => word.length >= 5) ?? '';

const manyComments = 5000;
const manyUsers = 1000;
const commentsOfOne = 500;

/** Makes the site in an empty place. */
export async function makeCostSite(place: ServicePlace, posts: number): Promise<CostSite> {
  mkdirSync(place.data, { recursive: true });
  const { database: url } = place;
  const database = await openDatabase(
    url === undefined
      ? { kind: 'sqlite', file: path.join(place.data, 'octavo.sqlite') }
      : { kind: 'postgres', url, poolSize: 4 },
    // What a crash of the machine would lose is made again.
    { sync: async () => {} },
  );
  const files = await openDiskStore(path.join(place.data, 'uploads'));
  const site = await openTestSite({ database, files, extensions: ['union'] });
  await generateSite({ service: site.service, database, recipe: { seed, posts } });
  await addComments(database);
  await addUsers(database);
  const own = await addThings(site);
  await addFiles(site);
  await site.service.mediaWorkers.close();
  await database.close();
  const { table } = site.service;
  return { place, table, own, authorizationOf: site.authorizationOf };
}

async function addComments(database: Database): Promise<void> {
  const day = Date.parse('2026-01-01T00:00:00Z');
  await database.transaction(async (tx) => {
    for (let n = 0; n < manyComments; n += 1) {
      const date = new Date(day + n * 1000).toISOString().slice(0, 19);
      await insertComment(
        tx,
        complete({
          ...{ post: n < commentsOfOne ? 1 : 2 + n, parent: 0, author: 0, type: 'comment', status: 'approved' },
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
    for (let n = 0; n < manyUsers; n += 1) {
      const login = `reader-${n}`;
      const names = { name: `Reader ${n}`, first_name: '', last_name: '', nickname: login, slug: login };
      const rest = { url: '', description: '', locale: '', meta: '{}', registered: '2026-01-01T00:00:00' };
      const user = { login, email: `${login}@site.test`, ...names, ...rest, password_hash: 'none' };
      await insertUser(tx, user, ['subscriber']);
    }
  });
}

/** One of each kind, and many of what belongs to one thing. */
async function addThings(site: TestSite): Promise<CostSite['own']> {
  const post = await site.make('/cms/v2/posts', { title: 'Often changed', content: 'Text', status: 'publish' });
  const own = await site.make('/cms/v2/posts', { title: "A contributor's", content: 'Text' }, 'contributor');
  for (let n = 0; n < 50; n += 1) {
    const text = { content: `<!-- wp:paragraph --><p>Text ${n}</p><!-- /wp:paragraph -->` };
    await site.ask('administrator', 'POST', `/cms/v2/posts/${post.id}`, text);
    await site.ask('contributor', 'POST', `/cms/v2/posts/${own.id}`, text);
    await site.make('/cms/v2/pages', { title: `Page ${n}`, content: 'Text', status: 'publish', menu_order: n });
    await site.make('/cms/v2/blocks', { title: `Pattern ${n}`, content: 'Text', status: 'publish' });
  }
  const menu = await site.make('/cms/v2/menus', { name: 'Menu' });
  for (let n = 0; n < 100; n += 1)
    await site.make('/cms/v2/menu-items', {
      ...{
        title: `Item ${n}`,
        menus: menu.id,
        type: 'post_type',
        object: 'post',
        object_id: 10 + n,
        status: 'publish',
      },
    });
  await site.make('/cms/v2/navigation', { title: 'Navigation', content: 'Text', status: 'publish' });
  return { post: own.id };
}

/** Files without pictures are quick to take in; pictures take a process of their own. */
async function addFiles(site: TestSite): Promise<void> {
  const type = 'application/octet-stream';
  const send = (name: string, bytes: Uint8Array) =>
    site.send('administrator', 'POST', '/cms/v2/media', bytes, {
      ...{ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    });
  for (let n = 0; n < 150; n += 1) await send(`notes-${n}.txt`, Buffer.from(`Notes ${n}`));
  await send('picture.png', await picture(400, 300));
}
