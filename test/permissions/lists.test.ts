// Tests that lists, totals, searches and embeds do not reveal hidden data (posts-and-pages.md §3).
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { callers } from '../permission-rows.ts';
import type { Caller } from '../site.ts';
import { openEntriesSite, type State } from './entries-site.ts';

const { site, createEntry: entry } = openEntriesSite();

describe('lists contain only readable entries', () => {
  /** A word that occurs in only one entry, and the callers who may read the entry. */
  interface Secret {
    readonly word: string;
    readonly id: number;
    readonly slug: string;
    readonly readers: readonly Caller[];
  }
  const secrets: Secret[] = [];
  const moderators = ['editor', 'administrator'] as const;

  const createSecret = async (
    state: State,
    owner: 'contributor' | 'author' | 'other',
    readers: readonly Caller[],
    more: object = {},
  ) => {
    const word = `secret${secrets.length}${state}`;
    const id = await entry('posts', owner, state, {
      title: `Title ${word}`,
      content: `Text ${word}`,
      excerpt: `Short ${word}`,
      slug: `slug-${word}`,
      ...more,
    });
    secrets.push({ word, id, slug: `slug-${word}`, readers });
  };

  beforeEach(async () => {
    if (secrets.length > 0) return;
    for (const state of ['future', 'draft', 'pending', 'private', 'trash'] as const) {
      await createSecret(state, 'other', moderators);
      await createSecret(state, 'author', ['author', ...moderators]);
      await createSecret(state, 'contributor', ['contributor', ...moderators]);
    }
  });

  const paths = () => [
    '/cms/v2/posts?per_page=100',
    '/cms/v2/posts?per_page=100&_embed',
    '/cms/v2/posts?per_page=100&status=any',
    '/cms/v2/posts?per_page=100&status=any,trash&context=edit',
    '/cms/v2/posts?per_page=100&status[]=private&status[]=draft&_fields=id,content.raw,title',
    '/cms/v2/posts?search=secret&per_page=100&status=any,trash',
    '/cms/v2/posts?search=secret',
    `/cms/v2/posts?include=${secrets.map((secret) => secret.id).join()}&per_page=100`,
    `/cms/v2/posts?slug=${secrets.map((secret) => secret.slug).join()}&per_page=100&status=any`,
    `/cms/v2/posts?author=${site.ids.author},${site.ids.other},${site.ids.contributor}&status=any&per_page=100`,
    '/cms/v2/posts?ignore_sticky=false&per_page=100',
    '/cms/v2/pages?search=secret&per_page=100',
    '/cms/v2/categories?search=secret',
    '/cms/v2/tags',
    '/cms/v2/users?search=secret',
    '/cms/v2/search?search=secret&per_page=100',
    `/cms/v2/search?include=${secrets.map((secret) => secret.id).join()}&per_page=100&_embed`,
    '/cms/v2/search?type=term&search=secret',
    '/cms/v2/search?type=post-format',
    '/',
  ];

  for (const caller of callers) {
    it(caller, async () => {
      for (const address of paths()) {
        const response = await site.request(caller, 'GET', address);
        const text = JSON.stringify(response.body) + JSON.stringify(response.headers);
        const revealed = secrets.filter((secret) => text.includes(secret.word) && !address.includes(secret.word));
        for (const secret of revealed)
          assert.ok(secret.readers.includes(caller), `${address} does not reveal ${secret.word} to ${caller}`);
        const { 'X-CMS-Total': total, 'X-CMS-TotalPages': pages } = response.headers;
        if (pages === '1')
          assert.equal(Number(total), response.body.length, `${address}: the total does not include hidden entries`);
      }
    });
  }

  it('totals equal the number of listed entries, for any query', async () => {
    const tag = await site.create('/cms/v2/tags', { name: 'Counted' });
    for (const state of ['publish', 'private', 'draft'] as const)
      await entry('posts', 'other', state, { tags: [tag.id] });
    const queries = [
      '',
      'status=',
      'status=any',
      'status=private',
      `tags=${tag.id}`,
      `categories=${tag.id}`,
      `author=${site.ids.other}`,
      `author=${site.ids.other}&status=any`,
      'status=publish,draft',
      `tags=${tag.id}&status=any`,
      'context=edit',
      'context=edit&status=any',
    ];
    for (const caller of callers) {
      for (const query of queries) {
        const address = (page: number) => `/cms/v2/posts?${query}&per_page=7&_fields=id&page=${page}`;
        const first = await site.request(caller, 'GET', address(1));
        if (first.status !== 200) continue;
        const ids = new Set<number>();
        for (let page = 1; page <= Number(first.headers['X-CMS-TotalPages']); page += 1) {
          for (const post of (await site.request(caller, 'GET', address(page))).body) ids.add(post.id);
        }
        assert.equal(ids.size, Number(first.headers['X-CMS-Total']), `${caller} ${query}`);
      }
    }
  });

  it('the owner of a draft and editors can list it', async () => {
    for (const caller of ['contributor', 'editor'] as const) {
      const response = await site.request(caller, 'GET', '/cms/v2/posts?per_page=100&status=draft&context=edit');
      assert.ok(JSON.stringify(response.body).includes('draft'), caller);
    }
  });

  it('protected content is visible to users who may edit the entry (decision 5)', async () => {
    const id = await entry('posts', 'other', 'publish', {
      title: 'Open title',
      content: 'behindthedoor',
      excerpt: 'behindthedoor',
      password: 'key',
    });
    for (const caller of callers) {
      for (const address of [
        `/cms/v2/posts/${id}`,
        `/cms/v2/posts/${id}?context=embed`,
        '/cms/v2/posts?per_page=100',
        `/cms/v2/posts/${id}?context=edit`,
        '/cms/v2/posts?search=behindthedoor',
        '/cms/v2/search?search=behindthedoor&_embed',
      ]) {
        const response = await site.request(caller, 'GET', address);
        const isRevealed = JSON.stringify(response.body).includes('behindthedoor');
        assert.equal(
          isRevealed,
          address.endsWith('context=edit') && ['editor', 'administrator'].includes(caller),
          `${caller} ${address}`,
        );
      }
      const found = (await site.request(caller, 'GET', '/cms/v2/posts?search=behindthedoor')).body.length;
      assert.equal(
        found,
        ['editor', 'administrator'].includes(caller) ? 1 : 0,
        `${caller} finds the entry by its protected content only with permission`,
      );
      const opened = await site.request(caller, 'GET', `/cms/v2/posts/${id}?password=key`);
      assert.match(opened.body.content.rendered, /behindthedoor/);
    }
  });

  it('an embedded author, term or parent equals the record at its URL', async () => {
    const parent = await entry('pages', 'other', 'draft', { title: 'Hidden parent' });
    const child = await entry('pages', 'other', 'publish', { title: 'Child', parent });
    await entry('posts', 'other', 'publish', { title: 'Makes the author visible' });
    for (const caller of callers) {
      const response = await site.request(caller, 'GET', `/cms/v2/pages/${child}?_embed`);
      for (const [rel, path] of [
        ['up', `/cms/v2/pages/${parent}`],
        ['author', `/cms/v2/users/${site.ids.other}`],
      ] as const) {
        const direct = await site.request(caller, 'GET', `${path}?context=embed`);
        assert.deepEqual(response.body._embedded[rel][0], direct.body, `${caller} ${rel}`);
      }
    }
  });
});
