// Fonts that are sent to do harm (media-fonts-and-oembed.md, part B).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { packedFont } from '../font-files.ts';
import type { Part } from '../media-site.ts';
import type { Answered } from '../site.ts';
import { answered, facesOf, families, file, fontsSite, own } from './fonts-site.ts';

const detail = ({ status, body }: Answered, name: string) => [status, body.data?.details?.[name]?.code ?? body.code];

describeEachEngine('fonts that are sent to do harm are refused, and nothing is left behind:', (engine) => {
  const { site, next, ofFamily, ofFace, family, sendFace } = fontsSite(engine);

  let of = 0;
  let stored: string[] = [];
  before(async () => {
    of = await family();
    stored = await site.stored();
  });
  const good = packedFont('woff2');
  const type = 'rest_font_upload_invalid_file_type';
  const refused: readonly (readonly [what: string, src: unknown, files: readonly Part[], code: string])[] = [
    ['a text under the name of a font', 'a', [file('a', 'a.woff2', Buffer.from('not a font at all'))], type],
    ['a font of another kind', 'a', [file('a', 'a.woff', good)], type],
    ['a font without an extension', 'a', [file('a', 'font', good)], type],
    ['a font under the name of a page', 'a', [file('a', 'a.html', good)], type],
    ['a font under the name of a picture', 'a', [file('a', 'a.png', good)], type],
    ['a font with nothing but an extension', 'a', [file('a', '.woff2', good)], type],
    ['a font cut short', 'a', [file('a', 'a.woff2', good.subarray(0, 50))], type],
    ['an empty file', 'a', [file('a', 'a.woff2', Buffer.alloc(0))], 'rest_font_upload_unknown_error'],
    ['a good font beside a bad one', ['a', 'b'], [file('a', 'a.woff2', good), file('b', 'b.ttf', good)], type],
    ['a file that no source names', own, [file('a', 'a.woff2', good)], 'rest_invalid_param'],
    [
      'a second file that no source names',
      'a',
      [file('a', 'a.woff2', good), file('b', 'b.woff2', good)],
      'rest_invalid_param',
    ],
    ['a source without its file', ['a', 'b'], [file('a', 'a.woff2', good)], 'rest_invalid_param'],
    ['a source that leads out of the folder', '../a.woff2', [], 'rest_invalid_param'],
    ['an address of this machine', 'http://127.0.0.1/a.woff2', [], 'rest_invalid_param'],
    ['an address of a private network', 'http://[fd00::1]/a.woff2', [], 'rest_invalid_param'],
    ['an address of this site that names a user', 'http://name:secret@site.test/a.woff2', [], 'rest_invalid_param'],
    ['an address of this site at another port', 'http://site.test:81/a.woff2', [], 'rest_invalid_param'],
    ['a script as a source', 'javascript:alert(1)', [], 'rest_invalid_param'],
    ['very many sources', Array(1000).fill(own), [], 'rest_too_many_items'],
    ['no source', [], [], 'rest_invalid_param'],
    ['a source of blanks', '  ', [], 'rest_invalid_param'],
    ['sources in sources', [[own]], [], 'rest_no_matching_schema'],
  ];
  for (const [what, src, files, code] of refused)
    it(what, async () => {
      const answer = await sendFace(of, { fontFamily: `Bad ${next()}`, src }, files);
      assert.deepEqual(detail(answer, 'font_face_settings'), [400, code]);
      assert.deepEqual(await site.stored(), stored);
      assert.deepEqual(await site.working(), []);
      assert.deepEqual((await site.ask('administrator', 'GET', facesOf(of))).body, []);
    });

  const texts: readonly (readonly [what: string, text: unknown, code: string])[] = [
    ['no JSON', 'not json', 'rest_invalid_param'],
    ['JSON cut short', '{"name":', 'rest_invalid_param'],
    ['null', 'null', 'rest_invalid_param'],
    ['a number', '5', 'rest_invalid_type'],
    ['an object where a text belongs', { name: 'x' }, 'rest_invalid_type'],
    ['a list', '[1]', 'rest_property_required'],
    ['an unknown member', '{"name":"x","slug":"x","fontFamily":"x","other":1}', 'rest_additional_properties_forbidden'],
    [
      'a member of the prototype',
      '{"name":"x","slug":"x","fontFamily":"x","__proto__":{"a":1}}',
      'rest_additional_properties_forbidden',
    ],
    ['a slug of which nothing is left', '{"name":"x","slug":"!!!","fontFamily":"x"}', 'rest_invalid_param'],
    ['a name of which nothing is left', '{"name":"<b></b>","slug":"x","fontFamily":"x"}', 'rest_invalid_param'],
    ['a family of which nothing is left', '{"name":"x","slug":"x","fontFamily":", \'\'"}', 'rest_invalid_param'],
    ['deeply nested', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'rest_property_required'],
    ['a very long text', JSON.stringify({ name: 'x'.repeat(200_000), slug: 'x', fontFamily: 'x' }), 'rest_too_long'],
  ];
  for (const [what, text, code] of texts)
    it(`settings that are ${what}`, async () => {
      const answer = await site.ask('administrator', 'POST', families, { font_family_settings: text });
      assert.deepEqual(detail(answer, 'font_family_settings'), [400, code]);
      assert.notEqual((await site.ask('administrator', 'GET', `${families}?slug=x`)).body.length, 1);
    });

  it('long names, which are stored', async () => {
    const long = 'ä'.repeat(5000);
    const { font_family_settings: kept } = await site.make(families, ofFamily({ name: long, slug: `long-${long}` }));
    assert.equal(kept.name, long);
    assert.ok(Buffer.byteLength(kept.slug) <= 200, kept.slug);
  });

  it('a file for a family, which takes none', async () => {
    const { font_family_settings: value } = ofFamily();
    const parts = [{ name: 'font_family_settings', value }, file('a', 'a.woff2', good)];
    assert.equal((await site.form('administrator', parts, {}, families)).status, 201);
    assert.deepEqual(await site.stored(), stored);
  });

  it('numbers that nothing has', async () => {
    for (const number of ['0', '99999999', '9'.repeat(30)]) {
      const answers = [
        await site.ask('administrator', 'GET', `${families}/${number}`),
        await site.ask('administrator', 'POST', `${families}/${number}/font-faces`, ofFace()),
        await site.ask('administrator', 'GET', `${facesOf(of)}/${number}`),
      ];
      const codes = ['rest_post_invalid_id', 'rest_post_invalid_parent', 'rest_post_invalid_id'];
      assert.deepEqual(
        answers.map(answered),
        codes.map((code) => [404, code]),
        number,
      );
    }
  });

  it('an item of a batch', async () => {
    const requests = [{ method: 'POST', path: families, body: ofFamily() }];
    const { body } = await site.ask('administrator', 'POST', '/batch/v1', { requests });
    assert.match(JSON.stringify(body), /rest_batch_not_allowed/);
  });
});
