// Tests font families (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Slots, statement } from '../../server/database/statement.ts';
import { describeEachEngine } from '../engines.ts';
import { facesOf, families, fontsSite, statusAndCode } from './fonts-site.ts';

const setAuthor = statement((q, p: Slots<{ id: number; author: number }>) =>
  q.updateTable('entries').set({ author: p.author }).where('id', '=', p.id),
);

describeEachEngine('font families', (engine) => {
  const { site, familyInput: ofFamily, createFamily, createFace } = fontsSite(engine);

  it('retain omitted settings when they are updated with any method', async () => {
    const { id } = await site.create(families, ofFamily({ preview: '/p.svg' }));
    const before = (await site.request('administrator', 'GET', `${families}/${id}`)).body.font_family_settings;
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const input = { font_family_settings: JSON.stringify({ name: `By ${method}` }) };
      const { status, body } = await site.request('administrator', method, `${families}/${id}`, input);
      assert.equal(status, 200);
      assert.deepEqual(body.font_family_settings, { ...before, name: `By ${method}` });
    }
    const { body } = await site.request('administrator', 'PUT', `${families}/${id}`, { font_family_settings: '{}' });
    assert.deepEqual(body.font_family_settings, { ...before, name: 'By PATCH' });
  });

  it('have unique slugs, even when created concurrently', async () => {
    const input = ofFamily();
    const all = await Promise.all([1, 2, 3, 4].map(() => site.request('administrator', 'POST', families, input)));
    const codes = all.map(statusAndCode).map(([status, code]) => (status === 201 ? 'made' : `${status} ${code}`));
    assert.deepEqual(codes.sort(), [...Array(3).fill('400 rest_duplicate_font_family'), 'made']);
  });

  it('can be filtered by slug', async () => {
    const [one, other] = [await site.create(families, ofFamily()), await site.create(families, ofFamily())];
    const slugs = [one, other].map(({ font_family_settings: { slug } }) => slug).join();
    const { body, headers } = await site.request('administrator', 'GET', `${families}?slug=${slugs}&_fields=id`);
    assert.deepEqual(body, [{ id: other.id }, { id: one.id }]);
    assert.equal(headers['X-CMS-Total'], '2');
  });

  it('are not changed if the If-Match header does not match', async () => {
    const id = await createFamily();
    const { etag } = await site.request('administrator', 'GET', `${families}/${id}`);
    const change = (name: string) =>
      site.request(
        'administrator',
        'POST',
        `${families}/${id}`,
        { font_family_settings: JSON.stringify({ name }) },
        { 'if-match': etag },
      );
    assert.equal((await change('First')).status, 200);
    assert.equal((await change('Second')).status, 412);
  });

  it('list their faces, oldest first and at most 99, and embed them', async () => {
    const of = await createFamily();
    const ids: number[] = [];
    for (let n = 0; n < 101; n += 1) ids.push(await createFace(of));
    const { body } = await site.request('administrator', 'GET', `${families}/${of}?_embed`);
    assert.deepEqual(body.font_faces, ids.slice(0, 99));
    assert.equal(body._links.font_faces.length, 99);
    assert.deepEqual(
      body._embedded.font_faces.map(({ id }: { id: number }) => id),
      ids.slice(0, 99),
    );
    assert.equal(body._embedded.font_faces[0].parent, of);
    const { headers } = await site.request('administrator', 'GET', `${facesOf(of)}?per_page=100`);
    assert.equal(headers['X-CMS-Total'], '101');
  });

  it('are kept when the user who created them is deleted', async () => {
    const { id } = await site.create('/cms/v2/users', {
      username: 'maker',
      email: 'maker@site.test',
      password: 'a long one',
      roles: ['administrator'],
    });
    const { id: of } = await site.create(families, ofFamily());
    await site.database.transaction((tx) => tx.run(setAuthor, { id: of, author: id }));
    assert.equal(
      (await site.request('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=false`)).status,
      200,
    );
    assert.equal((await site.request('administrator', 'GET', `${families}/${of}`)).status, 200);
    assert.equal((await site.request('administrator', 'DELETE', `${families}/${of}?force=true`)).status, 200);
  });
});
