// Tests font faces and their files (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { packedFont, plainFont } from '../font-files.ts';
import { facesOf, families, fontPart, fontsSite, ownFontUrl } from './fonts-site.ts';

describeEachEngine('font faces', (engine) => {
  const { site, next, faceInput: ofFace, createFamily, createFace, submitFace } = fontsSite(engine);

  it('belong to their family, in lists and as single records', async () => {
    const [one, other] = [await createFamily(), await createFamily()];
    const id = await createFace(one);
    const listed = async (of: number) =>
      (await site.request('administrator', 'GET', facesOf(of))).body.map((each: { id: number }) => each.id);
    assert.deepEqual([await listed(one), await listed(other)], [[id], []]);
    const { headers } = await site.request('administrator', 'POST', facesOf(one), ofFace());
    assert.match(String(headers.Location), new RegExp(`^http://site\\.test/rest${facesOf(one)}/\\d+$`));
  });

  it('have files, which are served and deleted together with them', async () => {
    const of = await createFamily();
    const before = await site.storedPaths();
    const files = [
      fontPart('first', 'My (font).WOFF2', packedFont('woff2')),
      fontPart('second', '../../etc/b.ttf', plainFont('ttf')),
    ];
    const settings = {
      fontFamily: `Sent ${next()}`,
      src: ['first', ownFontUrl, ' second'],
    };
    const { status, body } = await submitFace(of, settings, files);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.font_face_settings.src, [
      'http://site.test/uploads/fonts/My-font.woff2',
      ownFontUrl,
      'http://site.test/uploads/fonts/b.ttf',
    ]);
    const paths = ['fonts/My-font.woff2', 'fonts/b.ttf'];
    assert.deepEqual(await site.storedPaths(), [...before, ...paths].sort());
    assert.deepEqual(
      (await site.referencedPaths()).filter((each) => paths.includes(each)),
      paths,
    );
    assert.equal((await site.request('administrator', 'DELETE', `${families}/${of}?force=true`)).status, 200);
    assert.deepEqual(await site.storedPaths(), before);
    assert.ok(!(await site.referencedPaths()).some((each) => paths.includes(each)));
    assert.equal((await site.request('administrator', 'GET', `${facesOf(of)}/${body.id}`)).status, 404);
  });

  it("may have URLs on the site's own host, in any network and over http or https", async () => {
    const of = await createFamily();
    for (const src of ['http://site.test/a.woff2', 'https://site.test/a.woff2', 'http://SITE.test:8080/a.woff2']) {
      const { status, body } = await submitFace(of, { fontFamily: `Own ${next()}`, src }, []);
      assert.deepEqual([status, body.font_face_settings?.src], [201, src]);
    }
  });

  it('reuse the name of a deleted file, but not that of an existing one', async () => {
    const of = await createFamily();
    const send = async () => {
      const settings = { fontFamily: `Sent ${next()}`, src: 'a' };
      return (await submitFace(of, settings, [fontPart('a', 'same.otf', plainFont('otf'))])).body;
    };
    const [one, two] = [await send(), await send()];
    assert.match(two.font_face_settings.src, /same-1\.otf$/);
    await site.request('administrator', 'DELETE', `${facesOf(of)}/${one.id}?force=true`);
    assert.match((await send()).font_face_settings.src, /same\.otf$/);
    await site.request('administrator', 'DELETE', `${families}/${of}?force=true`);
  });

  it('are unique: only one of several concurrent duplicates is created, and the others leave no file', async () => {
    const [one, other] = [await createFamily(), await createFamily()];
    const settings = { fontFamily: `Once ${next()}`, src: 'a' };
    const all = await Promise.all(
      [one, other, one].map((of) => submitFace(of, settings, [fontPart('a', 'once.woff', packedFont('woff'))])),
    );
    assert.deepEqual(all.map(({ status }) => status).sort(), [201, 400, 400]);
    for (const { status, body } of all) if (status === 400) assert.equal(body.code, 'rest_duplicate_font_face');
    assert.equal((await site.storedPaths()).filter((each) => each.includes('once')).length, 1);
  });

  it('are rejected if their family is deleted concurrently, and leave no file', async () => {
    const of = await createFamily();
    const settings = { fontFamily: `Late ${next()}`, src: 'a' };
    const [response] = await Promise.all([
      submitFace(of, settings, [fontPart('a', 'late.woff2', packedFont('woff2'))]),
      site.request('administrator', 'DELETE', `${families}/${of}?force=true`),
    ]);
    assert.ok([201, 404].includes(response.status), JSON.stringify(response.body));
    const { body } = await site.request('administrator', 'GET', `${families}?include=${of}`);
    assert.deepEqual(body, []);
    assert.ok(!(await site.storedPaths()).some((each) => each.includes('late')));
  });
});
