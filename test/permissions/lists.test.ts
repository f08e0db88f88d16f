// What must not appear in lists, totals, searches and embeds (posts-and-pages.md §3; checks 9 to 13, 35).
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Person } from '../site.ts';
import { people } from '../who-may.ts';
import { type State, siteOfEntries } from './site-of-entries.ts';

const { site, entry } = siteOfEntries();

describe('lists show what may be read and nothing else (checks 9, 10, 11, 13, 35)', () => {
  /** A word that stands in one entry only, and who may see it. */
  interface Secret {
    readonly word: string;
    readonly id: number;
    readonly slug: string;
    readonly readers: readonly Person[];
  }
  const secrets: Secret[] = [];
  const signedIn = ['editor', 'administrator'] as const;

  const hide = async (
    state: State,
    owner: 'contributor' | 'author' | 'other',
    readers: readonly Person[],
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
      await hide(state, 'other', signedIn);
      await hide(state, 'author', ['author', ...signedIn]);
      await hide(state, 'contributor', ['contributor', ...signedIn]);
    }
  });

  const addresses = () => [
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

  for (const person of people) {
    it(person, async () => {
      for (const address of addresses()) {
        const answer = await site.ask(person, 'GET', address);
        const text = JSON.stringify(answer.body) + JSON.stringify(answer.headers);
        const shown = secrets.filter((secret) => text.includes(secret.word) && !address.includes(secret.word));
        for (const secret of shown)
          assert.ok(secret.readers.includes(person), `${address} shows ${secret.word} to ${person}`);
        const { 'X-CMS-Total': total, 'X-CMS-TotalPages': pages } = answer.headers;
        if (pages === '1')
          assert.equal(Number(total), answer.body.length, `${address}: the total tells of what is not shown`);
      }
    });
  }

  it('totals are what paging through gives, whatever is asked', async () => {
    const tag = await site.make('/cms/v2/tags', { name: 'Counted' });
    for (const state of ['publish', 'private', 'draft'] as const)
      await entry('posts', 'other', state, { tags: [tag.id] });
    const asked = [
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
    for (const person of people) {
      for (const query of asked) {
        const address = (page: number) => `/cms/v2/posts?${query}&per_page=7&_fields=id&page=${page}`;
        const first = await site.ask(person, 'GET', address(1));
        if (first.status !== 200) continue;
        const ids = new Set<number>();
        for (let page = 1; page <= Number(first.headers['X-CMS-TotalPages']); page += 1) {
          for (const post of (await site.ask(person, 'GET', address(page))).body) ids.add(post.id);
        }
        assert.equal(ids.size, Number(first.headers['X-CMS-Total']), `${person} ${query}`);
      }
    }
  });

  it('the owner of a draft, and editors, do see it', async () => {
    for (const person of ['contributor', 'editor'] as const) {
      const answer = await site.ask(person, 'GET', '/cms/v2/posts?per_page=100&status=draft&context=edit');
      assert.ok(JSON.stringify(answer.body).includes('draft'), person);
    }
  });

  it('the text behind a password is for those who may change the entry (check 35, decision 5)', async () => {
    const id = await entry('posts', 'other', 'publish', {
      title: 'Open title',
      content: 'behindthedoor',
      excerpt: 'behindthedoor',
      password: 'key',
    });
    for (const person of people) {
      for (const address of [
        `/cms/v2/posts/${id}`,
        `/cms/v2/posts/${id}?context=embed`,
        '/cms/v2/posts?per_page=100',
        `/cms/v2/posts/${id}?context=edit`,
        '/cms/v2/posts?search=behindthedoor',
        '/cms/v2/search?search=behindthedoor&_embed',
      ]) {
        const answer = await site.ask(person, 'GET', address);
        const sees = JSON.stringify(answer.body).includes('behindthedoor');
        assert.equal(
          sees,
          address.endsWith('context=edit') && ['editor', 'administrator'].includes(person),
          `${person} ${address}`,
        );
      }
      const found = (await site.ask(person, 'GET', '/cms/v2/posts?search=behindthedoor')).body.length;
      assert.equal(
        found,
        ['editor', 'administrator'].includes(person) ? 1 : 0,
        `${person} finds it by its hidden words`,
      );
      const opened = await site.ask(person, 'GET', `/cms/v2/posts/${id}?password=key`);
      assert.match(opened.body.content.rendered, /behindthedoor/);
    }
  });

  it('an embedded author, term or parent is what its own address answers (check 10)', async () => {
    const parent = await entry('pages', 'other', 'draft', { title: 'Hidden parent' });
    const child = await entry('pages', 'other', 'publish', { title: 'Child', parent });
    await entry('posts', 'other', 'publish', { title: 'Makes the author visible' });
    for (const person of people) {
      const answer = await site.ask(person, 'GET', `/cms/v2/pages/${child}?_embed`);
      for (const [rel, path] of [
        ['up', `/cms/v2/pages/${parent}`],
        ['author', `/cms/v2/users/${site.ids.other}`],
      ] as const) {
        const direct = await site.ask(person, 'GET', `${path}?context=embed`);
        assert.deepEqual(answer.body._embedded[rel][0], direct.body, `${person} ${rel}`);
      }
    }
  });
});
