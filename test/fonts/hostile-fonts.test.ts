// Tests that malicious and invalid fonts are rejected (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { packedFont } from '../font-files.ts';
import type { FormPart } from '../media-site.ts';
import type { TestResponse } from '../site.ts';
import { facesOf, families, fontPart, fontsSite, ownFontUrl, statusAndCode } from './fonts-site.ts';

const detail = ({ status, body }: TestResponse, name: string) => [
  status,
  body.data?.details?.[name]?.code ?? body.code,
];

describeEachEngine('malicious and invalid fonts are rejected, and nothing is left behind:', (engine) => {
  const { site, next, familyInput: ofFamily, faceInput: ofFace, createFamily, submitFace } = fontsSite(engine);

  let familyId = 0;
  let stored: string[] = [];
  before(async () => {
    familyId = await createFamily();
    stored = await site.storedPaths();
  });
  const good = packedFont('woff2');
  const type = 'rest_font_upload_invalid_file_type';
  const rejected: readonly (readonly [description: string, src: unknown, files: readonly FormPart[], code: string])[] =
    [
      ['a text file named as a font', 'a', [fontPart('a', 'a.woff2', Buffer.from('not a font at all'))], type],
      ['a font of another format', 'a', [fontPart('a', 'a.woff', good)], type],
      ['a font without an extension', 'a', [fontPart('a', 'font', good)], type],
      ['a font named as an HTML page', 'a', [fontPart('a', 'a.html', good)], type],
      ['a font named as an image', 'a', [fontPart('a', 'a.png', good)], type],
      ['a font whose name is only an extension', 'a', [fontPart('a', '.woff2', good)], type],
      ['a truncated font', 'a', [fontPart('a', 'a.woff2', good.subarray(0, 50))], type],
      ['an empty file', 'a', [fontPart('a', 'a.woff2', Buffer.alloc(0))], 'rest_font_upload_unknown_error'],
      [
        'a valid font next to an invalid one',
        ['a', 'b'],
        [fontPart('a', 'a.woff2', good), fontPart('b', 'b.ttf', good)],
        type,
      ],
      ['a file without a source', ownFontUrl, [fontPart('a', 'a.woff2', good)], 'rest_invalid_param'],
      [
        'a second file without a source',
        'a',
        [fontPart('a', 'a.woff2', good), fontPart('b', 'b.woff2', good)],
        'rest_invalid_param',
      ],
      ['a source without its file', ['a', 'b'], [fontPart('a', 'a.woff2', good)], 'rest_invalid_param'],
      ['a source with path traversal', '../a.woff2', [], 'rest_invalid_param'],
      ['a loopback URL', 'http://127.0.0.1/a.woff2', [], 'rest_invalid_param'],
      ['a URL in a private network', 'http://[fd00::1]/a.woff2', [], 'rest_invalid_param'],
      ['a URL of this site with credentials', 'http://name:secret@site.test/a.woff2', [], 'rest_invalid_param'],
      ['a URL of this site with another port', 'http://site.test:81/a.woff2', [], 'rest_invalid_param'],
      ['a script as a source', 'javascript:alert(1)', [], 'rest_invalid_param'],
      ['very many sources', Array(1000).fill(ownFontUrl), [], 'rest_too_many_items'],
      ['no source', [], [], 'rest_invalid_param'],
      ['a blank source', '  ', [], 'rest_invalid_param'],
      ['nested sources', [[ownFontUrl]], [], 'rest_no_matching_schema'],
    ];
  for (const [description, src, files, code] of rejected)
    it(description, async () => {
      const response = await submitFace(familyId, { fontFamily: `Bad ${next()}`, src }, files);
      assert.deepEqual(detail(response, 'font_face_settings'), [400, code]);
      assert.deepEqual(await site.storedPaths(), stored);
      assert.deepEqual(await site.temporaryPaths(), []);
      assert.deepEqual((await site.request('administrator', 'GET', facesOf(familyId))).body, []);
    });

  const invalidSettings: readonly (readonly [description: string, text: unknown, code: string])[] = [
    ['not JSON', 'not json', 'rest_invalid_param'],
    ['truncated JSON', '{"name":', 'rest_invalid_param'],
    ['null', 'null', 'rest_invalid_param'],
    ['a number', '5', 'rest_invalid_type'],
    ['an object instead of a string', { name: 'x' }, 'rest_invalid_type'],
    ['a list', '[1]', 'rest_property_required'],
    [
      'an unknown property',
      '{"name":"x","slug":"x","fontFamily":"x","other":1}',
      'rest_additional_properties_forbidden',
    ],
    [
      'a prototype property',
      '{"name":"x","slug":"x","fontFamily":"x","__proto__":{"a":1}}',
      'rest_additional_properties_forbidden',
    ],
    ['a slug that is empty after sanitizing', '{"name":"x","slug":"!!!","fontFamily":"x"}', 'rest_invalid_param'],
    ['a name that is empty after sanitizing', '{"name":"<b></b>","slug":"x","fontFamily":"x"}', 'rest_invalid_param'],
    [
      'a font family that is empty after sanitizing',
      '{"name":"x","slug":"x","fontFamily":", \'\'"}',
      'rest_invalid_param',
    ],
    ['deeply nested', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'rest_property_required'],
    ['too long', JSON.stringify({ name: 'x'.repeat(200_000), slug: 'x', fontFamily: 'x' }), 'rest_too_long'],
  ];
  for (const [description, text, code] of invalidSettings)
    it(`settings that are ${description}`, async () => {
      const response = await site.request('administrator', 'POST', families, { font_family_settings: text });
      assert.deepEqual(detail(response, 'font_family_settings'), [400, code]);
      assert.notEqual((await site.request('administrator', 'GET', `${families}?slug=x`)).body.length, 1);
    });

  it('long names, which are stored', async () => {
    const long = 'ä'.repeat(5000);
    const { font_family_settings: storedSettings } = await site.create(
      families,
      ofFamily({ name: long, slug: `long-${long}` }),
    );
    assert.equal(storedSettings.name, long);
    assert.ok(Buffer.byteLength(storedSettings.slug) <= 200, storedSettings.slug);
  });

  it('a file for a family, which is ignored', async () => {
    const { font_family_settings: value } = ofFamily();
    const parts = [{ name: 'font_family_settings', value }, fontPart('a', 'a.woff2', good)];
    assert.equal((await site.sendForm('administrator', parts, {}, families)).status, 201);
    assert.deepEqual(await site.storedPaths(), stored);
  });

  it('unknown IDs', async () => {
    for (const number of ['0', '99999999', '9'.repeat(30)]) {
      const responses = [
        await site.request('administrator', 'GET', `${families}/${number}`),
        await site.request('administrator', 'POST', `${families}/${number}/font-faces`, ofFace()),
        await site.request('administrator', 'GET', `${facesOf(familyId)}/${number}`),
      ];
      const codes = ['rest_post_invalid_id', 'rest_post_invalid_parent', 'rest_post_invalid_id'];
      assert.deepEqual(
        responses.map(statusAndCode),
        codes.map((code) => [404, code]),
        number,
      );
    }
  });

  it('an item of a batch', async () => {
    const requests = [{ method: 'POST', path: families, body: ofFamily() }];
    const { body } = await site.request('administrator', 'POST', '/batch/v1', { requests });
    assert.match(JSON.stringify(body), /rest_batch_not_allowed/);
  });
});
