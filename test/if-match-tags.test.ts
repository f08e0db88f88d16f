// Which validators callers are sent, and which of them `If-Match` accepts (contract/README.md, decision 20).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { close, type Node, openNode } from './node.ts';

/** The two mounts, as clients know them: the root, and the segment of the namespace. */
const mounts = [
  { name: 'its own mount', root: '/rest', version: 'cms/v2' },
  { name: 'the mount of existing clients', root: '/wp-json', version: 'wp/v2' },
] as const;

const etagPattern = /^"[\w-]{20,}\.[\w-]{22}"$/;

describeEachEngine('the validators of items', (engine) => {
  let node: Node;
  before(async () => {
    node = await openNode(await engine.place());
  });
  after(() => close(node));

  for (const { name, root, version } of mounts)
    describe(`on ${name}`, () => {
      const ask = async (person: string, method: string, address: string, body?: object, tag?: string) => {
        const authorization = node.site.authorizationOf(person as 'editor');
        const response = await node.ask(`${root}/${version}${address}`, {
          method,
          ...(body && { body: JSON.stringify(body) }),
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            ...(authorization && { authorization }),
            ...(tag !== undefined && { 'if-match': tag }),
          },
        });
        return {
          status: response.status,
          etag: response.headers.get('etag') ?? undefined,
          // biome-ignore lint/suspicious/noExplicitAny: records of every kind are read.
          body: (await response.json()) as any,
        };
      };
      const make = async () => (await ask('editor', 'POST', '/posts', { title: 'Tide', status: 'publish' })).body.id;
      let changes = 0;
      const change = (id: number, tag?: string) =>
        ask('editor', 'PUT', `/posts/${id}`, { title: `Tide ${changes++}` }, tag);

      for (const query of [
        '',
        '?context=edit',
        '?context=embed',
        '?_fields=id',
        '?_fields=title.raw&context=edit',
        '?_embed',
        '?_envelope',
        '?_pretty',
      ])
        it(`names the state in every response: GET ${query}`, async () => {
          const id = await make();
          const { etag } = await ask('editor', 'GET', `/posts/${id}${query}`);
          assert.match(etag ?? '', etagPattern);
          assert.equal((await change(id, etag)).status, 200);
          const late = await change(id, etag);
          assert.deepEqual([late.status, late.body.code], [412, 'rest_precondition_failed']);
          assert.equal((await change(await make(), etag)).status, 412, 'the tag of another item');
        });

      it('names it in responses to writes', async () => {
        const created = await ask('editor', 'POST', '/posts', { title: 'Ebb' });
        const { id } = created.body;
        assert.match(created.etag ?? '', etagPattern);
        const first = await change(id, created.etag);
        assert.equal(first.status, 200);
        const second = await change(id, first.etag);
        assert.equal(second.status, 200);
        assert.equal((await change(id, created.etag)).status, 412);
        assert.equal((await ask('editor', 'DELETE', `/posts/${id}`, undefined, first.etag)).status, 412);
        const trashed = await ask('editor', 'DELETE', `/posts/${id}`, undefined, second.etag);
        assert.equal(trashed.status, 200);
        const gone = await ask('editor', 'DELETE', `/posts/${id}?force=true`, undefined, trashed.etag);
        assert.deepEqual([gone.status, gone.etag], [200, undefined]);
      });

      it('is that of the bytes where the bytes change and the state does not', async () => {
        const id = await make();
        const [whole, part] = [
          await ask('editor', 'GET', `/posts/${id}`),
          await ask('editor', 'GET', `/posts/${id}?_fields=id`),
        ];
        assert.notEqual(whole.etag, part.etag);
        assert.equal(whole.etag?.split('.')[1], part.etag?.split('.')[1]);
        const { id: other } = (await ask('editor', 'POST', '/categories', { name: `Sea ${id}` })).body;
        const before = await ask('editor', 'GET', `/categories/${other}`);
        // A count is shown with a category; nobody who changes the category overwrites it.
        await ask('editor', 'PUT', `/posts/${id}`, { categories: [other] });
        const after = await ask('editor', 'GET', `/categories/${other}`);
        assert.notEqual(after.body.count, before.body.count);
        assert.notEqual(after.etag, before.etag);
        const changed = await ask('editor', 'PUT', `/categories/${other}`, { description: 'Salt' }, before.etag);
        assert.equal(changed.status, 200);
      });

      it('is beside the methods of list items where it is asked for, and nowhere else', async () => {
        const id = await make();
        const hintsOf = async (person: string, query: string) => {
          const { body } = await ask(person, 'GET', `/posts?include=${id}${query}`);
          return body[0]._links.self[0].targetHints;
        };
        assert.deepEqual(Object.keys(await hintsOf('editor', '')), ['allow']);
        const hints = await hintsOf('editor', '&_etags');
        assert.deepEqual(Object.keys(hints), ['allow', 'etag']);
        assert.equal((await change(id, hints.etag)).status, 200);
        assert.equal((await change(id, hints.etag)).status, 412);
        const inEdit = await hintsOf('editor', '&_etags=1&context=edit');
        assert.equal((await change(id, inEdit.etag)).status, 200);
        for (const person of ['subscriber', 'anonymous'])
          assert.deepEqual(await hintsOf(person, '&_etags'), { allow: ['GET'] }, person);
      });

      it('is not told to those who may not change the item', async () => {
        const id = await make();
        for (const [person, isTold] of [
          ['anonymous', false],
          ['subscriber', false],
          ['author', false],
          ['editor', true],
          ['administrator', true],
        ] as const) {
          const { etag } = await ask(person, 'GET', `/posts/${id}`);
          assert.equal(etagPattern.test(etag ?? ''), isTold, `${person}: ${etag}`);
        }
        const { etag } = await ask('editor', 'GET', `/posts/${id}`);
        const refused = await ask('author', 'PUT', `/posts/${id}`, { title: 'Mine' }, etag);
        assert.deepEqual([refused.status, refused.body.code], [403, 'rest_cannot_edit']);
      });

      it('is accepted by every kind of item', async () => {
        const made = async (collection: string, body: object) =>
          `${collection}/${(await ask('administrator', 'POST', collection, body)).body.id}`;
        const post = await make();
        for (const [address, body] of [
          [await made('/pages', { title: 'One' }), { title: 'Two' }],
          [await made('/tags', { name: `One ${root}` }), { description: 'Two' }],
          [await made('/blocks', { title: 'One', content: 'x' }), { title: 'Two' }],
          [await made('/navigation', { title: 'One' }), { title: 'Two' }],
          [await made('/comments', { post, content: 'One' }), { content: 'Two' }],
          [await made('/menus', { name: `One ${root}` }), { description: 'Two' }],
          [await made('/menu-items', { title: 'One', url: 'https://site.test/', type: 'custom' }), { title: 'Two' }],
          [
            await made('/users', {
              username: `one${root.length}`,
              email: `${root.length}@site.test`,
              password: 'long enough',
            }),
            { first_name: 'Two' },
          ],
          ['/users/me', { description: `Two ${root}` }],
          ['/settings', { description: `Two ${root}` }],
          ['/templates/quarto//index', { title: `Two ${root}` }],
        ] as const) {
          const { etag, status } = await ask('administrator', 'GET', `${address}?context=edit`);
          assert.equal(status, 200, address);
          const changed = await ask('administrator', 'POST', address, body, etag);
          assert.equal(changed.status, 200, `${address} ${etag} ${JSON.stringify(changed.body)}`);
          const late = await ask('administrator', 'POST', address, body, etag);
          assert.equal(late.status, 412, address);
          assert.equal((await ask('administrator', 'POST', address, body, changed.etag)).status, 200, address);
        }
      });
    });
});
