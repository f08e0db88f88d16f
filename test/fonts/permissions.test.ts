// Tests the permissions of fonts, and that other routes do not reveal fonts (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { packedFont } from '../font-files.ts';
import { callers } from '../permission-rows.ts';
import type { Caller, TestResponse } from '../site.ts';
import { facesOf, families, fontPart, fontsSite, statusAndCode } from './fonts-site.ts';

describeEachEngine('fonts require permission to manage the theme', (engine) => {
  const {
    site,
    next,
    familyInput: ofFamily,
    faceInput: ofFace,
    createFamily,
    createFace,
    submitFace,
  } = fontsSite(engine);

  const allForbidden = (code: string) =>
    callers.map((caller) => (caller === 'anonymous' ? [401, code] : [403, code])).slice(0, -1);
  const table: readonly (readonly [
    what: string,
    ask: (caller: Caller, ids: { family: number; face: number }) => Promise<TestResponse>,
    code: string,
    done: number,
  ])[] = [
    ['listing families', (caller) => site.request(caller, 'GET', families), 'rest_cannot_read', 200],
    [
      'listing for editing',
      (caller) => site.request(caller, 'GET', `${families}?context=edit`),
      'rest_cannot_read',
      200,
    ],
    [
      'reading a family',
      (caller, ids) => site.request(caller, 'GET', `${families}/${ids.family}`),
      'rest_cannot_read',
      200,
    ],
    ['creating a family', (caller) => site.request(caller, 'POST', families, ofFamily()), 'rest_cannot_create', 201],
    [
      'changing a family',
      (caller, ids) =>
        site.request(caller, 'PATCH', `${families}/${ids.family}`, { font_family_settings: '{"name":"New"}' }),
      'rest_cannot_edit',
      200,
    ],
    ['listing faces', (caller, ids) => site.request(caller, 'GET', facesOf(ids.family)), 'rest_cannot_read', 200],
    [
      'listing faces of a missing family',
      (caller) => site.request(caller, 'GET', facesOf(999_999)),
      'rest_cannot_read',
      404,
    ],
    [
      'reading a face',
      (caller, ids) => site.request(caller, 'GET', `${facesOf(ids.family)}/${ids.face}`),
      'rest_cannot_read',
      200,
    ],
    [
      'creating a face',
      (caller, ids) => site.request(caller, 'POST', facesOf(ids.family), ofFace()),
      'rest_cannot_create',
      201,
    ],
    [
      'uploading a font',
      (caller, ids) =>
        submitFace(
          ids.family,
          { fontFamily: `Sent ${next()}`, src: 'a' },
          [fontPart('a', 'a.woff2', packedFont('woff2'))],
          caller,
        ),
      'rest_cannot_create',
      201,
    ],
    [
      'deleting a face',
      (caller, ids) => site.request(caller, 'DELETE', `${facesOf(ids.family)}/${ids.face}?force=true`),
      'rest_cannot_delete',
      200,
    ],
    [
      'deleting a family',
      (caller, ids) => site.request(caller, 'DELETE', `${families}/${ids.family}?force=true`),
      'rest_cannot_delete',
      200,
    ],
    [
      'listing collections',
      (caller) => site.request(caller, 'GET', '/cms/v2/font-collections'),
      'rest_cannot_read',
      200,
    ],
    [
      'reading a collection',
      (caller) => site.request(caller, 'GET', '/cms/v2/font-collections/none'),
      'rest_cannot_read',
      404,
    ],
  ];
  for (const [description, sendRequest, code, successStatus] of table)
    it(`${description}: ${code}`, async () => {
      const of = await createFamily();
      const ids = { family: of, face: await createFace(of) };
      const stored = await site.storedPaths();
      const outcomes: unknown[] = [];
      for (const caller of callers.slice(0, -1)) {
        const response = await sendRequest(caller, ids);
        outcomes.push(statusAndCode(response));
        assert.doesNotMatch(JSON.stringify(response), /Box|Face|box-\d/, 'an error reveals no data of fonts');
      }
      assert.deepEqual(outcomes, allForbidden(code));
      assert.deepEqual(await site.storedPaths(), stored, 'a forbidden request leaves no file');
      assert.equal((await sendRequest('administrator', ids)).status, successStatus);
      await site.request('administrator', 'DELETE', `${families}/${of}?force=true`);
    });

  it('fonts do not occur in public lists and searches', async () => {
    const of = await createFamily();
    await createFace(of);
    for (const address of [
      '/cms/v2/search?search=Box',
      '/cms/v2/posts?search=Box',
      '/cms/v2/media',
      `/cms/v2/posts/${of}`,
    ])
      assert.doesNotMatch(
        JSON.stringify((await site.request('editor', 'GET', address)).body),
        /box-\d|cms_font/,
        address,
      );
  });
});
