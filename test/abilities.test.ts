// Runs every ability with and without permission, and validates the outputs against their schemas (protocol.md §20).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import { pond } from './pond-extension.ts';
import type { Caller, TestResponse } from './site.ts';

const base = '/cms-abilities/v1';

interface ListedAbility {
  readonly name: string;
  readonly category: string;
  readonly input_schema: { properties: Record<string, object>; required?: string[] };
  readonly output_schema: object;
  readonly meta: { annotations: { readonly: boolean; destructive: boolean; idempotent: boolean } };
}

const methodOf = ({ meta: { annotations } }: ListedAbility): string =>
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
    await site.close();
    assert.deepEqual(site.errors, []);
  });

  const listAbilities = async (): Promise<ListedAbility[]> => {
    const all: ListedAbility[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await site.request('administrator', 'GET', `${base}/abilities?per_page=100&page=${page}`);
      all.push(...body);
      if (body.length < 100) return all;
    }
  };
  const run = (caller: Caller, method: string, name: string, input?: object): Promise<TestResponse> =>
    site.request(caller, method, `${base}/abilities/${name}/run`, input && { input });
  const codeOf = ({ status, body }: TestResponse) => [status, body.code];

  it('are listed for signed-in users', async () => {
    for (const path of ['abilities', 'abilities/octavo/list-posts', 'categories', 'categories/posts']) {
      assert.deepEqual(codeOf(await site.request('anonymous', 'GET', `${base}/${path}`)), [401, 'rest_forbidden']);
      assert.equal((await site.request('subscriber', 'GET', `${base}/${path}`)).status, 200);
    }
    assert.deepEqual(codeOf(await site.request('editor', 'GET', `${base}/abilities/octavo/fly`)), [
      404,
      'rest_ability_not_found',
    ]);
    assert.deepEqual(codeOf(await site.request('editor', 'GET', `${base}/categories/birds`)), [
      404,
      'rest_ability_category_not_found',
    ]);
  });

  it('are listed in pages of fifty, and filtered by category or namespace', async () => {
    const all = await listAbilities();
    const { body, headers } = await site.request('subscriber', 'GET', `${base}/abilities`);
    assert.equal(body.length, 50);
    assert.deepEqual([headers['X-CMS-Total'], headers['X-CMS-TotalPages']], [String(all.length), '2']);
    assert.match(headers.Link ?? '', /page=2>; rel="next"/);
    const names = async (query: string) =>
      (await site.request('subscriber', 'GET', `${base}/abilities?${query}`)).body.map(
        ({ name }: ListedAbility) => name,
      );
    assert.deepEqual(
      await names('category=recipes'),
      ['list-recipes', 'get-recipe', 'create-recipe', 'update-recipe', 'delete-recipe'].map((name) => `octavo/${name}`),
    );
    assert.deepEqual(await names('namespace=core'), ['core/get-site-info', 'core/get-user-info']);
    assert.deepEqual(await names('namespace=pond'), ['pond/count-fish']);
    assert.deepEqual(await names('category=none'), []);
    assert.deepEqual(codeOf(await site.request('subscriber', 'GET', `${base}/abilities?category[]=a`)), [
      400,
      'rest_invalid_param',
    ]);
    const { body: categories } = await site.request('subscriber', 'GET', `${base}/categories?per_page=100`);
    const slugs = categories.map(({ slug }: { slug: string }) => slug);
    for (const { category } of all) assert.ok(slugs.includes(category), category);
    const { body: pondCategory } = await site.request('subscriber', 'GET', `${base}/categories/pond`);
    assert.equal(pondCategory.label, 'The pond');
    assert.match(pondCategory._links.abilities[0].href, /abilities\?category=pond$/);
  });

  it('have valid schemas whose type is object', async () => {
    const validator = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, input_schema: input, output_schema: output } of await listAbilities()) {
      for (const schema of [input, output]) assert.ok(validator.validateSchema(schema), name);
      assert.deepEqual(
        [input, output].map((schema) => (schema as { type?: string }).type),
        ['object', 'object'],
      );
    }
  });

  let counter = 0;
  let commented = 0;

  /** Collections, and inputs that create a record in them, by the type of resource in the names of abilities. */
  const creations: Readonly<Record<string, readonly [path: string, thing: () => object]>> = {
    ...Object.fromEntries(
      ['post', 'page', 'block', 'navigation', 'recipe', 'template', 'template-part'].map((one) => [
        one,
        [
          one === 'navigation' ? one : `${one}s`,
          () => ({ title: `Made ${counter}`, content: 'x', slug: `made-${counter}` }),
        ],
      ]),
    ),
    category: ['categories', () => ({ name: `Made ${counter}` })],
    'post-tag': ['tags', () => ({ name: `Made ${counter}` })],
    'pattern-category': ['cms_pattern_category', () => ({ name: `Made ${counter}` })],
    'nav-menu': ['menus', () => ({ name: `Made ${counter}` })],
    'nav-menu-item': ['menu-items', () => ({ title: `Made ${counter}`, url: 'https://example.org/' })],
    comment: ['comments', () => ({ post: commented, content: `Said ${counter}` })],
  };

  const familySettings = () => ({
    font_family_settings: { name: `Made ${counter}`, slug: `made-${counter}`, fontFamily: `"Made ${counter}"` },
  });
  const faceSettings = () => ({
    font_face_settings: { fontFamily: `Made ${counter}`, src: 'https://93.184.216.34/made.woff2', fontWeight: 700 },
  });
  const makeFamily = async (): Promise<number> => {
    counter += 1;
    return (await run('administrator', 'POST', 'octavo/create-font-family', familySettings())).body.id;
  };
  const findStyles = async (): Promise<{ id: number }> => {
    const { body } = await run('administrator', 'GET', 'octavo/list-themes', { status: ['active'] });
    return { id: Number(body.items[0]._links['cms:user-global-styles'][0].href.split('/').at(-1)) };
  };

  /** Inputs of theme, style and font abilities. Unlike other inputs, they cannot be derived from the name of the ability. */
  const designInputs: Readonly<Record<string, () => object | Promise<object>>> = {
    'get-theme': () => ({ stylesheet: 'quarto' }),
    'get-theme-styles': () => ({ stylesheet: 'quarto' }),
    'list-theme-variations': () => ({ stylesheet: 'quarto' }),
    'get-global-styles': findStyles,
    'update-global-styles': async () => ({
      ...(await findStyles()),
      styles: { spacing: { blockGap: `${counter}px` } },
    }),
    'get-font-collection': () => ({ slug: 'shelf' }),
    'get-font-family': async () => ({ id: await makeFamily() }),
    'create-font-family': familySettings,
    'update-font-family': async () => ({
      id: await makeFamily(),
      font_family_settings: { name: `Changed ${counter}` },
    }),
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
    if (one === 'attachment')
      return (await site.upload('administrator', `${counter}.png`, await createImage(4, 4))).body.id;
    const [path, thing] = creations[one] ?? assert.fail(one);
    return (await site.create(`/cms/v2/${path}`, thing())).id;
  }

  /** Creates the records that an ability needs, and returns an input for it. */
  async function inputFor(name: string): Promise<object> {
    counter += 1;
    const [, verb = '', one = ''] = /^octavo\/(\w+)-(.*)$/.exec(name) ?? [];
    if (name === 'pond/count-fish') return { kind: 'carp' };
    const design = designInputs[`${verb}-${one}`];
    if (design) return design();
    if (one === 'settings') return verb === 'update' ? { description: `Words ${counter}` } : {};
    if (verb === 'create') return creations[one]?.[1]() ?? {};
    if (verb === 'get') return { id: await idOf(one) };
    if (verb === 'delete') return { id: await idOf(one), force: true };
    if (verb !== 'update') return {};
    const texts = one === 'comment' || one === 'attachment' ? {} : creations[one]?.[1]();
    return { id: await idOf(one), ...texts, ...(one === 'comment' && { status: 'hold' }) };
  }

  it('return outputs that match their schemas', async () => {
    commented = (await site.create('/cms/v2/posts', { title: 'Commented', status: 'publish' })).id;
    const validator = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    for (const ability of await listAbilities()) {
      if (ability.name === 'octavo/create-attachment') continue;
      const response = await run('administrator', methodOf(ability), ability.name, await inputFor(ability.name));
      assert.ok(response.status < 300, `${ability.name} ${response.status} ${JSON.stringify(response.body)}`);
      const schema = withoutUndeclaredProperties(ability.output_schema);
      const fits = validator.compile(schema);
      assert.ok(
        fits(response.body),
        `${ability.name}: ${validator.errorsText(fits.errors)} ${JSON.stringify(response.body)}`,
      );
    }
  });

  it('accept objects for parameters that contain JSON text', async () => {
    const ability = async (name: string) =>
      (await site.request('editor', 'GET', `${base}/abilities/octavo/${name}`)).body;
    const { font_face_settings: settings, font_family_id: family } = (await ability('create-font-face')).input_schema
      .properties;
    assert.deepEqual([settings.type, settings.required, family.type], ['object', ['fontFamily', 'src'], 'integer']);
    assert.deepEqual((await ability('delete-font-face')).input_schema.required, ['font_family_id', 'id']);
    counter += 1;
    const face = await run('administrator', 'POST', 'octavo/create-font-face', {
      ...(await inputFor('octavo/create-font-face')),
      fields: ['font_face_settings'],
    });
    assert.deepEqual(face.body, {
      font_face_settings: {
        ...{ fontFamily: `"Made ${counter}"`, src: 'https://93.184.216.34/made.woff2', fontWeight: '700' },
      },
    });
    for (const font_family_settings of ['{"name":"x","slug":"x","fontFamily":"x"}', { name: 'x' }, { nothing: 1 }])
      assert.deepEqual(
        codeOf(await run('administrator', 'POST', 'octavo/create-font-family', { font_family_settings })),
        [400, 'ability_invalid_input'],
      );
  });

  it('change themes and fonts if the caller has the permission, and change nothing else', async () => {
    const [family, { id: styles }] = [await makeFamily(), await findStyles()];
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

  it('require the HTTP method that matches their annotations', async () => {
    for (const ability of await listAbilities()) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => each !== methodOf(ability)))
        assert.deepEqual(codeOf(await run('administrator', method, ability.name)), [
          405,
          'rest_ability_invalid_method',
        ]);
    }
    assert.deepEqual(codeOf(await run('administrator', 'GET', 'octavo/fly')), [404, 'rest_ability_not_found']);
  });

  it('validate their input before they check the permission', async () => {
    const rejected: [string, string, object | undefined][] = [
      ['GET', 'octavo/list-posts', { page: 0 }],
      ['GET', 'octavo/list-posts', { nothing: 1 }],
      ['GET', 'octavo/list-posts', { fields: ['id', 'nothing'] }],
      ['GET', 'octavo/get-post', undefined],
      ['GET', 'octavo/get-post', { id: 'x' }],
      ['POST', 'octavo/create-attachment', { title: 'No address' }],
      ['POST', 'octavo/update-settings', { email: 'nobody' }],
    ];
    for (const caller of ['anonymous', 'administrator'] as const)
      for (const [method, name, input] of rejected)
        assert.deepEqual(codeOf(await run(caller, method, name, input)), [400, 'ability_invalid_input'], name);
    const bare = await site.request('administrator', 'GET', `${base}/abilities/octavo/list-posts/run?input=5`);
    assert.deepEqual(codeOf(bare), [400, 'ability_invalid_input']);
    const late = await run('administrator', 'POST', 'octavo/create-post', { title: 'x', status: 'nonsense' });
    assert.deepEqual(codeOf(late), [400, 'ability_invalid_input']);
  });

  it('read their input from the query', async () => {
    const post = await site.create('/cms/v2/posts', { title: 'Asked for in a query', status: 'publish' });
    const query = `input[include][]=${post.id}&input[fields][]=id&input[fields][]=slug&input[per_page]=5`;
    const { body } = await site.request('anonymous', 'GET', `${base}/abilities/octavo/list-posts/run?${query}`);
    assert.deepEqual(body, { items: [{ id: post.id, slug: 'asked-for-in-a-query' }], total: 1, total_pages: 1 });
  });

  it('run with exactly the permissions of their caller', async () => {
    const draft = await site.create('/cms/v2/posts', { title: 'Hushed' }, 'other');
    const errorOf = async (caller: Caller, method: string, name: string, input: object) => {
      const { status, body } = await run(caller, method, name, input);
      assert.ok(!JSON.stringify(body).includes('Hushed'), name);
      return [status, body.code, body.data.reason];
    };
    const cannot = 'rest_ability_cannot_execute';
    assert.deepEqual(await errorOf('anonymous', 'GET', 'octavo/get-post', { id: draft.id }), [
      401,
      cannot,
      'rest_forbidden',
    ]);
    assert.deepEqual(await errorOf('author', 'POST', 'octavo/update-post', { id: draft.id, title: 'Mine' }), [
      403,
      cannot,
      'rest_cannot_edit',
    ]);
    assert.deepEqual(await errorOf('author', 'DELETE', 'octavo/delete-post', { id: draft.id }), [
      403,
      cannot,
      'rest_cannot_delete',
    ]);
    assert.deepEqual(await errorOf('editor', 'GET', 'core/get-site-info', {}), [403, cannot, 'rest_forbidden']);
    assert.deepEqual(await errorOf('subscriber', 'GET', 'pond/count-fish', { kind: 'carp' }), [
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
    const ownUser = (await run('author', 'GET', 'core/get-user-info')).body;
    assert.deepEqual([ownUser.id, ownUser.user_login, ownUser.roles], [site.ids.author, 'author', ['author']]);
  });

  it('create media from a URL for users who may upload', async (test) => {
    const bytes = await createImage(4, 4);
    const elsewhere = createServer((_request, response) =>
      response.setHeader('Content-Type', 'image/png').end(bytes),
    ).listen(0, '127.0.0.1');
    test.after(() => elsewhere.close());
    await once(elsewhere, 'listening');
    const input = { url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/dot.png` };
    const { status, body } = await run('author', 'POST', 'octavo/create-attachment', input);
    assert.deepEqual([status, body.title.raw, body.media_type], [200, 'dot', 'image']);
    const named = await run('author', 'POST', 'octavo/create-attachment', { ...input, title: 'Unknown parameter' });
    assert.deepEqual(codeOf(named), [400, 'ability_invalid_input']);
    const rejected = await run('contributor', 'POST', 'octavo/create-attachment', input);
    assert.deepEqual(codeOf(rejected), [403, 'rest_ability_cannot_execute']);
  });

  it('return 404 for unknown records, and cannot be redirected to another route by an ID', async () => {
    assert.deepEqual(codeOf(await run('administrator', 'GET', 'octavo/get-post', { id: 999999 })), [
      404,
      'rest_post_invalid_id',
    ]);
    const template = await site.create('/cms/v2/templates', { slug: 'kept', content: 'One' });
    await site.request('administrator', 'POST', `/cms/v2/templates/${template.id}`, { content: 'Two' });
    const reached = await run('administrator', 'GET', 'octavo/get-template', { id: `${template.id}/revisions` });
    assert.deepEqual(codeOf(reached), [404, 'rest_no_route']);
  });
});

/**
 * Returns a copy of a schema in which every object with declared properties rejects other properties, unless the schema
 * declares `additionalProperties`.
 */
function withoutUndeclaredProperties(schema: unknown): object {
  const { properties, items, ...rest } = schema as { properties?: Record<string, unknown>; items?: unknown };
  return {
    ...rest,
    ...(items !== undefined && { items: withoutUndeclaredProperties(items) }),
    ...(properties && Object.keys(properties).length > 0
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, withoutUndeclaredProperties(each)]),
          ),
          additionalProperties: (rest as { additionalProperties?: unknown }).additionalProperties ?? false,
        }
      : {}),
  };
}
