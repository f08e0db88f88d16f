// Who may do what with fonts, and where nothing is told of them (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { packedFont } from '../font-files.ts';
import type { Answered, Person } from '../site.ts';
import { people } from '../who-may.ts';
import { answered, facesOf, families, file, fontsSite } from './fonts-site.ts';

describeEachEngine('fonts belong to those who manage the theme', (engine) => {
  const { site, next, ofFamily, ofFace, family, face, sendFace } = fontsSite(engine);

  const rest = (code: string) =>
    people.map((person) => (person === 'anonymous' ? [401, code] : [403, code])).slice(0, -1);
  const table: readonly (readonly [
    what: string,
    ask: (person: Person, ids: { family: number; face: number }) => Promise<Answered>,
    code: string,
    done: number,
  ])[] = [
    ['listing families', (person) => site.ask(person, 'GET', families), 'rest_cannot_read', 200],
    ['listing for editing', (person) => site.ask(person, 'GET', `${families}?context=edit`), 'rest_cannot_read', 200],
    [
      'reading a family',
      (person, ids) => site.ask(person, 'GET', `${families}/${ids.family}`),
      'rest_cannot_read',
      200,
    ],
    ['making a family', (person) => site.ask(person, 'POST', families, ofFamily()), 'rest_cannot_create', 201],
    [
      'changing a family',
      (person, ids) =>
        site.ask(person, 'PATCH', `${families}/${ids.family}`, { font_family_settings: '{"name":"New"}' }),
      'rest_cannot_edit',
      200,
    ],
    ['listing faces', (person, ids) => site.ask(person, 'GET', facesOf(ids.family)), 'rest_cannot_read', 200],
    ['listing faces of no family', (person) => site.ask(person, 'GET', facesOf(999_999)), 'rest_cannot_read', 404],
    [
      'reading a face',
      (person, ids) => site.ask(person, 'GET', `${facesOf(ids.family)}/${ids.face}`),
      'rest_cannot_read',
      200,
    ],
    [
      'making a face',
      (person, ids) => site.ask(person, 'POST', facesOf(ids.family), ofFace()),
      'rest_cannot_create',
      201,
    ],
    [
      'sending a font',
      (person, ids) =>
        sendFace(
          ids.family,
          { fontFamily: `Sent ${next()}`, src: 'a' },
          [file('a', 'a.woff2', packedFont('woff2'))],
          person,
        ),
      'rest_cannot_create',
      201,
    ],
    [
      'deleting a face',
      (person, ids) => site.ask(person, 'DELETE', `${facesOf(ids.family)}/${ids.face}?force=true`),
      'rest_cannot_delete',
      200,
    ],
    [
      'deleting a family',
      (person, ids) => site.ask(person, 'DELETE', `${families}/${ids.family}?force=true`),
      'rest_cannot_delete',
      200,
    ],
    ['listing collections', (person) => site.ask(person, 'GET', '/cms/v2/font-collections'), 'rest_cannot_read', 200],
    [
      'reading a collection',
      (person) => site.ask(person, 'GET', '/cms/v2/font-collections/none'),
      'rest_cannot_read',
      404,
    ],
  ];
  for (const [what, ask, code, done] of table)
    it(`${what}: ${code}`, async () => {
      const of = await family();
      const ids = { family: of, face: await face(of) };
      const stored = await site.stored();
      const answers: unknown[] = [];
      for (const person of people.slice(0, -1)) {
        const answer = await ask(person, ids);
        answers.push(answered(answer));
        assert.doesNotMatch(JSON.stringify(answer), /Box|Face|box-\d/, 'a refusal tells nothing');
      }
      assert.deepEqual(answers, rest(code));
      assert.deepEqual(await site.stored(), stored, 'who may not leaves no file');
      assert.equal((await ask('administrator', ids)).status, done);
      await site.ask('administrator', 'DELETE', `${families}/${of}?force=true`);
    });

  it('and are not told where everybody looks', async () => {
    const of = await family();
    await face(of);
    for (const address of [
      '/cms/v2/search?search=Box',
      '/cms/v2/posts?search=Box',
      '/cms/v2/media',
      `/cms/v2/posts/${of}`,
    ])
      assert.doesNotMatch(JSON.stringify((await site.ask('editor', 'GET', address)).body), /box-\d|cms_font/, address);
  });
});
