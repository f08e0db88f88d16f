// Fonts (media-fonts-and-oembed.md, part B): who may do what, families with their faces and files, on every engine.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../server/database/handle.ts';
import { type Slots, statement } from '../server/database/statement.ts';
import { StoreFull } from '../server/files/store.ts';
import { describeEachEngine } from './engines.ts';
import { packedFont, plainFont } from './font-files.ts';
import { type MediaSite, openMediaSite, type Part } from './media-site.ts';
import type { Answered, Person } from './site.ts';

const people = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
] as const satisfies readonly Person[];

const families = '/cms/v2/font-families';
const facesOf = (family: number) => `${families}/${family}/font-faces`;
const own = 'http://site.test/fonts/box.woff2';

const giving = statement((q, p: Slots<{ id: number; author: number }>) =>
  q.updateTable('entries').set({ author: p.author }).where('id', '=', p.id),
);

describeEachEngine('fonts', (engine) => {
  let site: MediaSite;
  let database: Database;
  before(async () => {
    database = await engine.open();
    site = await openMediaSite({ database });
  });
  after(async () => {
    assert.deepEqual(site.faults, []);
    assert.deepEqual(await site.working(), []);
    await site.close();
  });

  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };
  const ofFamily = (more: object = {}) => {
    next();
    const settings = { name: `Box ${made}`, slug: `box-${made}`, fontFamily: 'Box', ...more };
    return { font_family_settings: JSON.stringify(settings) };
  };
  const ofFace = (more: object = {}) => {
    return { font_face_settings: JSON.stringify({ fontFamily: `Face ${next()}`, src: own, ...more }) };
  };
  const family = async (): Promise<number> => (await site.make(families, ofFamily())).id;
  const face = async (of: number, more: object = {}): Promise<number> =>
    (await site.make(facesOf(of), ofFace(more))).id;
  const file = (name: string, filename: string, value: Uint8Array): Part => ({
    name,
    filename,
    type: 'font/woff2',
    value,
  });
  const sendFace = (of: number, settings: object, files: readonly Part[], person: Person = 'administrator') =>
    site.form(person, [{ name: 'font_face_settings', value: JSON.stringify(settings) }, ...files], {}, facesOf(of));
  const answered = ({ status, body }: Answered) => [status, body?.code];
  const detail = ({ status, body }: Answered, name: string) => [status, body.data?.details?.[name]?.code ?? body.code];

  describe('belong to those who manage the theme', () => {
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
        assert.doesNotMatch(
          JSON.stringify((await site.ask('editor', 'GET', address)).body),
          /box-\d|cms_font/,
          address,
        );
    });
  });

  describe('families', () => {
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
      const [{ id: one }, { id: other }] = [
        await site.make(families, ofFamily()),
        await site.make(families, ofFamily()),
      ];
      const slugs = [made - 1, made].map((n) => `box-${n}`).join();
      const { body, headers } = await site.ask('administrator', 'GET', `${families}?slug=${slugs}&_fields=id`);
      assert.deepEqual(body, [{ id: other }, { id: one }]);
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
      await database.transaction((tx) => tx.run(giving, { id: of, author: id }));
      assert.equal(
        (await site.ask('administrator', 'DELETE', `/cms/v2/users/${id}?force=true&reassign=false`)).status,
        200,
      );
      assert.equal((await site.ask('administrator', 'GET', `${families}/${of}`)).status, 200);
      assert.equal((await site.ask('administrator', 'DELETE', `${families}/${of}?force=true`)).status, 200);
    });
  });

  describe('faces', () => {
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

  describe('that are sent to do harm are refused, and nothing is left behind:', () => {
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
      [
        'an unknown member',
        '{"name":"x","slug":"x","fontFamily":"x","other":1}',
        'rest_additional_properties_forbidden',
      ],
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
});

describe('fonts that cannot be stored', () => {
  it('are all taken back, and the claims of their names with them', async () => {
    let stored = 0;
    const site = await openMediaSite({
      wrap: (store) => ({
        ...store,
        put: async (...args) => {
          stored += 1;
          if (stored === 2) throw new StoreFull('full');
          return store.put(...args);
        },
      }),
    });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.make(families, { font_family_settings: JSON.stringify(settings) });
    const face = JSON.stringify({ fontFamily: 'Box', src: ['a', 'b'] });
    const font = { type: 'font/woff2', value: packedFont('woff2') };
    const parts: Part[] = [
      { name: 'font_face_settings', value: face },
      { name: 'a', filename: 'a.woff2', ...font },
      { name: 'b', filename: 'b.woff2', ...font },
    ];
    const answer = await site.form('administrator', parts, {}, facesOf(id));
    assert.deepEqual([answer.status, answer.body.code], [503, 'rest_storage_full']);
    assert.deepEqual([await site.stored(), await site.known(), await site.working()], [[], [], []]);
    assert.equal((await site.form('administrator', parts, {}, facesOf(id))).status, 201);
    assert.deepEqual(await site.stored(), ['fonts/a.woff2', 'fonts/b.woff2']);
    await site.close();
  });

  it('are refused where they are larger than what is taken', async () => {
    const site = await openMediaSite({ largestUpload: 1000 });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.make(families, { font_family_settings: JSON.stringify(settings) });
    const parts: Part[] = [
      { name: 'font_face_settings', value: JSON.stringify({ fontFamily: 'Box', src: 'a' }) },
      { name: 'a', filename: 'a.woff2', value: packedFont('woff2', 1001) },
    ];
    const answer = await site.form('administrator', parts, {}, facesOf(id));
    assert.deepEqual([answer.status, answer.body.code], [400, 'rest_font_upload_unknown_error']);
    assert.deepEqual([await site.stored(), await site.known(), await site.working()], [[], [], []]);
    await site.close();
  });

  it('may be at hosts that the operator lets be asked, whatever network they are in', async () => {
    const site = await openMediaSite({
      fetchLimits: { hosts: new Set(['fonts.inside']), resolve: async () => ['10.0.0.1'] },
    });
    const settings = { name: 'Box', slug: 'box', fontFamily: 'Box' };
    const { id } = await site.make(families, { font_family_settings: JSON.stringify(settings) });
    const face = (src: string) =>
      site.ask('administrator', 'POST', facesOf(id), {
        font_face_settings: JSON.stringify({ fontFamily: 'Box', fontWeight: '400', src }),
      });
    assert.equal((await face('http://fonts.outside/a.woff2')).status, 400);
    assert.equal((await face('http://fonts.inside:8443/a.woff2')).status, 201);
    await site.close();
  });
});

describe('collections of fonts', () => {
  let site: MediaSite;
  const font_family_settings = {
    name: 'Box',
    slug: 'box',
    fontFamily: 'Box',
    fontFace: [{ fontFamily: 'Box', src: own }],
  };
  const collection = (slug: string) => ({ slug, name: `The ${slug}`, font_families: [{ font_family_settings }] });
  before(async () => {
    site = await openMediaSite({ config: { fontCollections: [collection('shelf'), collection('drawer')] } });
  });
  after(() => site.close());

  it('are those of the configuration', async () => {
    const { body, headers } = await site.ask('administrator', 'GET', '/cms/v2/font-collections?per_page=1&page=2');
    assert.equal(headers['X-CMS-Total'], '2');
    const { _links: links, ...drawer } = body[0];
    assert.deepEqual(drawer, {
      slug: 'drawer',
      name: 'The drawer',
      description: '',
      font_families: [{ font_family_settings, categories: [] }],
      categories: [],
    });
    assert.equal(links.self[0].href, 'http://site.test/rest/cms/v2/font-collections/drawer');
    const item = await site.ask('administrator', 'GET', '/cms/v2/font-collections/shelf');
    assert.equal(item.body.name, 'The shelf');
    const beyond = await site.ask('administrator', 'GET', '/cms/v2/font-collections?per_page=1&page=3');
    assert.deepEqual([beyond.status, beyond.body.code], [400, 'rest_post_invalid_page_number']);
  });

  it('are none where the configuration names none', async () => {
    const plain = await openMediaSite();
    const { status, body } = await plain.ask('administrator', 'GET', '/cms/v2/font-collections');
    assert.deepEqual([status, body], [200, []]);
    const unknown = await plain.ask('administrator', 'GET', '/cms/v2/font-collections/constructor');
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'rest_font_collection_not_found']);
    await plain.close();
  });
});
