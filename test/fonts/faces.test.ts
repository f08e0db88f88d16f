// Faces of fonts with their files (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { packedFont, plainFont } from '../font-files.ts';
import { facesOf, families, file, fontsSite, own } from './fonts-site.ts';

describeEachEngine('faces of fonts', (engine) => {
  const { site, next, ofFace, family, face, sendFace } = fontsSite(engine);

  it('are those of their family, in lists and alone', async () => {
    const [one, other] = [await family(), await family()];
    const id = await face(one);
    const listed = async (of: number) =>
      (await site.ask('administrator', 'GET', facesOf(of))).body.map((each: { id: number }) => each.id);
    assert.deepEqual([await listed(one), await listed(other)], [[id], []]);
    const { headers } = await site.ask('administrator', 'POST', facesOf(one), ofFace());
    assert.match(String(headers.Location), new RegExp(`^http://site\\.test/rest${facesOf(one)}/\\d+$`));
  });

  it('come with their files, which are served and go with them', async () => {
    const of = await family();
    const before = await site.stored();
    const sent = [
      file('first', 'My (font).WOFF2', packedFont('woff2')),
      file('second', '../../etc/b.ttf', plainFont('ttf')),
    ];
    const settings = {
      fontFamily: `Sent ${next()}`,
      src: ['first', own, ' second'],
    };
    const { status, body } = await sendFace(of, settings, sent);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.font_face_settings.src, [
      'http://site.test/uploads/fonts/My-font.woff2',
      own,
      'http://site.test/uploads/fonts/b.ttf',
    ]);
    const paths = ['fonts/My-font.woff2', 'fonts/b.ttf'];
    assert.deepEqual(await site.stored(), [...before, ...paths].sort());
    assert.deepEqual(
      (await site.known()).filter((each) => paths.includes(each)),
      paths,
    );
    assert.equal((await site.ask('administrator', 'DELETE', `${families}/${of}?force=true`)).status, 200);
    assert.deepEqual(await site.stored(), before);
    assert.ok(!(await site.known()).some((each) => paths.includes(each)));
    assert.equal((await site.ask('administrator', 'GET', `${facesOf(of)}/${body.id}`)).status, 404);
  });

  it('come from the own host whatever network it is in, by either protocol', async () => {
    const of = await family();
    for (const src of ['http://site.test/a.woff2', 'https://site.test/a.woff2', 'http://SITE.test:8080/a.woff2']) {
      const { status, body } = await sendFace(of, { fontFamily: `Own ${next()}`, src }, []);
      assert.deepEqual([status, body.font_face_settings?.src], [201, src]);
    }
  });

  it('take the name of a file that is gone, and none that is there', async () => {
    const of = await family();
    const send = async () => {
      const settings = { fontFamily: `Sent ${next()}`, src: 'a' };
      return (await sendFace(of, settings, [file('a', 'same.otf', plainFont('otf'))])).body;
    };
    const [one, two] = [await send(), await send()];
    assert.match(two.font_face_settings.src, /same-1\.otf$/);
    await site.ask('administrator', 'DELETE', `${facesOf(of)}/${one.id}?force=true`);
    assert.match((await send()).font_face_settings.src, /same\.otf$/);
    await site.ask('administrator', 'DELETE', `${families}/${of}?force=true`);
  });

  it('are made once, whoever is first, and the others leave no file', async () => {
    const [one, other] = [await family(), await family()];
    const settings = { fontFamily: `Once ${next()}`, src: 'a' };
    const all = await Promise.all(
      [one, other, one].map((of) => sendFace(of, settings, [file('a', 'once.woff', packedFont('woff'))])),
    );
    assert.deepEqual(all.map(({ status }) => status).sort(), [201, 400, 400]);
    for (const { status, body } of all) if (status === 400) assert.equal(body.code, 'rest_duplicate_font_face');
    assert.equal((await site.stored()).filter((each) => each.includes('once')).length, 1);
  });

  it('are refused where their family goes meanwhile, and leave no file', async () => {
    const of = await family();
    const settings = { fontFamily: `Late ${next()}`, src: 'a' };
    const [answer] = await Promise.all([
      sendFace(of, settings, [file('a', 'late.woff2', packedFont('woff2'))]),
      site.ask('administrator', 'DELETE', `${families}/${of}?force=true`),
    ]);
    assert.ok([201, 404].includes(answer.status), JSON.stringify(answer.body));
    const { body } = await site.ask('administrator', 'GET', `${families}?include=${of}`);
    assert.deepEqual(body, []);
    assert.ok(!(await site.stored()).some((each) => each.includes('late')));
  });
});
