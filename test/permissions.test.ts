// Who may do what with entries and terms: role × operation × whose × state, as tables (posts-and-pages.md §3,
// terms-menus-and-blocks.md §1.6), and what must not appear in any answer (checks 8, 9, 10, 11).
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openTestSite, type Person, type TestSite } from './site.ts';

const people = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const satisfies readonly Person[];
const states = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
type State = (typeof states)[number];

let site: TestSite;
before(async () => {
  site = await openTestSite();
});
after(async () => {
  assert.deepEqual(site.faults, []);
  await site.database.close();
});

/** Makes an entry of somebody in a state; gives its number. */
async function entry(
  type: 'posts' | 'pages',
  owner: Exclude<Person, 'anonymous'>,
  state: State,
  more: object = {},
): Promise<number> {
  const made = await site.make(`/cms/v2/${type}`, {
    title: `A ${state} one`,
    content: 'Text',
    status: state === 'trash' ? 'draft' : state,
    author: site.ids[owner],
    ...(state === 'future' ? { date: '2099-01-01T00:00:00' } : {}),
    ...more,
  });
  if (state === 'trash') await site.ask('administrator', 'DELETE', `/cms/v2/${type}/${made.id}`);
  return made.id;
}

const operations = {
  'is read': (id: number, type: string) => ['GET', `/cms/v2/${type}/${id}`] as const,
  'is seen as editors do': (id: number, type: string) => ['GET', `/cms/v2/${type}/${id}?context=edit`] as const,
  'is changed': (id: number, type: string) => ['POST', `/cms/v2/${type}/${id}`, { excerpt: 'Changed' }] as const,
  'is moved to the trash': (id: number, type: string) => ['DELETE', `/cms/v2/${type}/${id}`] as const,
  'is deleted for good': (id: number, type: string) => ['DELETE', `/cms/v2/${type}/${id}?force=true`] as const,
};
type OperationName = keyof typeof operations;

/** Statuses for anonymous, subscriber, contributor, author, editor, administrator. */
type Row = readonly [number, number, number, number, number, number];
const editorsOnly: Row = [401, 403, 403, 403, 200, 200];
const everybody: Row = [200, 200, 200, 200, 200, 200];

const ofAnother: Record<OperationName, Record<State, Row>> = {
  'is read': {
    publish: everybody,
    future: editorsOnly,
    draft: editorsOnly,
    pending: editorsOnly,
    private: editorsOnly,
    trash: editorsOnly,
  },
  'is seen as editors do': same(editorsOnly),
  'is changed': same(editorsOnly),
  'is moved to the trash': { ...same(editorsOnly), trash: [401, 403, 403, 403, 410, 410] },
  'is deleted for good': same(editorsOnly),
};

function same(row: Row): Record<State, Row> {
  return { publish: row, future: row, draft: row, pending: row, private: row, trash: row };
}

/** What the owner of a post may do with it: contributor, author. A trashed one is judged by the state it had, here draft. */
const ofOneself: Record<OperationName, Record<State, readonly [number, number]>> = {
  'is read': {
    publish: [200, 200],
    future: [200, 200],
    draft: [200, 200],
    pending: [200, 200],
    private: [200, 200],
    trash: [200, 200],
  },
  'is seen as editors do': {
    publish: [403, 200],
    future: [403, 200],
    draft: [200, 200],
    pending: [200, 200],
    private: [200, 200],
    trash: [200, 200],
  },
  'is changed': {
    publish: [403, 200],
    future: [403, 200],
    draft: [200, 200],
    pending: [200, 200],
    private: [200, 200],
    trash: [200, 200],
  },
  'is moved to the trash': {
    publish: [403, 200],
    future: [403, 200],
    draft: [200, 200],
    pending: [200, 200],
    private: [200, 200],
    trash: [410, 410],
  },
  'is deleted for good': {
    publish: [403, 200],
    future: [403, 200],
    draft: [200, 200],
    pending: [200, 200],
    private: [200, 200],
    trash: [200, 200],
  },
};

describe('an entry of somebody else (check 8)', () => {
  for (const type of ['posts', 'pages'] as const) {
    for (const [operation, table] of Object.entries(ofAnother) as [OperationName, Record<State, Row>][]) {
      for (const state of states) {
        it(`${type}: a ${state} one ${operation}`, async () => {
          for (const [at, person] of people.entries()) {
            const id = await entry(type, 'other', state);
            const [method, address, json] = operations[operation](id, type);
            const answer = await site.ask(person, method, address, json);
            assert.equal(answer.status, table[state][at], `${person}: ${JSON.stringify(answer.body).slice(0, 200)}`);
            if (answer.status >= 400)
              assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'data', 'message'], 'nothing but the refusal');
          }
        });
      }
    }
  }
});

describe('an entry of oneself (check 8)', () => {
  for (const [operation, table] of Object.entries(ofOneself) as [
    OperationName,
    Record<State, readonly [number, number]>,
  ][]) {
    for (const state of states) {
      it(`posts: a ${state} one ${operation}`, async () => {
        for (const [at, person] of (['contributor', 'author'] as const).entries()) {
          const [method, address, json] = operations[operation](await entry('posts', person, state), 'posts');
          assert.equal((await site.ask(person, method, address, json)).status, table[state][at], person);
        }
      });
      it(`pages: a ${state} one ${operation}, by those who hold no rights on pages`, async () => {
        for (const person of ['subscriber', 'contributor', 'author'] as const) {
          const [method, address, json] = operations[operation](await entry('pages', person, state), 'pages');
          const expected = operation === 'is read' && state === 'publish' ? 200 : 403;
          assert.equal((await site.ask(person, method, address, json)).status, expected, person);
        }
      });
    }
  }
});

describe('making entries', () => {
  const table: Record<string, Record<string, Row>> = {
    posts: {
      draft: [401, 403, 201, 201, 201, 201],
      pending: [401, 403, 201, 201, 201, 201],
      publish: [401, 403, 403, 201, 201, 201],
      future: [401, 403, 403, 201, 201, 201],
      private: [401, 403, 403, 201, 201, 201],
    },
    pages: {
      draft: [401, 403, 403, 403, 201, 201],
      pending: [401, 403, 403, 403, 201, 201],
      publish: [401, 403, 403, 403, 201, 201],
      future: [401, 403, 403, 403, 201, 201],
      private: [401, 403, 403, 403, 201, 201],
    },
  };
  for (const [type, rows] of Object.entries(table)) {
    for (const [state, row] of Object.entries(rows)) {
      it(`${type}: a ${state} one`, async () => {
        for (const [at, person] of people.entries()) {
          const answer = await site.ask(person, 'POST', `/cms/v2/${type}`, {
            title: 'New',
            content: 'Text',
            status: state,
            ...(state === 'future' ? { date: '2099-01-01T00:00:00' } : {}),
          });
          assert.equal(answer.status, row[at], person);
        }
      });
    }
  }

  const wishes: Record<string, { json: object; row: Row }> = {
    'in the name of another': { json: { author: 1 }, row: [401, 403, 403, 403, 201, 201] },
    sticky: { json: { sticky: true }, row: [401, 403, 403, 201, 201, 201] },
    'with a number of its own (check 16)': { json: { id: 7 }, row: [400, 400, 400, 400, 400, 400] },
  };
  for (const [wish, { json, row }] of Object.entries(wishes)) {
    it(`posts: ${wish}`, async () => {
      for (const [at, person] of people.entries()) {
        assert.equal(
          (await site.ask(person, 'POST', '/cms/v2/posts', { title: 'New', content: 'Text', ...json })).status,
          row[at],
          person,
        );
      }
    });
  }

  it('ignores what is not to be written (check 16)', async () => {
    const made = await site.make(
      '/cms/v2/posts',
      { title: 'New', guid: 'mine', modified: '2001-01-01T00:00:00', link: 'x', type: 'page', class_list: [] },
      'author',
    );
    assert.equal(made.type, 'post');
    assert.notEqual(made.guid.raw, 'mine');
    assert.ok(made.modified > '2020');
  });
});

describe('terms', () => {
  const rows: Record<string, { taxonomy: string; ask: (id: number) => readonly [string, string, object?]; row: Row }> =
    {
      'a category is made': {
        taxonomy: 'categories',
        ask: () => ['POST', '/cms/v2/categories', { name: `C${Math.random()}` }],
        row: [401, 403, 403, 403, 201, 201],
      },
      'a tag is made': {
        taxonomy: 'tags',
        ask: () => ['POST', '/cms/v2/tags', { name: `T${Math.random()}` }],
        row: [401, 403, 201, 201, 201, 201],
      },
      'a tag is changed': {
        taxonomy: 'tags',
        ask: (id) => ['POST', `/cms/v2/tags/${id}`, { description: 'x' }],
        row: editorsOnly,
      },
      'a tag is deleted': {
        taxonomy: 'tags',
        ask: (id) => ['DELETE', `/cms/v2/tags/${id}?force=true`],
        row: editorsOnly,
      },
      'a category is seen as editors do': {
        taxonomy: 'categories',
        ask: (id) => ['GET', `/cms/v2/categories/${id}?context=edit`],
        row: editorsOnly,
      },
      'categories are listed as editors see them': {
        taxonomy: 'categories',
        ask: () => ['GET', '/cms/v2/categories?context=edit'],
        row: editorsOnly,
      },
      'a tag is read': { taxonomy: 'tags', ask: (id) => ['GET', `/cms/v2/tags/${id}`], row: everybody },
      'the default category is deleted': {
        taxonomy: 'categories',
        ask: () => ['DELETE', '/cms/v2/categories/1?force=true'],
        row: [401, 403, 403, 403, 403, 403],
      },
    };
  for (const [name, { taxonomy, ask, row }] of Object.entries(rows)) {
    it(name, async () => {
      for (const [at, person] of people.entries()) {
        const term = await site.make(`/cms/v2/${taxonomy}`, { name: `Term ${Math.random()}` });
        const [method, address, json] = ask(term.id);
        assert.equal((await site.ask(person, method, address, json)).status, row[at], person);
      }
    });
  }

  it('tell nothing of an entry that may not be read (check 12)', async () => {
    const tag = await site.make('/cms/v2/tags', { name: 'Hidden tag' });
    const id = await entry('posts', 'other', 'draft', { tags: [tag.id] });
    for (const [at, person] of people.entries()) {
      const answer = await site.ask(person, 'GET', `/cms/v2/tags?post=${id}`);
      assert.equal(answer.status, editorsOnly[at], person);
      assert.equal(JSON.stringify(answer.body).includes('Hidden tag'), answer.status === 200, person);
    }
  });
});

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
