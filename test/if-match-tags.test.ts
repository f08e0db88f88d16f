// Tests the ETags of responses, and the ETags that `If-Match` accepts (contract/README.md, decision 20).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { close, openNode, type TestNode } from './test-node.ts';

/** Roots and content namespaces of the two mounts. */
const mounts = [
  { name: 'the native mount', root: '/rest', version: 'cms/v2' },
  { name: 'the compatible mount', root: '/wp-json', version: 'wp/v2' },
] as const;

const etagPattern = /^"[\w-]{20,}\.[\w-]{22}"$/;

describeEachEngine('ETags of items', (engine) => {
  let node: TestNode;
  before(async () => {
    node = await openNode(await engine.location());
  });
  after(() => close(node));

  for (const { name, root, version } of mounts)
    describe(`on ${name}`, () => {
      const sendRequest = async (caller: string, method: string, address: string, body?: object, tag?: string) => {
        const authorization = node.site.authorizationOf(caller as 'editor');
        const response = await node.request(`${root}/${version}${address}`, {
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
      const make = async () =>
        (await sendRequest('editor', 'POST', '/posts', { title: 'Tide', status: 'publish' })).body.id;
      let changes = 0;
      const change = (id: number, tag?: string) =>
        sendRequest('editor', 'PUT', `/posts/${id}`, { title: `Tide ${changes++}` }, tag);

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
        it(`identify the state in every response: GET ${query}`, async () => {
          const id = await make();
          const { etag } = await sendRequest('editor', 'GET', `/posts/${id}${query}`);
          assert.match(etag ?? '', etagPattern);
          assert.equal((await change(id, etag)).status, 200);
          const outdated = await change(id, etag);
          assert.deepEqual([outdated.status, outdated.body.code], [412, 'rest_precondition_failed']);
          assert.equal((await change(await make(), etag)).status, 412, 'the ETag of another item');
        });

      it('identify the state in responses to writes', async () => {
        const created = await sendRequest('editor', 'POST', '/posts', { title: 'Ebb' });
        const { id } = created.body;
        assert.match(created.etag ?? '', etagPattern);
        const first = await change(id, created.etag);
        assert.equal(first.status, 200);
        const second = await change(id, first.etag);
        assert.equal(second.status, 200);
        assert.equal((await change(id, created.etag)).status, 412);
        assert.equal((await sendRequest('editor', 'DELETE', `/posts/${id}`, undefined, first.etag)).status, 412);
        const trashed = await sendRequest('editor', 'DELETE', `/posts/${id}`, undefined, second.etag);
        assert.equal(trashed.status, 200);
        const gone = await sendRequest('editor', 'DELETE', `/posts/${id}?force=true`, undefined, trashed.etag);
        assert.deepEqual([gone.status, gone.etag], [200, undefined]);
      });

      it('change when the bytes of the record change, even if its state does not', async () => {
        const id = await make();
        const [whole, part] = [
          await sendRequest('editor', 'GET', `/posts/${id}`),
          await sendRequest('editor', 'GET', `/posts/${id}?_fields=id`),
        ];
        assert.notEqual(whole.etag, part.etag);
        assert.equal(whole.etag?.split('.')[1], part.etag?.split('.')[1]);
        const { id: other } = (await sendRequest('editor', 'POST', '/categories', { name: `Sea ${id}` })).body;
        const before = await sendRequest('editor', 'GET', `/categories/${other}`);
        // The count of entries is part of the bytes, but not of the state, because updates of the category do not overwrite it.
        await sendRequest('editor', 'PUT', `/posts/${id}`, { categories: [other] });
        const after = await sendRequest('editor', 'GET', `/categories/${other}`);
        assert.notEqual(after.body.count, before.body.count);
        assert.notEqual(after.etag, before.etag);
        const changed = await sendRequest(
          'editor',
          'PUT',
          `/categories/${other}`,
          { description: 'Salt' },
          before.etag,
        );
        assert.equal(changed.status, 200);
      });

      it('are in the target hints of list items only on request', async () => {
        const id = await make();
        const hintsOf = async (caller: string, query: string) => {
          const { body } = await sendRequest(caller, 'GET', `/posts?include=${id}${query}`);
          return body[0]._links.self[0].targetHints;
        };
        assert.deepEqual(Object.keys(await hintsOf('editor', '')), ['allow']);
        const hints = await hintsOf('editor', '&_etags');
        assert.deepEqual(Object.keys(hints), ['allow', 'etag']);
        assert.equal((await change(id, hints.etag)).status, 200);
        assert.equal((await change(id, hints.etag)).status, 412);
        const inEdit = await hintsOf('editor', '&_etags=1&context=edit');
        assert.equal((await change(id, inEdit.etag)).status, 200);
        for (const caller of ['subscriber', 'anonymous'])
          assert.deepEqual(await hintsOf(caller, '&_etags'), { allow: ['GET'] }, caller);
      });

      it('are not accepted from, nor sent to, callers who may not edit the item', async () => {
        const id = await make();
        for (const [caller, isSent] of [
          ['anonymous', false],
          ['subscriber', false],
          ['author', false],
          ['editor', true],
          ['administrator', true],
        ] as const) {
          const { etag } = await sendRequest(caller, 'GET', `/posts/${id}`);
          assert.equal(etagPattern.test(etag ?? ''), isSent, `${caller}: ${etag}`);
        }
        const { etag } = await sendRequest('editor', 'GET', `/posts/${id}`);
        const rejected = await sendRequest('author', 'PUT', `/posts/${id}`, { title: 'Mine' }, etag);
        assert.deepEqual([rejected.status, rejected.body.code], [403, 'rest_cannot_edit']);
      });

      it('are accepted for every type of item', async () => {
        const createItem = async (collection: string, body: object) =>
          `${collection}/${(await sendRequest('administrator', 'POST', collection, body)).body.id}`;
        const post = await make();
        for (const [address, body] of [
          [await createItem('/pages', { title: 'One' }), { title: 'Two' }],
          [await createItem('/tags', { name: `One ${root}` }), { description: 'Two' }],
          [await createItem('/blocks', { title: 'One', content: 'x' }), { title: 'Two' }],
          [await createItem('/navigation', { title: 'One' }), { title: 'Two' }],
          [await createItem('/comments', { post, content: 'One' }), { content: 'Two' }],
          [await createItem('/menus', { name: `One ${root}` }), { description: 'Two' }],
          [
            await createItem('/menu-items', { title: 'One', url: 'https://site.test/', type: 'custom' }),
            { title: 'Two' },
          ],
          [
            await createItem('/users', {
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
          const { etag, status } = await sendRequest('administrator', 'GET', `${address}?context=edit`);
          assert.equal(status, 200, address);
          const changed = await sendRequest('administrator', 'POST', address, body, etag);
          assert.equal(changed.status, 200, `${address} ${etag} ${JSON.stringify(changed.body)}`);
          const outdated = await sendRequest('administrator', 'POST', address, body, etag);
          assert.equal(outdated.status, 412, address);
          assert.equal((await sendRequest('administrator', 'POST', address, body, changed.etag)).status, 200, address);
        }
      });
    });
});
