// Abilities (protocol.md §20): every one is run, by everybody who may and who may not; what each gives fits what it tells.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';
import { pond } from './pond-extension.ts';
import type { Answered, Person } from './site.ts';

const base = '/cms-abilities/v1';

interface Told {
  readonly name: string;
  readonly category: string;
  readonly input_schema: { properties: Record<string, object>; required?: string[] };
  readonly output_schema: object;
  readonly meta: { annotations: { readonly: boolean; destructive: boolean; idempotent: boolean } };
}

const methodOf = ({ meta: { annotations } }: Told): string =>
  annotations.readonly ? 'GET' : annotations.destructive && annotations.idempotent ? 'DELETE' : 'POST';

describeEachEngine('abilities', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({
      database: await engine.open(),
      extensions: [pond],
      fetchLimits: { hosts: new Set(['127.0.0.1']) },
      config: {
        types: [{ name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' } }],
        fontCollections: [{ slug: 'shelf', name: 'The shelf', font_families: [] }],
      },
    });
  });
  after(async () => {
    assert.deepEqual(site.faults, []);
    await site.close();
  });

  const everything = async (): Promise<Told[]> => {
    const all: Told[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await site.ask('administrator', 'GET', `${base}/abilities?per_page=100&page=${page}`);
      all.push(...body);
      if (body.length < 100) return all;
    }
  };
  const run = (person: Person, method: string, name: string, input?: object): Promise<Answered> =>
    site.ask(person, method, `${base}/abilities/${name}/run`, input && { input });
  const codeOf = ({ status, body }: Answered) => [status, body.code];

  it('are told to who is signed in', async () => {
    for (const path of ['abilities', 'abilities/octavo/list-posts', 'categories', 'categories/posts']) {
      assert.deepEqual(codeOf(await site.ask('anonymous', 'GET', `${base}/${path}`)), [401, 'rest_forbidden']);
      assert.equal((await site.ask('subscriber', 'GET', `${base}/${path}`)).status, 200);
    }
    assert.deepEqual(codeOf(await site.ask('editor', 'GET', `${base}/abilities/octavo/fly`)), [
      404,
      'rest_ability_not_found',
    ]);
    assert.deepEqual(codeOf(await site.ask('editor', 'GET', `${base}/categories/birds`)), [
      404,
      'rest_ability_category_not_found',
    ]);
  });

  it('come in pages of fifty, of a category or of one kind of name', async () => {
    const all = await everything();
    const { body, headers } = await site.ask('subscriber', 'GET', `${base}/abilities`);
    assert.equal(body.length, 50);
    assert.deepEqual([headers['X-CMS-Total'], headers['X-CMS-TotalPages']], [String(all.length), '2']);
    assert.match(headers.Link ?? '', /page=2>; rel="next"/);
    const names = async (query: string) =>
      (await site.ask('subscriber', 'GET', `${base}/abilities?${query}`)).body.map(({ name }: Told) => name);
    assert.deepEqual(
      await names('category=recipes'),
      ['list-recipes', 'get-recipe', 'create-recipe', 'update-recipe', 'delete-recipe'].map((name) => `octavo/${name}`),
    );
    assert.deepEqual(await names('namespace=core'), ['core/get-site-info', 'core/get-user-info']);
    assert.deepEqual(await names('namespace=pond'), ['pond/count-fish']);
    assert.deepEqual(await names('category=none'), []);
    assert.deepEqual(codeOf(await site.ask('subscriber', 'GET', `${base}/abilities?category[]=a`)), [
      400,
      'rest_invalid_param',
    ]);
    const { body: categories } = await site.ask('subscriber', 'GET', `${base}/categories?per_page=100`);
    const slugs = categories.map(({ slug }: { slug: string }) => slug);
    for (const { category } of all) assert.ok(slugs.includes(category), category);
    const { body: pondTold } = await site.ask('subscriber', 'GET', `${base}/categories/pond`);
    assert.equal(pondTold.label, 'The pond');
    assert.match(pondTold._links.abilities[0].href, /abilities\?category=pond$/);
  });

  it('have schemas that are schemas, of objects', async () => {
    const judge = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, input_schema: input, output_schema: output } of await everything()) {
      for (const schema of [input, output]) assert.ok(judge.validateSchema(schema), name);
      assert.deepEqual(
        [input, output].map((schema) => (schema as { type?: string }).type),
        ['object', 'object'],
      );
    }
  });

  let made = 0;
  let commented = 0;

  /** What makes one of each kind, by what abilities call it, and where. */
  const makings: Readonly<Record<string, readonly [path: string, thing: () => object]>> = {
    ...Object.fromEntries(
      ['post', 'page', 'block', 'navigation', 'recipe', 'template', 'template-part'].map((one) => [
        one,
        [one === 'navigation' ? one : `${one}s`, () => ({ title: `Made ${made}`, content: 'x', slug: `made-${made}` })],
      ]),
    ),
    category: ['categories', () => ({ name: `Made ${made}` })],
    'post-tag': ['tags', () => ({ name: `Made ${made}` })],
    'pattern-category': ['cms_pattern_category', () => ({ name: `Made ${made}` })],
    'nav-menu': ['menus', () => ({ name: `Made ${made}` })],
    'nav-menu-item': ['menu-items', () => ({ title: `Made ${made}`, url: 'https://example.org/' })],
    comment: ['comments', () => ({ post: commented, content: `Said ${made}` })],
  };

  const familySettings = () => ({
    font_family_settings: { name: `Made ${made}`, slug: `made-${made}`, fontFamily: `"Made ${made}"` },
  });
  const faceSettings = () => ({
    font_face_settings: { fontFamily: `Made ${made}`, src: 'https://93.184.216.34/made.woff2', fontWeight: 700 },
  });
  const makeFamily = async (): Promise<number> => {
    made += 1;
    return (await run('administrator', 'POST', 'octavo/create-font-family', familySettings())).body.id;
  };
  const ofStyles = async (): Promise<{ id: number }> => {
    const { body } = await run('administrator', 'GET', 'octavo/list-themes', { status: ['active'] });
    return { id: Number(body.items[0]._links['cms:user-global-styles'][0].href.split('/').at(-1)) };
  };

  /** What abilities of what a site looks like are given, where it is not what others are given. */
  const designs: Readonly<Record<string, () => object | Promise<object>>> = {
    'get-theme': () => ({ stylesheet: 'quarto' }),
    'get-theme-styles': () => ({ stylesheet: 'quarto' }),
    'list-theme-variations': () => ({ stylesheet: 'quarto' }),
    'get-global-styles': ofStyles,
    'update-global-styles': async () => ({ ...(await ofStyles()), styles: { spacing: { blockGap: `${made}px` } } }),
    'get-font-collection': () => ({ slug: 'shelf' }),
    'get-font-family': async () => ({ id: await makeFamily() }),
    'create-font-family': familySettings,
    'update-font-family': async () => ({ id: await makeFamily(), font_family_settings: { name: `Changed ${made}` } }),
    'delete-font-family': async () => ({ id: await makeFamily(), force: true }),
    'list-font-faces': async () => ({ font_family_id: await makeFamily() }),
    'get-font-face': () => makeFace(),
    'create-font-face': async () => ({ font_family_id: await makeFamily(), ...faceSettings() }),
    'delete-font-face': async () => ({ ...(await makeFace()), force: true }),
  };

  async function makeFace(): Promise<{ font_family_id: number; id: number }> {
    const input = { font_family_id: await makeFamily(), ...faceSettings() };
    const { body } = await run('administrator', 'POST', 'octavo/create-font-face', input);
    return { font_family_id: input.font_family_id, id: body.id };
  }

  async function idOf(one: string): Promise<number | string> {
    if (one === 'user') return site.ids.author;
    if (one === 'attachment') return (await site.upload('administrator', `${made}.png`, await picture(4, 4))).body.id;
    const [path, thing] = makings[one] ?? assert.fail(one);
    return (await site.make(`/cms/v2/${path}`, thing())).id;
  }

  /** What an ability is given here; what it is about is made before. */
  async function inputFor(name: string): Promise<object> {
    made += 1;
    const [, deed = '', one = ''] = /^octavo\/(\w+)-(.*)$/.exec(name) ?? [];
    if (name === 'pond/count-fish') return { kind: 'carp' };
    const design = designs[`${deed}-${one}`];
    if (design) return design();
    if (one === 'settings') return deed === 'update' ? { description: `Words ${made}` } : {};
    if (deed === 'create') return makings[one]?.[1]() ?? {};
    if (deed === 'get') return { id: await idOf(one) };
    if (deed === 'delete') return { id: await idOf(one), force: true };
    if (deed !== 'update') return {};
    const texts = one === 'comment' || one === 'attachment' ? {} : makings[one]?.[1]();
    return { id: await idOf(one), ...texts, ...(one === 'comment' && { status: 'hold' }) };
  }

  it('give what they tell, every one', async () => {
    commented = (await site.make('/cms/v2/posts', { title: 'Commented', status: 'publish' })).id;
    const judge = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    for (const told of await everything()) {
      if (told.name === 'octavo/create-attachment') continue;
      const answer = await run('administrator', methodOf(told), told.name, await inputFor(told.name));
      assert.ok(answer.status < 300, `${told.name} ${answer.status} ${JSON.stringify(answer.body)}`);
      const schema = closed(told.output_schema);
      const fits = judge.compile(schema);
      assert.ok(fits(answer.body), `${told.name}: ${judge.errorsText(fits.errors)} ${JSON.stringify(answer.body)}`);
    }
  });

  it('take what is said in a text of JSON as what it says', async () => {
    const told = async (name: string) => (await site.ask('editor', 'GET', `${base}/abilities/octavo/${name}`)).body;
    const { font_face_settings: settings, font_family_id: family } = (await told('create-font-face')).input_schema
      .properties;
    assert.deepEqual([settings.type, settings.required, family.type], ['object', ['fontFamily', 'src'], 'integer']);
    assert.deepEqual((await told('delete-font-face')).input_schema.required, ['font_family_id', 'id']);
    made += 1;
    const face = await run('administrator', 'POST', 'octavo/create-font-face', {
      ...(await inputFor('octavo/create-font-face')),
      fields: ['font_face_settings'],
    });
    assert.deepEqual(face.body, {
      font_face_settings: {
        ...{ fontFamily: `"Made ${made}"`, src: 'https://93.184.216.34/made.woff2', fontWeight: '700' },
      },
    });
    for (const font_family_settings of ['{"name":"x","slug":"x","fontFamily":"x"}', { name: 'x' }, { nothing: 1 }])
      assert.deepEqual(
        codeOf(await run('administrator', 'POST', 'octavo/create-font-family', { font_family_settings })),
        [400, 'ability_invalid_input'],
      );
  });

  it('change what a site looks like for who may, and reach nothing else', async () => {
    const [family, { id: styles }] = [await makeFamily(), await ofStyles()];
    const cannot = [403, 'rest_ability_cannot_execute'];
    for (const [method, name, input] of [
      ['GET', 'list-font-families', {}],
      ['POST', 'create-font-family', familySettings()],
      ['DELETE', 'delete-font-family', { id: family, force: true }],
      ['POST', 'create-font-face', { font_family_id: family, ...faceSettings() }],
      ['POST', 'update-global-styles', { id: styles, title: 'Mine' }],
      ['GET', 'list-font-collections', {}],
    ] as const)
      assert.deepEqual(codeOf(await run('editor', method, `octavo/${name}`, input)), cannot, name);
    assert.deepEqual(codeOf(await run('subscriber', 'GET', 'octavo/get-global-styles', { id: styles })), cannot);
    assert.equal((await run('contributor', 'GET', 'octavo/get-global-styles', { id: styles })).status, 200);
    const elsewhere = await run('administrator', 'GET', 'octavo/get-theme-styles', { stylesheet: 'quarto/variations' });
    assert.deepEqual(codeOf(elsewhere), [404, 'rest_no_route']);
    const gone = await run('administrator', 'DELETE', 'octavo/delete-font-family', { id: family, force: true });
    assert.deepEqual([gone.body.deleted, gone.body.previous.id], [true, family]);
  });

  it('are run by the method that fits what they do', async () => {
    for (const told of await everything()) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => each !== methodOf(told)))
        assert.deepEqual(codeOf(await run('administrator', method, told.name)), [405, 'rest_ability_invalid_method']);
    }
    assert.deepEqual(codeOf(await run('administrator', 'GET', 'octavo/fly')), [404, 'rest_ability_not_found']);
  });

  it('look at what they are given before they look at who gives it', async () => {
    const refused: [string, string, object | undefined][] = [
      ['GET', 'octavo/list-posts', { page: 0 }],
      ['GET', 'octavo/list-posts', { nothing: 1 }],
      ['GET', 'octavo/list-posts', { fields: ['id', 'nothing'] }],
      ['GET', 'octavo/get-post', undefined],
      ['GET', 'octavo/get-post', { id: 'x' }],
      ['POST', 'octavo/create-attachment', { title: 'No address' }],
      ['POST', 'octavo/update-settings', { email: 'nobody' }],
    ];
    for (const person of ['anonymous', 'administrator'] as const)
      for (const [method, name, input] of refused)
        assert.deepEqual(codeOf(await run(person, method, name, input)), [400, 'ability_invalid_input'], name);
    const bare = await site.ask('administrator', 'GET', `${base}/abilities/octavo/list-posts/run?input=5`);
    assert.deepEqual(codeOf(bare), [400, 'ability_invalid_input']);
    const late = await run('administrator', 'POST', 'octavo/create-post', { title: 'x', status: 'nonsense' });
    assert.deepEqual(codeOf(late), [400, 'ability_invalid_input']);
  });

  it('read what stands in the query', async () => {
    const post = await site.make('/cms/v2/posts', { title: 'Asked for in a query', status: 'publish' });
    const query = `input[include][]=${post.id}&input[fields][]=id&input[fields][]=slug&input[per_page]=5`;
    const { body } = await site.ask('anonymous', 'GET', `${base}/abilities/octavo/list-posts/run?${query}`);
    assert.deepEqual(body, { items: [{ id: post.id, slug: 'asked-for-in-a-query' }], total: 1, total_pages: 1 });
  });

  it('may do what who runs them may do, and nothing more', async () => {
    const draft = await site.make('/cms/v2/posts', { title: 'Hushed' }, 'other');
    const denied = async (person: Person, method: string, name: string, input: object) => {
      const { status, body } = await run(person, method, name, input);
      assert.ok(!JSON.stringify(body).includes('Hushed'), name);
      return [status, body.code, body.data.reason];
    };
    const cannot = 'rest_ability_cannot_execute';
    assert.deepEqual(await denied('anonymous', 'GET', 'octavo/get-post', { id: draft.id }), [
      401,
      cannot,
      'rest_forbidden',
    ]);
    assert.deepEqual(await denied('author', 'POST', 'octavo/update-post', { id: draft.id, title: 'Mine' }), [
      403,
      cannot,
      'rest_cannot_edit',
    ]);
    assert.deepEqual(await denied('author', 'DELETE', 'octavo/delete-post', { id: draft.id }), [
      403,
      cannot,
      'rest_cannot_delete',
    ]);
    assert.deepEqual(await denied('editor', 'GET', 'core/get-site-info', {}), [403, cannot, 'rest_forbidden']);
    assert.deepEqual(await denied('subscriber', 'GET', 'pond/count-fish', { kind: 'carp' }), [
      403,
      cannot,
      'pond_closed',
    ]);
    assert.equal(
      (await run('editor', 'POST', 'octavo/update-post', { id: draft.id, title: 'Ours' })).body.title.raw,
      'Ours',
    );
    assert.deepEqual((await run('contributor', 'GET', 'pond/count-fish', { kind: 'carp', ripe: '1' })).body, {
      ...{ kind: 'carp', count: 3, ripe: true },
    });
    const mine = (await run('author', 'GET', 'core/get-user-info')).body;
    assert.deepEqual([mine.id, mine.user_login, mine.roles], [site.ids.author, 'author', ['author']]);
  });

  it('make files of what an address shows, for who may upload', async (test) => {
    const bytes = await picture(4, 4);
    const elsewhere = createServer((_request, response) =>
      response.setHeader('Content-Type', 'image/png').end(bytes),
    ).listen(0, '127.0.0.1');
    test.after(() => elsewhere.close());
    await once(elsewhere, 'listening');
    const input = { url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/dot.png` };
    const { status, body } = await run('author', 'POST', 'octavo/create-attachment', input);
    assert.deepEqual([status, body.title.raw, body.media_type], [200, 'dot', 'image']);
    const named = await run('author', 'POST', 'octavo/create-attachment', { ...input, title: 'Never heard' });
    assert.deepEqual(codeOf(named), [400, 'ability_invalid_input']);
    const refused = await run('contributor', 'POST', 'octavo/create-attachment', input);
    assert.deepEqual(codeOf(refused), [403, 'rest_ability_cannot_execute']);
  });

  it('tell what is not there, and reach no other route by a name', async () => {
    assert.deepEqual(codeOf(await run('administrator', 'GET', 'octavo/get-post', { id: 999999 })), [
      404,
      'rest_post_invalid_id',
    ]);
    const template = await site.make('/cms/v2/templates', { slug: 'kept', content: 'One' });
    await site.ask('administrator', 'POST', `/cms/v2/templates/${template.id}`, { content: 'Two' });
    const reached = await run('administrator', 'GET', 'octavo/get-template', { id: `${template.id}/revisions` });
    assert.deepEqual(codeOf(reached), [404, 'rest_no_route']);
  });
});

/** A schema with no members but those it tells. */
function closed(schema: unknown): object {
  const { properties, items, ...rest } = schema as { properties?: Record<string, unknown>; items?: unknown };
  return {
    ...rest,
    ...(items !== undefined && { items: closed(items) }),
    ...(properties && Object.keys(properties).length > 0
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(each)])),
          additionalProperties: (rest as { additionalProperties?: unknown }).additionalProperties ?? false,
        }
      : {}),
  };
}
