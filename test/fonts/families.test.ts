// Families of fonts (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Slots, statement } from '../../server/database/statement.ts';
import { describeEachEngine } from '../engines.ts';
import { answered, facesOf, families, fontsSite } from './fonts-site.ts';

const giving = statement((q, p: Slots<{ id: number; author: number }>) =>
  q.updateTable('entries').set({ author: p.author }).where('id', '=', p.id),
);

describeEachEngine('families of fonts', (engine) => {
  const { site, ofFamily, family, face } = fontsSite(engine);

  it('keep what a change does not name, whatever its method', async () => {
    const { id } = await site.make(families, ofFamily({ preview: '/p.svg' }));
    const before = (await site.ask('administrator', 'GET', `${families}/${id}`)).body.font_family_settings;
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const sent = { font_family_settings: JSON.stringify({ name: `By ${method}` }) };
      const { status, body } = await site.ask('administrator', method, `${families}/${id}`, sent);
      assert.equal(status, 200);
      assert.deepEqual(body.font_family_settings, { ...before, name: `By ${method}` });
    }
    const { body } = await site.ask('administrator', 'PUT', `${families}/${id}`, { font_family_settings: '{}' });
    assert.deepEqual(body.font_family_settings, { ...before, name: 'By PATCH' });
  });

  it('have slugs of their own, also where several are made at once', async () => {
    const sent = ofFamily();
    const all = await Promise.all([1, 2, 3, 4].map(() => site.ask('administrator', 'POST', families, sent)));
    const codes = all.map(answered).map(([status, code]) => (status === 201 ? 'made' : `${status} ${code}`));
    assert.deepEqual(codes.sort(), [...Array(3).fill('400 rest_duplicate_font_family'), 'made']);
  });

  it('are found by slugs', async () => {
    const [one, other] = [await site.make(families, ofFamily()), await site.make(families, ofFamily())];
    const slugs = [one, other].map(({ font_family_settings: { slug } }) => slug).join();
    const { body, headers } = await site.ask('administrator', 'GET', `${families}?slug=${slugs}&_fields=id`);
    assert.deepEqual(body, [{ id: other.id }, { id: one.id }]);
    assert.equal(headers['X-CMS-Total'], '2');
  });

  it('are not changed by who has seen another state', async () => {
    const id = await family();
    const { etag } = await site.ask('administrator', 'GET', `${families}/${id}`);
    const change = (name: string) =>
      site.ask(
        'administrator',
        'POST',
        `${families}/${id}`,
        { font_family_settings: JSON.stringify({ name }) },
        { 'if-match': etag },
      );
    assert.equal((await change('First')).status, 200);
    assert.equal((await change('Second')).status, 412);
  });

  it('show their faces, the oldest first and at most 99, and embed them', async () => {
    const of = await family();
    const ids: number[] = [];
    for (let n = 0; n < 101; n += 1) ids.push(await face(of));
    const { body } = await site.ask('administrator', 'GET', `${families}/${of}?_embed`);
    assert.deepEqual(body.font_faces, ids.slice(0, 99));
    assert.equal(body._links.font_faces.length, 99);
    assert.deepEqual(
      body._embedded.font_faces.map(({ id }: { id: number }) => id),
      ids.slice(0, 99),
    );
    assert.equal(body._embedded.font_faces[0].parent, of);
    const { headers } = await site.ask('administrator', 'GET', `${facesOf(of)}?per_page=100`);
    assert.equal(headers['X-CMS-Total'], '101');
  });

  it('stay when who has made them goes', async () => {
    const { id } = await site.make('/cms/v2/users', {
      username: 'maker',
      email: 'maker@site.test',
      password: 'a long one',
      roles: ['administrator'],
    });
    const { id: of } = await site.make(families, ofFamily());
    await site.database.transaction((tx) => tx.run(giving, { id: of, author: id }));
    assert.equal(
      (await site.ask('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=false`)).status,
      200,
    );
    assert.equal((await site.ask('administrator', 'GET', `${families}/${of}`)).status, 200);
    assert.equal((await site.ask('administrator', 'DELETE', `${families}/${of}?force=true`)).status, 200);
  });
});
