// Tests the routes that editors use in addition to content (protocol.md §20): permissions, responses and errors.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDiskStore } from '../server/files/disk-store.ts';
import { type Caller, openTestSite, roles, type TestSite } from './site.ts';

let site: TestSite;
let folder: string;
let draft = 0;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-companions-'));
  site = await openTestSite({ files: await openDiskStore(folder), extensions: ['sbc'] });
  draft = (await site.create('/cms/v2/posts', { title: 'A secret plan', status: 'draft' })).id;
});
after(async () => {
  assert.deepEqual(site.errors, []);
  await site.database.close();
  await rm(folder, { recursive: true });
});

const callers: readonly Caller[] = ['anonymous', ...roles];

/** A request, the expected statuses for anonymous, subscriber, contributor, author, editor and administrator, and the error code. */
type Row = readonly [
  request: readonly [method: string, path: string, body?: object],
  statuses: readonly [number, number, number, number, number, number],
  code?: string,
];

const writers = [401, 403, 200, 200, 200, 200] as const;
const administrators = [401, 403, 403, 403, 403, 200] as const;
const forbiddenForAll = [401, 403, 403, 403, 403, 403] as const;
const administratorsGet = (status: number) => [401, 403, 403, 403, 403, status] as const;
const get = (path: string): Row[0] => ['GET', path];

const table: readonly Row[] = [
  [get('/cms/v2/block-types'), writers, 'rest_block_type_cannot_view'],
  [get('/cms/v2/block-types/core'), writers, 'rest_block_type_cannot_view'],
  [get('/cms/v2/block-types/core/search'), writers, 'rest_block_type_cannot_view'],
  [get('/cms/v2/block-patterns/patterns'), writers, 'rest_cannot_view'],
  [get('/cms/v2/block-patterns/categories'), writers, 'rest_cannot_view'],
  [get('/cms/v2/block-renderer/core/search?context=edit'), writers, 'block_cannot_read'],
  [['POST', '/cms/v2/block-renderer/core/search', { context: 'edit' }], writers, 'block_cannot_read'],
  [get('/cms/v2/icons'), writers, 'rest_cannot_view'],
  [get('/cms/v2/icons/core'), writers, 'rest_cannot_view'],
  [get('/cms/v2/icons/core/plus'), writers, 'rest_cannot_view'],
  [get('/cms/v2/icon-collections'), writers, 'rest_cannot_view'],
  [get('/cms/v2/icon-collections/core'), writers, 'rest_cannot_view'],
  [get('/cms/v2/pattern-directory/patterns'), writers, 'rest_pattern_directory_cannot_view'],
  [get('/cms/v2/block-directory/search?term=x'), administrators, 'rest_block_directory_cannot_view'],
  [get('/cms/v2/plugins'), administrators, 'rest_cannot_view_plugins'],
  [get('/cms/v2/plugins/sbc'), administrators, 'rest_cannot_view_plugin'],
  [get('/cms/v2/plugins/unknown'), administratorsGet(404), 'rest_cannot_view_plugin'],
  [['POST', '/cms/v2/plugins', { slug: 'another' }], forbiddenForAll, 'rest_cannot_install_plugin'],
  [['PUT', '/cms/v2/plugins/sbc', { status: 'active' }], administrators, 'rest_cannot_manage_plugins'],
  [['DELETE', '/cms/v2/plugins/sbc'], administratorsGet(400), 'rest_cannot_manage_plugins'],
  [get('/cms/v2/sidebars'), administrators, 'rest_cannot_manage_widgets'],
  [get('/cms/v2/sidebars/sidebar-1'), administratorsGet(404), 'rest_cannot_manage_widgets'],
  [['PUT', '/cms/v2/sidebars/sidebar-1', { widgets: [] }], administratorsGet(404), 'rest_cannot_manage_widgets'],
  [get('/cms/v2/widgets'), administrators, 'rest_cannot_manage_widgets'],
  [['POST', '/cms/v2/widgets', { sidebar: 'x' }], administratorsGet(400), 'rest_cannot_manage_widgets'],
  [['DELETE', '/cms/v2/widgets/text-1'], administratorsGet(404), 'rest_cannot_manage_widgets'],
  [get('/cms/v2/widget-types'), administrators, 'rest_cannot_manage_widgets'],
  [['POST', '/cms/v2/widget-types/text/encode', {}], administratorsGet(404), 'rest_cannot_manage_widgets'],
  [get('/cms/v2/view-config?kind=postType&name=post'), writers, 'rest_cannot_read'],
  [get('/cms/v2/view-config?kind=postType&name=page'), [401, 403, 403, 403, 200, 200], 'rest_cannot_read'],
  [get('/cms/v2/view-config?kind=taxonomy&name=category'), writers, 'rest_cannot_read'],
  [get('/cms/v2/view-config?kind=postType&name=cms_template'), administrators, 'rest_cannot_read'],
  [get('/cms/v2/view-config?kind=root&name=site'), administrators, 'rest_cannot_read'],
  [get('/cms-block-editor/v1/export'), administrators, 'rest_cannot_export_templates'],
  [get('/cms-site-health/v1/tests/storage'), administrators, 'rest_forbidden'],
  [get('/cms-site-health/v1/directory-sizes'), administrators, 'rest_forbidden'],
];

describe('permissions of editor routes', () => {
  for (const [request, statuses, code] of table) {
    it(request.slice(0, 2).join(' '), async () => {
      for (const [at, caller] of callers.entries()) {
        const { status, body } = await site.request(caller, ...request);
        assert.equal(status, statuses[at], `${caller}: ${JSON.stringify(body).slice(0, 200)}`);
        if (status === 401 || status === 403) assert.equal(body.code, code, caller);
      }
    });
  }

  it('renders a block in an entry for users who may edit it', async () => {
    const path = `/cms/v2/block-renderer/core/post-title?context=edit&post_id=${draft}`;
    assert.match((await site.request('editor', 'GET', path)).body.rendered, /A secret plan/);
    for (const caller of ['contributor', 'author'] as const) {
      const { status, body } = await site.request(caller, 'GET', path);
      assert.deepEqual([status, body.code], [403, 'block_cannot_read']);
    }
    const { status, body } = await site.request('administrator', 'GET', path.replace(`${draft}`, '999999'));
    assert.deepEqual([status, body.code], [403, 'block_cannot_read'], 'a missing entry');
  });
});

describe('responses of editor routes', () => {
  const bodyOf = async (path: string) => (await site.request('administrator', 'GET', path)).body;

  it('explain why a list is empty or short, in its schema', async () => {
    const reasons: readonly (readonly [string, RegExp])[] = [
      ...['sidebars', 'widgets', 'widget-types'].map((name) => [name, /no widget areas.*template parts/] as const),
      ['font-collections', /configuration.*By default, there are none/],
      ['icons', /one small collection/],
      ['block-patterns/patterns', /patterns of the active theme/],
      ['block-patterns/categories', /categories of the active theme/],
      ['pattern-directory/patterns', /^Always empty/],
      ['block-directory/search', /^Always empty/],
    ];
    for (const [path, reason] of reasons) {
      const { body } = await site.request('administrator', 'OPTIONS', `/cms/v2/${path}`);
      assert.match(body.schema.description, reason, path);
    }
    const made = await site.request('administrator', 'POST', '/cms/v2/widgets', { sidebar: 'a', id_base: 'text' });
    assert.deepEqual([made.status, made.body.code], [400, 'rest_invalid_widget']);
    assert.match(made.body.message, /template parts/);
  });

  it('list patterns of the theme, in existing categories', async () => {
    const [patterns, categories] = [
      await bodyOf('/cms/v2/block-patterns/patterns'),
      await bodyOf('/cms/v2/block-patterns/categories'),
    ];
    assert.ok(patterns.length >= 20);
    const names = categories.map(({ name }: { name: string }) => name);
    for (const { name, categories: patternCategories } of patterns) {
      assert.match(name, /^quarto\//);
      assert.ok(
        patternCategories.every((each: string) => names.includes(each)),
        name,
      );
    }
  });

  it('describe blocks that the service renders, and blocks that editors save', async () => {
    const all = await bodyOf('/cms/v2/block-types');
    assert.ok(all.length > 100);
    for (const block of all) {
      assert.ok(block.title !== '' && block.description !== '' && 'lock' in block.attributes, block.name);
      for (const handle of ['editor_script', 'script', 'view_script', 'editor_style', 'style'])
        assert.equal(block[handle], block[`${handle}_handles`][0] ?? null, block.name);
      assert.equal('cms:render-block' in block._links, block.is_dynamic, block.name);
    }
    const search = await bodyOf('/cms/v2/block-types/core/search');
    assert.equal(search.attributes.buttonPosition.default, 'button-outside');
    assert.deepEqual(await bodyOf('/cms/v2/block-types/acme'), []);
    assert.equal((await bodyOf('/cms/v2/block-types/core/acme')).code, 'rest_block_type_invalid');
    const unknownNamespace = await bodyOf('/cms/v2/block-types?namespace=acme');
    assert.deepEqual(unknownNamespace, []);
  });

  it('render blocks with their attributes', async () => {
    const render = async (attributes: object) =>
      (await site.request('contributor', 'POST', '/cms/v2/block-renderer/core/search', { context: 'edit', attributes }))
        .body;
    assert.match((await render({ placeholder: 'Look for' })).rendered, /placeholder="Look for"/);
    assert.equal(
      (await bodyOf('/cms/v2/block-renderer/core/post-date?context=edit')).rendered,
      '',
      'outside of an entry',
    );
    const hostile = (await render({ label: '"><script>alert(1)</script>', anchor: '" onload="x' })).rendered;
    assert.doesNotMatch(hostile, /<script|onload="/);
  });

  it('list active extensions', async () => {
    const [sbc, ...others] = await bodyOf('/cms/v2/plugins');
    assert.deepEqual([sbc.plugin, sbc.status, others.length], ['sbc', 'active', 0]);
    assert.deepEqual(await bodyOf('/cms/v2/plugins?status=inactive'), []);
    assert.deepEqual(await bodyOf('/cms/v2/plugins?search=nothing-of-the-kind'), []);
    const stopping = await site.request('administrator', 'PUT', '/cms/v2/plugins/sbc', { status: 'inactive' });
    assert.deepEqual([stopping.status, stopping.body.code], [403, 'rest_cannot_deactivate_plugin']);
  });

  it('return complete icon collections, regardless of per_page', async () => {
    const all = await site.request('editor', 'GET', '/cms/v2/icons?per_page=1');
    assert.ok(all.body.length > 10);
    assert.equal(all.headers['X-CMS-Total'], undefined);
    for (const { content } of all.body) assert.match(content, /^<svg [^>]*><path [^>]*\/><\/svg>$/);
    const found = await bodyOf('/cms/v2/icons?search=trash');
    assert.deepEqual(
      found.map(({ name }: { name: string }) => name),
      ['core/trash'],
    );
    // Every icon that a record refers to must exist.
    const [theme] = await bodyOf('/cms/v2/themes');
    for (const { icon } of theme.default_template_part_areas)
      assert.ok(
        all.body.some(({ name }: { name: string }) => name === `core/${icon}`),
        icon,
      );
    for (const { icon } of Object.values(await bodyOf('/cms/v2/types')) as { icon: string | null }[])
      if (icon)
        assert.ok(
          all.body.some(({ name }: { name: string }) => name === `core/${icon}`),
          icon,
        );
  });

  it('describe screens with fields of their records', async () => {
    for (const [kind, name, path] of [
      ['postType', 'post', 'posts'],
      ['postType', 'page', 'pages'],
      ['postType', 'attachment', 'media'],
      ['postType', 'cms_block', 'blocks'],
      ['taxonomy', 'category', 'categories'],
    ] as const) {
      const { schema } = (await site.request('administrator', 'OPTIONS', `/cms/v2/${path}`)).body;
      const config = await bodyOf(`/cms/v2/view-config?kind=${kind}&name=${name}`);
      const { default_view: view, form } = config;
      const bases: Record<string, string> = { category: 'categories', post_tag: 'tags' };
      for (const field of [view.titleField, ...view.fields, ...form.fields])
        assert.ok((bases[field] ?? field) in schema.properties, `${name} has ${field}`);
    }
  });

  it('link the theme export for users who may use it', async () => {
    const [theme] = await bodyOf('/cms/v2/themes');
    assert.deepEqual(theme._links['cms:export-theme'][0].targetHints, { allow: ['GET'] });
    const { body } = await site.request('contributor', 'GET', '/cms/v2/themes/quarto');
    assert.deepEqual(body._links['cms:export-theme'][0].targetHints, { allow: [] });
  });
});

describe('errors of editor routes', () => {
  const errorCases: readonly (readonly [Row[0], status: number, code: string, details?: object])[] = [
    [get('/cms/v2/block-renderer/core/search'), 400, 'rest_invalid_param', { context: 'rest_not_in_enum' }],
    [
      get('/cms/v2/block-renderer/core/search?context=view'),
      400,
      'rest_invalid_param',
      { context: 'rest_not_in_enum' },
    ],
    [
      get('/cms/v2/block-renderer/core/search?context=edit&attributes[mine]=1'),
      ...[400, 'rest_invalid_param'],
      { attributes: 'rest_additional_properties_forbidden' },
    ] as never,
    [
      ['POST', '/cms/v2/block-renderer/core/tag-cloud', { context: 'edit', attributes: { numberOfTags: 101 } }],
      ...[400, 'rest_invalid_param'],
      { attributes: 'rest_out_of_bounds' },
    ] as never,
    [get('/cms/v2/block-renderer/core/paragraph?context=edit'), 404, 'block_invalid'],
    [get('/cms/v2/view-config'), 400, 'rest_missing_callback_param'],
    [get('/cms/v2/view-config?kind=root&name=page'), 404, 'rest_view_config_invalid_entity'],
    [get('/cms/v2/icons/acme'), 404, 'rest_icon_collection_not_found'],
    [get('/cms/v2/icons/core/acme'), 404, 'rest_icon_not_found'],
    [get('/cms/v2/icon-collections/acme'), 404, 'rest_icon_collection_not_found'],
    [get('/cms/v2/block-directory/search'), 400, 'rest_missing_callback_param'],
    [['POST', '/cms/v2/plugins', {}], 400, 'rest_missing_callback_param'],
    [['PUT', '/cms/v2/plugins/sbc', { status: 'x' }], 400, 'rest_invalid_param', { status: 'rest_not_in_enum' }],
    [['DELETE', '/cms/v2/plugins/sbc'], 400, 'rest_cannot_delete_active_plugin'],
    [['POST', '/cms/v2/widgets', { sidebar: 'x' }], 400, 'rest_invalid_widget'],
    [['POST', '/cms/v2/widgets', {}], 400, 'rest_missing_callback_param'],
    [get('/cms/v2/widgets/text-1'), 404, 'rest_widget_not_found'],
    [get('/cms/v2/widget-types/text'), 404, 'rest_widget_type_invalid'],
    [get('/cms/v2/sidebars/sidebar-1'), 404, 'rest_sidebar_not_found'],
    [get('/cms-site-health/v1/tests/unknown'), 404, 'rest_no_route'],
  ];
  for (const [request, status, code, details = {}] of errorCases)
    it(`${request.slice(0, 2).join(' ')}: ${code}`, async () => {
      const { body, ...response } = await site.request('administrator', ...request);
      assert.deepEqual([response.status, body.code], [status, code], JSON.stringify(body));
      for (const [name, inner] of Object.entries(details)) assert.equal(body.data.details[name].code, inner);
    });

  it('widgets are allowed in batches', async () => {
    const requests = [
      { path: '/cms/v2/widgets', body: { sidebar: 'x' } },
      { path: '/cms/v2/plugins', body: { slug: 'x' } },
    ];
    const { body } = await site.request('administrator', 'POST', '/batch/v1', { requests });
    assert.deepEqual(
      body.responses.map((each: { body: { code: string } }) => each.body.code),
      ['rest_invalid_widget', 'rest_batch_not_allowed'],
    );
  });
});
