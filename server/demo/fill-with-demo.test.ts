import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findInconsistencies } from '../../test/derived-data.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { sharedFixture } from '../../test/fixture-hooks.ts';
import { dumpSite } from '../../test/import/dump-site.ts';
import { type MediaSite, openMediaSite } from '../../test/media-site.ts';
import { keys, startS3ForTests } from '../../test/s3.ts';
import { verifyPassword } from '../access/secrets.ts';
import { commandLine } from '../audit/record-event.ts';
import { EntryWriter } from '../cms-v2/entries/entry-writer.ts';
import type { WholeEntry } from '../cms-v2/entries/rows.ts';
import { parseOwnUrl, resolveUrls } from '../cms-v2/entry-urls/resolve-url.ts';
import { statement } from '../database/statement.ts';
import { openS3Store } from '../files/s3-store.ts';
import { StoreUnavailableError } from '../files/store.ts';
import { listMails } from '../mail/store.ts';
import type { MediaWorkers } from '../media-processing/media-worker-pool.ts';
import { parseBlocks } from '../rendering/blocks/parse.ts';
import { runTask } from '../rendering/work/tasks.ts';
import type { Service } from '../service.ts';
import { writeSetting } from '../settings/settings.ts';
import { articlePassword, articles } from './content/articles.ts';
import { comments } from './content/comments.ts';
import { images } from './content/images.ts';
import { overviewPages, pages } from './content/pages.ts';
import { authors } from './content/people.ts';
import { categories, tags } from './content/subjects.ts';
import { DrawingPool } from './drawing/drawing-pool.ts';
import { DemoError } from './empty-site.ts';
import { fillWithDemo } from './fill-with-demo.ts';
import type { ImageDrawer } from './store-images.ts';

const time = Date.parse('2026-03-05T12:34:56Z');
const maxImageBytes = 150 * 1024;

const entriesOfType = statement((q) =>
  q.selectFrom('entries').selectAll().where('status', '<>', 'auto-draft').orderBy('id'),
);
const allComments = statement((q) => q.selectFrom('comments').selectAll().orderBy('id'));
const allMedia = statement((q) => q.selectFrom('media').selectAll().orderBy('entry_id'));
const allEvents = statement((q) => q.selectFrom('events').select(['kind', 'subject']));
const allDeliveries = statement((q) => q.selectFrom('webhook_deliveries').select('id'));
const demoUsers = statement((q) =>
  q
    .selectFrom('users')
    .selectAll()
    .where('email', 'like', '%@demo.invalid' as never)
    .orderBy('id'),
);

const refersTo = (content: string, image: number): boolean => new RegExp(`wp-image-${image}\\b`).test(content);

/** Results of the drawings and media jobs of the first site. They depend neither on the engine nor on the site. */
const results = new Map<string, Promise<unknown>>();

/** Returns the result of the first call with this key. */
function once<T>(key: string, run: () => Promise<T>): Promise<T> {
  const result = results.get(key) ?? run();
  results.set(key, result);
  return result as Promise<T>;
}

/** Draws the images of the first site with processes, as the command does, and copies them for the others. */
function drawOnce(): ImageDrawer {
  const pool = new DrawingPool();
  return {
    async draw(job) {
      const { to, ...drawing } = job;
      const image = await once(JSON.stringify(['draw', drawing]), async () => {
        const size = await pool.draw(job);
        return { size, bytes: await readFile(to) };
      });
      await writeFile(to, image.bytes);
      return image.size;
    },
    close: () => pool.close(),
  };
}

/** Inspects files and derives images once for each content of a file, and copies the images for files with the same content. */
function processOnce(workers: MediaWorkers): MediaWorkers {
  const digestOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return {
    edit: (job) => workers.edit(job),
    probeAudio: (file, type) => workers.probeAudio(file, type),
    forClient: (client) => processOnce(workers.forClient(client)),
    inspect: async (file) => once(`inspect ${await digestOf(file)}`, () => workers.inspect(file)),
    async derive(job) {
      const { path: source, derivedImages, ...options } = job;
      const dimensions = derivedImages.map(({ to, ...each }) => each);
      const key = JSON.stringify(['derive', await digestOf(source), options, dimensions]);
      const images = await once(key, async () => {
        const created = await workers.derive(job);
        return { created, bytes: await Promise.all(derivedImages.map(({ to }) => readFile(to))) };
      });
      for (const [at, { to }] of derivedImages.entries()) await writeFile(to, images.bytes[at] ?? '');
      return images.created;
    },
  };
}

function fill({ service, database }: MediaSite, changedService: Partial<Service> = {}) {
  const media = { ...service.media, mediaWorkers: processOnce(service.media.mediaWorkers) };
  const changed = { ...service, media, ...changedService };
  return fillWithDemo({ service: changed, database, auditActor: commandLine, drawer: drawOnce() });
}

describeEachEngine('the demo content', (engine) => {
  const open = async () => openMediaSite({ database: await engine.open(), clock: () => time });
  /** A site with the demo content and a webhook for all events, which several tests share. They do not change it. */
  const site = sharedFixture(async () => {
    const opened = await open();
    await opened.create('/octavo/v1/webhooks', { url: 'https://receiver.example/' });
    await opened.service.tasks.queueDeliveries();
    assert.equal((await fill(opened)).posts, articles.length);
    return opened;
  });
  const entries = async (type: string) =>
    (await site.database.read.all(entriesOfType, {})).filter((entry) => entry.type === type);

  it('is complete, and replaces the content of a new site', async () => {
    const titles = async (type: string) => (await entries(type)).map(({ title }) => title);
    assert.deepEqual(
      await titles('post'),
      articles.map(({ title }) => title),
    );
    assert.deepEqual((await titles('page')).sort(), [...pages, ...overviewPages].map(({ title }) => title).sort());
    assert.deepEqual(
      (await titles('attachment')).sort(),
      Object.values(images)
        .map(({ title }) => title)
        .sort(),
    );
    assert.equal((await entries('cms_navigation')).length, 1);
    const { terms } = await dumpSite(site.database.read);
    const slugs = terms.map(({ slug }) => slug).sort();
    assert.deepEqual(slugs, ['uncategorized', ...Object.keys({ ...categories, ...tags })].sort());
    const { body } = await site.request('administrator', 'GET', '/cms/v2/settings');
    assert.deepEqual([body.title, body.site_icon > 0, body.site_logo], ['Low Water', true, body.site_icon]);
    assert.deepEqual(site.errors, []);
  });

  it('has consistent counters, and every category, tag, author and text file is used', async () => {
    assert.deepEqual(await findInconsistencies(site.database.read), {});
    const { terms } = await dumpSite(site.database.read);
    const unused = terms.filter(({ count, slug }) => Number(count) === 0 && slug !== 'uncategorized');
    assert.deepEqual(unused, []);
    assert.deepEqual(new Set(articles.map(({ author }) => author)), new Set(Object.keys(authors)));
    const slugsOfFiles = (folder: string) =>
      readdirSync(new URL(`./content/${folder}/`, import.meta.url)).map((name) => name.replace('.html', ''));
    assert.deepEqual(slugsOfFiles('articles').sort(), articles.map(({ slug }) => slug).sort());
    assert.deepEqual(slugsOfFiles('pages').sort(), [...pages, ...overviewPages].map(({ slug }) => slug).sort());
    assert.deepEqual(
      Object.keys(comments).filter((slug) => !articles.some((article) => article.slug === slug)),
      [],
    );
  });

  it('has images that exist, are small, are used, and have an alternative text', async () => {
    const media = await site.database.read.all(allMedia, {});
    assert.equal(media.length, Object.keys(images).length);
    assert.deepEqual(await site.storedPaths(), await site.referencedPaths());
    assert.deepEqual(await site.temporaryPaths(), []);
    const everyText = [...(await entries('post')), ...(await entries('page'))];
    for (const { entry_id, file, alt_text } of media) {
      const { length } = await site.bytesOf(file);
      assert.ok(length > 1000 && length <= maxImageBytes, `${file}: ${length} bytes`);
      assert.ok(alt_text.length > 10, file);
      const isUsed = everyText.some(
        ({ content, featured_media }) => featured_media === entry_id || refersTo(content, entry_id),
      );
      assert.ok(isUsed || file.endsWith('/mark.png'), `${file} is not used`);
    }
    for (const { id, parent } of await entries('attachment')) {
      const owner = everyText.find((entry) => entry.id === parent);
      assert.ok(parent === 0 || owner?.featured_media === id || refersTo(owner?.content ?? '', id));
    }
  });

  it('has links and images that resolve, and blocks that every role may store', async () => {
    const files = new Set(await site.storedPaths());
    const texts = [...(await entries('post')), ...(await entries('page')), ...(await entries('cms_navigation'))];
    let links = 0;
    for (const { title, content, type } of texts) {
      assert.doesNotMatch(content, /\{\{|undefined|NaN/, title);
      const urls = [...content.matchAll(/(?:href="|src="|"url":")([^"]+)"/g)].map(([, url = '']) => url);
      for (const url of urls.filter((each) => !/^(?:#|mailto:)/.test(each))) {
        const file = /^http:\/\/site\.test\/uploads\/(.*)$/.exec(url)?.[1];
        if (file !== undefined) assert.ok(files.has(file), `${title}: ${url}`);
        else assert.equal(await statusOf(url), 'found', `${title}: ${url}`);
        links += 1;
      }
      if (type === 'cms_navigation') continue;
      const stored = (isFiltered: boolean) =>
        runTask('store', {
          ...{ title: '', content, excerpt: '', footnotes: '', isFiltered },
          ...{ uploads: 'http://site.test/uploads/', theme: undefined },
        }).stored.content;
      assert.equal(stored(false), content);
      assert.equal(stored(true).replaceAll(' />', '/>'), content.replaceAll(' />', '/>'), title);
      const outside = parseBlocks(content).filter(({ name }) => name === null);
      assert.equal(
        outside
          .flatMap(({ innerContent }) => innerContent)
          .join('')
          .trim(),
        '',
        title,
      );
    }
    assert.ok(links >= 40, `${links} links`);
  });

  /** Returns whether a URL leads to a public entry or to a category that exists. */
  async function statusOf(url: string): Promise<string> {
    const category = /^http:\/\/site\.test\/category\/(?:[\w-]+\/)*([\w-]+)\/$/.exec(url)?.[1];
    if (category !== undefined) return Object.hasOwn(categories, category) ? 'found' : 'no such category';
    const [found] = await resolveUrls(site.service.entries, [parseOwnUrl(site.service.entries, url)]);
    return found?.row.status === 'publish' && found.link === url ? 'found' : 'no such entry';
  }

  it('uses many blocks and features', async () => {
    const posts = await entries('post');
    const all = posts.map(({ content }) => content).join('\n');
    const blocks = 'heading image gallery quote pullquote list table code columns details media-text separator buttons';
    for (const name of [...blocks.split(' '), 'nextpage', 'footnotes'])
      assert.ok(all.includes(`<!-- wp:${name} `), `no block ${name}`);
    assert.equal(posts.filter(({ sticky }) => sticky === 1).length, 1);
    assert.deepEqual(
      posts.map(({ password }) => password).filter((password) => password !== ''),
      [articlePassword],
    );
    assert.deepEqual(new Set(posts.map(({ format }) => format)), new Set(['standard', 'aside', 'quote', 'gallery']));
    const { body } = await site.request('anonymous', 'GET', '/cms/v2/posts?slug=a-field-guide-to-fog');
    assert.match(body[0].content.rendered, /<ol class="wp-block-footnotes">(?:<li.*?){2}<\/ol>/s);
    const words = posts.map(({ content }) => content.replace(/<[^>]*>/g, ' ').split(/\s+/).length);
    assert.ok(words.filter((count) => count >= 600 && count <= 1300).length >= 6, `${words}`);
  });

  it('has dates relative to the clock, none of them in the future', async () => {
    const dateOf = (gmt: string | null) => Date.parse(`${gmt}Z`);
    const posts = await entries('post');
    const ages = posts.map(({ date_gmt }) => (time - dateOf(date_gmt)) / 3_600_000);
    assert.deepEqual(
      ages,
      articles.map(({ ageHours }) => ageHours),
    );
    assert.ok(Math.min(...ages) > 0 && Math.min(...ages) < 12 && Math.max(...ages) > 24 * 90);
    for (const entry of await site.database.read.all(entriesOfType, {}))
      assert.ok(dateOf(entry.date_gmt) <= time && entry.modified_gmt <= (entry.date_gmt ?? ''), entry.title);
    const byId = new Map((await site.database.read.all(allComments, {})).map((comment) => [comment.id, comment]));
    for (const { post, parent, date_gmt, content } of byId.values()) {
      const before = parent === 0 ? posts.find(({ id }) => id === post)?.date_gmt : byId.get(parent)?.date_gmt;
      assert.ok(dateOf(date_gmt) > dateOf(before ?? null) && dateOf(date_gmt) < time, content);
    }
  });

  it('has comments with replies, which the API presents', async () => {
    const { body } = await site.request('anonymous', 'GET', '/cms/v2/comments?per_page=100');
    const stored = await site.database.read.all(allComments, {});
    assert.deepEqual([stored.length - body.length, stored.filter(({ status }) => status === 'hold').length], [1, 1]);
    const depthOf = (id: number): number => {
      const parent = stored.find((comment) => comment.id === id)?.parent ?? 0;
      return parent === 0 ? 1 : 1 + depthOf(parent);
    };
    assert.equal(Math.max(...stored.map(({ id }) => depthOf(id))), 3);
    assert.ok(stored.some(({ author }) => author > 0));
  });

  it('sends no email and no webhook, and leaves no event', async () => {
    const kinds = ['entry.created', 'term.created', 'comment.created'];
    const ids = new Set((await entries('post')).map(({ id }) => id));
    const events = await site.database.read.all(allEvents, {});
    assert.deepEqual(
      events.filter(({ kind, subject }) => kinds.includes(kind) && ids.has(subject)),
      [],
    );
    await site.service.tasks.queueDeliveries();
    assert.deepEqual(await site.database.read.all(allDeliveries, {}), []);
    assert.deepEqual(await listMails(site.database.read, 10), []);
    // The same webhook is notified of later changes.
    const { body } = await site.request('administrator', 'GET', '/cms/v2/posts?per_page=1');
    await site.request('administrator', 'POST', `/cms/v2/posts/${body[0].id}`, { title: body[0].title.rendered });
    await site.service.tasks.queueDeliveries();
    assert.equal((await site.database.read.all(allDeliveries, {})).length, 1);
  });

  it('has authors who cannot sign in', async () => {
    const users = await site.database.read.all(demoUsers, {});
    assert.equal(users.length, Object.keys(authors).length);
    const guesses = ['', articlePassword, ...users.map(({ login }) => login)];
    for (const hash of new Set(users.map(({ password_hash }) => password_hash)))
      for (const guess of guesses) assert.equal(await verifyPassword(guess, hash), false);
    const { body } = await site.request('anonymous', 'GET', '/cms/v2/users');
    for (const { firstName, lastName, biography } of Object.values(authors)) {
      const user = body.find(({ name }: { name: string }) => name === `${firstName} ${lastName}`);
      assert.equal(user?.description, biography);
    }
  });

  it('is not created twice, or on a site with other content', async () => {
    const other = await open();
    const requireError = async (full: MediaSite, message: RegExp) => {
      const before = await dumpSite(full.database.read);
      await assert.rejects(fill(full), (error) => error instanceof DemoError && message.test(error.message));
      assert.deepEqual(await dumpSite(full.database.read), before);
    };
    await requireError(site, /other entries/);
    const base = '/cms/v2';
    const { body: welcome } = await other.request('administrator', 'GET', `${base}/posts`);
    const cases: readonly (readonly [collection: string, json: object, message: RegExp])[] = [
      [`${base}/posts`, { title: 'Mine', status: 'draft' }, /other entries/],
      [`${base}/categories`, { name: 'Mine' }, /categories, tags or menus/],
      [`${base}/menus`, { name: 'Mine' }, /categories, tags or menus/],
      [`${base}/comments`, { post: welcome[0].id, content: 'Mine' }, /other entries/],
    ];
    for (const [collection, json, message] of cases) {
      const { id } = await other.create(collection, json);
      await requireError(other, message);
      const { status } = await other.request('administrator', 'DELETE', `${collection}/${id}?force=true`);
      assert.equal(status, 200);
    }
    await other.request('administrator', 'POST', `${base}/posts/${welcome[0].id}`, { content: 'Mine' });
    await requireError(other, /other entries/);
    assert.deepEqual(await other.storedPaths(), []);
    await other.close();
  });

  it('leaves nothing behind if it fails, and can be created afterwards', async () => {
    const other = await open();
    await other.database.transaction((tx) => writeSetting(tx, 'title', 'My own title'));
    const before = await dumpSite(other.database.read);
    const eventsBefore = await other.database.read.all(allEvents, {});
    class FailingWriter extends EntryWriter {
      #count = 0;
      override async create(...args: Parameters<EntryWriter['create']>): Promise<WholeEntry> {
        this.#count += 1;
        if (this.#count === 20) throw new Error('interrupted');
        return super.create(...args);
      }
    }
    const entriesDeps = { ...other.service.entries, writer: new FailingWriter([]) };
    await assert.rejects(fill(other, { entries: entriesDeps }), /interrupted/);
    assert.deepEqual(await dumpSite(other.database.read), before);
    assert.deepEqual(await other.database.read.all(allEvents, {}), eventsBefore);
    assert.deepEqual([await other.storedPaths(), await other.temporaryPaths()], [[], []]);
    const busy = { ...other.service.media.mediaWorkers, inspect: () => Promise.reject(new Error('no worker')) };
    const media = { ...other.service.media, mediaWorkers: busy };
    await assert.rejects(fill(other, { media }), /no worker/);
    assert.deepEqual([await other.storedPaths(), await other.temporaryPaths()], [[], []]);
    // An account of earlier demo content is used again, but no other account.
    const account = { password: 'a long password', roles: ['subscriber'] };
    const { id: known } = await other.create('/cms/v2/users', {
      ...{ ...account, username: 'ines', email: 'ines@demo.invalid' },
    });
    await other.create('/cms/v2/users', { ...account, username: 'tomas', email: 'tomas@site.test' });
    await fill(other);
    const { body: posts } = await other.request('anonymous', 'GET', '/cms/v2/posts?sticky=true');
    assert.equal(posts[0].author, known);
    const users = await other.database.read.all(demoUsers, {});
    assert.deepEqual(
      users.map(({ login }) => login),
      ['ines', 'tomas-2', 'wilma', 'jun'],
    );
    const { body } = await other.request('administrator', 'GET', '/cms/v2/settings');
    assert.equal(body.title, 'My own title');
    await other.close();
  });
});

describe('demo content in a bucket', () => {
  it('is stored, and deleted if the bucket fails', async () => {
    let puts = 0;
    const bucket = await startS3ForTests(({ method }) => {
      if (method === 'PUT') puts += 1;
      return method === 'PUT' && puts === 100 ? 503 : undefined;
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-s3-'));
    const location = { ...keys, endpoint: bucket.endpoint, region: 'here', bucket: 'files', prefix: '' };
    const store = await openS3Store(location, folder);
    const site = await openMediaSite({ wrapStore: () => store, clock: () => time });
    try {
      const before = await dumpSite(site.database.read);
      await assert.rejects(fill(site), StoreUnavailableError);
      assert.deepEqual(await dumpSite(site.database.read), before);
      assert.deepEqual([[...bucket.objects.keys()], await readdir(folder)], [[], []]);
      await fill(site);
      assert.equal(bucket.objects.size, (await site.referencedPaths()).length);
      assert.ok(bucket.objects.size > 100);
    } finally {
      await site.close();
      bucket.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
