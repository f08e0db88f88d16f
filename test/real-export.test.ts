// Imports the export of a long-lived real site, if the file is available, and compares the result with the file. The test
// parses the file independently of the service, with regular expressions.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { openDatabase } from '../server/database/open.ts';
import { importSite } from '../server/import/import-site.ts';
import { openTestSite, streamOf, type TestSite } from './import/site.ts';
import { startStopwatch } from './stopwatch.ts';

const file = path.resolve(import.meta.dirname, '../../shared/data/real-site.wxr.xml');

type Json = Readonly<Record<string, unknown>>;

/** An item of the export file. */
interface Item {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly parent: string;
  readonly password: string;
  readonly creator: string;
  readonly guid: string;
  /** ID of the featured image; empty if there is none. */
  readonly imageId: string;
  /** URL of the file of an attachment; empty for other types. */
  readonly url: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly sticky: boolean;
  readonly terms: readonly { domain: string; slug: string }[];
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const decoded = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name = '') =>
    code ? String.fromCodePoint(Number(code)) : (entities[name] ?? whole),
  );

/**
 * Returns the content of the first element with this name. CDATA sections are returned verbatim; in other text, entities are
 * decoded.
 */
function between(text: string, name: string): string {
  const [, inner = ''] = new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`).exec(text) ?? [];
  return inner.includes('<![CDATA[')
    ? [...inner.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)].map(([, part]) => part).join('')
    : decoded(inner);
}

function readItems(text: string): Item[] {
  return [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) => ({
    id: between(item, 'wp:post_id'),
    type: between(item, 'wp:post_type'),
    status: between(item, 'wp:status'),
    title: between(item, 'title'),
    content: between(item, 'content:encoded'),
    excerpt: between(item, 'excerpt:encoded'),
    slug: between(item, 'wp:post_name'),
    parent: between(item, 'wp:post_parent'),
    password: between(item, 'wp:post_password'),
    creator: between(item, 'dc:creator').replace(/[<>]/g, ''),
    guid: between(item, 'guid'),
    imageId: /_thumbnail_id(?:\]\]>)?<\/wp:meta_key>\s*<wp:meta_value>(?:<!\[CDATA\[)?(\d+)/.exec(item)?.[1] ?? '',
    url: between(item, 'wp:attachment_url'),
    date: between(item, 'wp:post_date').replace(' ', 'T'),
    dateGmt: between(item, 'wp:post_date_gmt').replace(' ', 'T'),
    sticky: between(item, 'wp:is_sticky') === '1',
    terms: [...item.matchAll(/<category domain="([^"]*)" nicename="([^"]*)"/g)].map(([, domain = '', slug = '']) => ({
      domain,
      slug,
    })),
  }));
}

describe('an imported real export', { skip: existsSync(file) ? false : 'the export file is not available' }, () => {
  let site: TestSite;
  let items: Item[];
  /** Imported entries by type, date and title, because GUIDs are not unique in this file. */
  const importedEntries = new Map<string, Json>();
  const keyOf = (item: Item) => `${item.type} ${item.date} ${item.title}`;
  let milliseconds = 0;
  /** Imported media by the URL of their file. */
  const media = new Map<string, Json>();

  /** Replaces the IDs of media in a text from the file with the IDs of the imported media. */
  const withImportedIds = (text: string) =>
    text.replace(
      /(wp-image-|wp-att-|attachment_|data-id="|"(?:id|mediaId)":|"ids":\[|ids="|,)(\d+)/g,
      (all, before: string, id: string) => {
        const url = items.find((item) => item.type === 'attachment' && item.id === id)?.url;
        return url === undefined ? all : `${before}${media.get(url)?.id}`;
      },
    );

  /** Returns all records of a resource in the edit context. */
  const list = async (rest: string) => {
    const all: Json[] = [];
    for (let page = 1; ; page += 1) {
      const query = `context=edit&per_page=100&page=${page}&status=publish,future,draft,pending,private,trash`;
      const subset = (await site.get(`/cms/v2/${rest}?${query}`)) as Json[];
      if (!Array.isArray(subset) || subset.length === 0) return all;
      all.push(...subset);
    }
  };
  const raw = (value: unknown) => (value as Json).raw;
  const each = (type: string, check: (item: Item, entry: Json) => void) => {
    const subset = items.filter((item) => item.type === type);
    assert.ok(subset.length > 0);
    for (const item of subset)
      check(item, importedEntries.get(keyOf(item)) ?? assert.fail(`${item.type} ${item.id} is missing`));
  };
  const namesOf = async (rest: string, key: string) =>
    new Map([...(await list(rest))].map((row) => [row.id, String(row[key])]));

  before(async () => {
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    items = readItems(text);
    site = await openTestSite(await openDatabase({ kind: 'memory' }));
    const before = process.threadCpuUsage();
    const stopwatch = startStopwatch();
    await importSite(site, streamOf(text));
    const { user, system } = process.threadCpuUsage(before);
    // The first does not count waiting, and the second does not count synchronous work.
    milliseconds = (user + system) / 1000 + stopwatch.stop();
    for (const file of (await site.get('/cms/v2/media?context=edit&per_page=100')) as Json[])
      media.set(String(file.source_url), file);
    for (const entry of [...(await list('posts')), ...(await list('pages'))]) {
      importedEntries.set(`${entry.type} ${entry.date} ${raw(entry.title)}`, entry);
    }
  });

  test('takes at most three seconds', () => {
    assert.ok(milliseconds < 3000, `${milliseconds} ms`);
  });

  test('has every post and page with its status, and no others', () => {
    const expected = items.filter(({ type }) => type === 'post' || type === 'page');
    assert.equal(importedEntries.size - 1, expected.length, 'all but the first post of the new site');
    const inState = (all: readonly (readonly [unknown, unknown])[]) =>
      JSON.stringify(
        Object.entries(Object.groupBy(all, (pair) => pair.join(' ')))
          .map(([key, subset]) => [key, subset?.length])
          .sort(),
      );
    assert.equal(
      inState(
        [...importedEntries.values()]
          .filter((entry) => entry.slug !== 'hello')
          .map((entry) => [entry.type, entry.status]),
      ),
      inState(expected.map((item) => [item.type, item.status])),
    );
  });

  for (const type of ['post', 'page']) {
    test(`keeps the title, content, slug, dates and password of every ${type}`, () => {
      each(type, (item, entry) => {
        assert.equal(raw(entry.title), item.title, item.id);
        assert.equal(raw(entry.content), withImportedIds(item.content), item.id);
        assert.equal(raw(entry.excerpt), item.excerpt, item.id);
        assert.equal(raw(entry.guid), item.guid, item.id);
        assert.equal(entry.slug, item.slug, item.id);
        assert.equal(entry.password, item.password, item.id);
        assert.equal(entry.date, item.date, item.id);
        assert.equal(entry.date_gmt, item.dateGmt, item.id);
      });
    });
  }

  test('has every file with its texts and its parent, at its old URL', () => {
    const files = items.filter(({ type }) => type === 'attachment');
    assert.equal(media.size, files.length);
    for (const item of files) {
      const file = media.get(item.url) ?? assert.fail(`${item.url} is missing`);
      assert.deepEqual(
        [raw(file.title), raw(file.caption), raw(file.description), file.date_gmt, file.status],
        [item.title, item.excerpt, item.content, item.dateGmt, 'inherit'],
      );
      const parent = items.find((other) => other.id === item.parent && ['post', 'page'].includes(other.type));
      assert.equal(file.post, parent ? importedEntries.get(keyOf(parent))?.id : null, item.id);
    }
  });

  test('keeps featured images', () => {
    let withImage = 0;
    const check = (item: Item, entry: Json) => {
      const url = items.find(({ type, id }) => type === 'attachment' && id === item.imageId)?.url;
      assert.equal(entry.featured_media, (url && media.get(url)?.id) ?? 0, item.id);
      withImage += url ? 1 : 0;
    };
    each('post', check);
    each('page', check);
    assert.ok(withImage > 1);
  });

  test('assigns every entry to its author, even if the name is misspelt', async () => {
    const logins = await namesOf('users', 'username');
    each('post', (item, entry) => assert.equal(logins.get(entry.author), item.creator, item.id));
    each('page', (item, entry) => assert.equal(logins.get(entry.author), item.creator, item.id));
  });

  test('keeps sticky posts', () => {
    each('post', (item, entry) => assert.equal(entry.sticky, item.sticky, item.id));
    assert.ok(items.some((item) => item.sticky));
  });

  test('keeps the parent of every page, even if the parent occurs later in the file', () => {
    let childCount = 0;
    each('page', (item, entry) => {
      const parent = items.find((other) => other.id === item.parent && other.type === 'page');
      assert.equal(entry.parent, parent ? importedEntries.get(keyOf(parent))?.id : 0, item.id);
      const slugs: string[] = [];
      for (
        let at: Item | undefined = item;
        at;
        at = items.find((other) => other.id === at?.parent && other.type === 'page')
      )
        slugs.unshift(at.slug);
      assert.equal(entry.link, `https://site.example/${slugs.join('/')}/`, item.id);
      childCount += parent ? 1 : 0;
    });
    assert.ok(childCount > 5);
  });

  test('assigns the categories, tags and format to every post', async () => {
    const categories = await namesOf('categories', 'slug');
    const tags = await namesOf('tags', 'slug');
    const slugsOfIds = (ids: unknown, names: Map<unknown, string>) =>
      (ids as number[]).map((id) => names.get(id)).sort();
    const expected = (item: Item, domain: string) =>
      [...new Set(item.terms.filter((term) => term.domain === domain).map((term) => term.slug.toLowerCase()))].sort();
    each('post', (item, entry) => {
      const inCategories = expected(item, 'category');
      assert.deepEqual(
        slugsOfIds(entry.categories, categories),
        inCategories.length > 0 ? inCategories : ['uncategorized'],
        item.id,
      );
      assert.deepEqual(slugsOfIds(entry.tags, tags), expected(item, 'post_tag'), item.id);
      assert.equal(entry.format, expected(item, 'post_format')[0]?.replace('post-format-', '') ?? 'standard', item.id);
    });
  });

  test('counts the published posts of every category', async () => {
    const published = items.filter((item) => item.type === 'post' && item.status === 'publish');
    const slugsOf = ({ terms }: Item) =>
      terms.filter(({ domain }) => domain === 'category').map(({ slug }) => slug.toLowerCase());
    for (const category of await list('categories')) {
      const slug = String(category.slug);
      const isDefault = slug === 'uncategorized';
      const carrying = published
        .map(slugsOf)
        .filter((slugs) => slugs.includes(slug) || (isDefault && slugs.length === 0));
      assert.equal(category.count, carrying.length + (isDefault ? 1 : 0), slug);
    }
  });

  test('keeps every comment with its thread and status, and the number of comments', async () => {
    const text = readFileSync(file, 'utf8');
    const expected = [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].flatMap(([, item = '']) =>
      [...item.matchAll(/<wp:comment>([\s\S]*?)<\/wp:comment>/g)].map(([, comment = '']) => ({
        source: between(comment, 'wp:comment_id'),
        parent: between(comment, 'wp:comment_parent'),
        post: items.find(({ id }) => id === between(item, 'wp:post_id')),
        fields: {
          author_name: between(comment, 'wp:comment_author'),
          author_email: between(comment, 'wp:comment_author_email'),
          content: between(comment, 'wp:comment_content'),
          date: between(comment, 'wp:comment_date').replace(' ', 'T'),
          type: between(comment, 'wp:comment_type') || 'comment',
          status: between(comment, 'wp:comment_approved') === '1' ? 'approved' : 'hold',
        },
      })),
    );
    assert.equal(expected.length, 33);
    const found = (await site.get('/cms/v2/comments?context=edit&per_page=100&status=any&type=all')) as Json[];
    const fieldsOf = (comment: Json) => ({
      author_name: comment.author_name,
      author_email: comment.author_email,
      content: raw(comment.content),
      date: comment.date,
      type: comment.type,
      status: comment.status,
    });
    const ids = new Map<string, unknown>();
    for (const { source, fields } of expected) {
      const same = found.filter((comment) => JSON.stringify(fieldsOf(comment)) === JSON.stringify(fields));
      assert.equal(same.length, 1, source);
      ids.set(source, same[0]?.id);
    }
    assert.equal(found.length, expected.length);
    const byId = new Map(found.map((comment) => [comment.id, comment]));
    let replies = 0;
    for (const { source, parent, post } of expected) {
      const comment = byId.get(ids.get(source));
      assert.equal(comment?.parent, parent === '0' ? 0 : ids.get(parent), source);
      assert.equal(comment?.post, importedEntries.get(keyOf(post as Item))?.id, source);
      replies += parent === '0' ? 0 : 1;
    }
    assert.ok(replies > 5);
    for (const post of new Set(found.map((comment) => comment.post))) {
      const [first] = (await site.get(`/cms/v2/comments?post=${post}&per_page=1&status=all&type=all`)) as Json[];
      const of = found.filter((comment) => comment.post === post);
      assert.ok(first);
      assert.equal(await site.total(`/cms/v2/comments?post=${post}&per_page=1&status=all&type=all`), of.length);
      const approved = of.filter(({ status, type }) => status === 'approved' && type === 'comment');
      assert.equal(await site.total(`/cms/v2/comments?post=${post}&per_page=1`), approved.length);
      const top = approved.filter(({ parent }) => parent === 0);
      assert.equal(await site.total(`/cms/v2/comments?post=${post}&parent=0&per_page=1`), top.length);
    }
  });

  test('keeps every menu: its items in order, with their parents and targets', async () => {
    const text = readFileSync(file, 'utf8');
    const terms = new Map(
      [...text.matchAll(/<wp:(category|tag|term)>([\s\S]*?)<\/wp:\1>/g)].map(([, kind = '', term = '']) => [
        between(term, 'wp:term_id'),
        decoded(between(term, kind === 'category' ? 'wp:cat_name' : kind === 'tag' ? 'wp:tag_name' : 'wp:term_name')),
      ]),
    );
    const meta = (item: string, key: string) =>
      between(item.slice(item.indexOf(`<wp:meta_key>_menu_item_${key}</wp:meta_key>`)), 'wp:meta_value');
    const sources = [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)]
      .map(([, item = '']) => item)
      .filter((item) => between(item, 'wp:post_type') === 'nav_menu_item');
    const titleOf = (item: string): string => {
      const title = between(item, 'title');
      const object = meta(item, 'object_id');
      const type = meta(item, 'type');
      if (title !== '' || type === 'custom') return title;
      return type === 'taxonomy' ? (terms.get(object) ?? '') : (items.find(({ id }) => id === object)?.title ?? '');
    };
    const byId = new Map(sources.map((item) => [between(item, 'wp:post_id'), item]));
    const menus = await list('menus');
    let compared = 0;
    for (const menu of menus) {
      const slug = String(menu.slug);
      const expected = sources
        .filter((item) => item.includes(`domain="nav_menu" nicename="${slug}"`))
        .map((item): [number, string, string] => {
          const parent = byId.get(meta(item, 'menu_item_parent'));
          return [Number(between(item, 'wp:menu_order')), titleOf(item), parent ? titleOf(parent) : ''];
        });
      const found = (await site.get(`/cms/v2/menu-items?menus=${menu.id}&per_page=100&context=edit`)) as Json[];
      const titles = new Map(found.map((item) => [item.id, (item.title as { raw: string }).raw]));
      // A menu item is marked as invalid if its target is not in the export.
      const actual = found.map((item): [unknown, string, string] => [
        item.menu_order,
        item.invalid ? '' : (titles.get(item.id) ?? ''),
        titles.get(item.parent) ?? '',
      ]);
      const invalid = new Set(found.filter((item) => item.invalid).map((item) => item.menu_order));
      const key = ([order, title, parent]: readonly [unknown, string, string]) =>
        `${String(order).padStart(4)} ${invalid.has(order) ? '' : title} < ${parent}`;
      assert.deepEqual(actual.map(key).sort(), expected.map(key).sort(), slug);
      compared += expected.length;
    }
    assert.deepEqual([menus.length, compared], [6, sources.length]);
  });
});
