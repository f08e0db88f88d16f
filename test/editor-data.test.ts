// Tests the data that a block editor needs to open an entry: who gets it, and that it contains exactly what the caller would get from the
// preloaded routes.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, it } from 'node:test';
import { defaultThemeFolder, readTheme } from '../server/theme/read-theme.ts';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import { callers, type Row } from './permission-rows.ts';
import { type Caller, roles, type TestResponse } from './site.ts';

const require = createRequire(import.meta.url);
const { createPreloadingMiddleware } = require('@wordpress/api-fetch').default;

interface Preloaded {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}
type Preload = Readonly<Record<string, Preloaded>> & { readonly OPTIONS: Readonly<Record<string, Preloaded>> };

const config = {
  types: [
    {
      name: 'book',
      restBase: 'books',
      noun: { one: 'book', many: 'books' },
      rights: 'posts',
      supports: ['title', 'editor'] as const,
      description: { template: [['core/paragraph', {}]], template_lock: 'insert' as const },
    },
  ],
};

describeEachEngine('the data of an editor', (engine) => {
  let site: MediaSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    site = await openMediaSite({ database: await engine.open(), config, clock: () => time });
  });
  after(async () => {
    assert.deepEqual(site.errors, []);
    await site.close();
  });

  const path = (id: number) => `/octavo/v1/editors/${id}`;
  const open = async (caller: Caller, id: number) => {
    const { status, body } = await site.request(caller, 'GET', path(id));
    assert.equal(status, 200, `${caller}: ${JSON.stringify(body)}`);
    return body;
  };
  const create = (caller: Caller, json: object = {}, base = 'posts') =>
    site.create(`/cms/v2/${base}`, { title: 'Title', content: 'Text', ...json }, caller);

  it('is returned to callers who may edit the entry', async () => {
    const own = await create('contributor');
    const [draft, page] = [await create('other'), await create('administrator', {}, 'pages')];
    const [published, private_] = [
      await create('other', { status: 'publish' }),
      await create('administrator', { status: 'private' }),
    ];
    const { id: started } = await site.create('/octavo/v1/auto-drafts', { type: 'post' }, 'other');
    const rows: readonly (readonly [number, Row])[] = [
      [own.id, [401, 403, 200, 403, 200, 200]],
      [draft.id, [401, 403, 403, 403, 200, 200]],
      [started, [401, 403, 403, 403, 200, 200]],
      [published.id, [401, 403, 403, 403, 200, 200]],
      [private_.id, [401, 403, 403, 403, 200, 200]],
      [page.id, [401, 403, 403, 403, 200, 200]],
      [987_654, [404, 404, 404, 404, 404, 404]],
      [0, [404, 404, 404, 404, 404, 404]],
    ];
    for (const [id, row] of rows) {
      const responses = await Promise.all(callers.map((caller) => site.request(caller, 'GET', path(id))));
      assert.deepEqual(
        responses.map(({ status }) => status),
        row,
        String(id),
      );
      for (const { status, body } of responses)
        if (status !== 200) assert.deepEqual(Object.keys(body), ['code', 'message', 'data']);
    }
    const file = await site.upload('author', 'a.png', await createImage(4, 4));
    for (const id of [file.body.id, 3])
      assert.equal((await site.request('administrator', 'GET', path(id))).body.code, 'rest_post_invalid_id');
  });

  /** Asserts that preloaded responses equal those to direct requests, and returns the paths in the order of the response. */
  async function assertEqualResponses(send: MediaSite['request'], caller: Caller, preload: Preload): Promise<string[]> {
    const { OPTIONS, ...gets } = preload;
    const paths: string[] = [];
    for (const [method, responses] of [
      ['GET', gets],
      ['OPTIONS', OPTIONS],
    ] as const)
      for (const [url, { body, headers }] of Object.entries(responses)) {
        const direct = await send(caller, method, url);
        assert.equal(direct.status, 200, `${caller} ${method} ${url}`);
        assert.deepEqual(body, direct.body, `${caller} ${method} ${url}`);
        assert.deepEqual(headers, relevantHeaders(direct, method), `${caller} ${method} ${url}`);
        paths.push(`${method} ${url}`);
      }
    return paths;
  }

  const relevantHeaders = ({ headers, etag }: TestResponse, method: string) =>
    Object.fromEntries([
      ...Object.entries(headers).filter(([name]) => /^(Allow|Link|X-(CMS|WP)-Total(Pages)?)$/.test(name)),
      ...(method === 'GET' ? [['ETag', etag]] : []),
    ]);

  /** The paths that all editors of a post with this ID preload on the compatible mount. */
  const expectedPaths = (id: number, author: number, styles: number, context: 'edit' | 'view') => [
    `GET /wp/v2/posts/${id}?context=edit`,
    `GET /wp/v2/posts/${id}/autosaves?context=edit`,
    'GET /wp/v2/types/post?context=edit',
    'GET /wp/v2/types?context=view',
    'GET /wp/v2/taxonomies?context=view',
    'GET /wp/v2/taxonomies?context=edit',
    'GET /?_fields=description%2Cgmt_offset%2Chome%2Cimage_max_bit_depth%2Cimage_sizes%2Cimage_size_threshold%2Cimage_strip_meta%2Cname%2Csite_icon%2Csite_icon_url%2Csite_logo%2Ctimezone_string%2Curl%2Cpage_for_posts%2Cpage_on_front%2Cshow_on_front',
    'GET /wp/v2/users/me',
    `GET /wp/v2/users/${author}?context=view&_fields=id%2Cname`,
    'GET /wp/v2/themes?context=edit&status=active',
    'GET /wp/v2/global-styles/themes/quarto?context=view',
    'GET /wp/v2/global-styles/themes/quarto/variations?context=view',
    `GET /wp/v2/global-styles/${styles}?context=${context}`,
    'GET /wp/v2/templates/lookup?slug=front-page',
    'GET /wp/v2/templates/lookup?slug=single-post',
    'GET /wp/v2/block-patterns/categories',
    ...['settings', 'media', 'pages', 'blocks', 'templates', 'posts', `global-styles/${styles}`].map(
      (base) => `OPTIONS /wp/v2/${base}`,
    ),
  ];

  it('contains exactly the responses that the caller would get, for each role', async () => {
    const [hidden] = [await create('administrator', { title: 'Concealedword', content: 'concealedword' })];
    for (const caller of ['contributor', 'author', 'editor', 'administrator'] as const) {
      const { id } = await site.create('/octavo/v1/auto-drafts', { type: 'post' }, caller);
      const { body } = await site.requestCompatible(caller, 'GET', path(id));
      assert.deepEqual(Object.keys(body), ['id', 'type', 'settings', 'autosave', 'preload'], caller);
      const paths = await assertEqualResponses(site.requestCompatible, caller, body.preload);
      const [{ id: styles }] = body.preload['/wp/v2/themes?context=edit&status=active'].body.map(
        ({ _links }: { readonly _links: Record<string, { readonly href: string }[]> }) => ({
          id: Number(_links['wp:user-global-styles']?.[0]?.href.split('/').at(-1)),
        }),
      );
      const isAdministrator = caller === 'administrator';
      const expected = expectedPaths(id, site.ids[caller], styles, isAdministrator ? 'edit' : 'view');
      assert.deepEqual(paths.sort(), [...expected, ...(isAdministrator ? ['GET /wp/v2/settings'] : [])].sort(), caller);
      assert.ok(!JSON.stringify(body).includes('oncealedword'), `${hidden.id} appears in the data of ${caller}`);
    }
  });

  it('uses the names of its mount, for pages, patterns and custom types, too', async () => {
    const page = await create('editor', { status: 'publish', slug: 'about-ü' }, 'pages');
    const [pattern, book] = [await create('editor', {}, 'blocks'), await create('author', {}, 'books')];
    for (const [caller, { id, type }] of [
      ['editor', page],
      ['editor', pattern],
      ['author', book],
    ] as const) {
      const native = await open(caller, id);
      assert.equal(native.type, type);
      const paths = await assertEqualResponses(site.request, caller, native.preload);
      assert.ok(
        paths.every((each) => !each.includes('wp/v2')),
        type,
      );
      // Records of the other types have no author.
      const author = `GET /cms/v2/users/${site.ids[caller]}?context=view&_fields=id%2Cname`;
      assert.equal(paths.includes(author), type === 'page', type);
      const { body } = await site.requestCompatible(caller, 'GET', path(id));
      assert.equal(body.type, type === 'cms_block' ? 'wp_block' : type);
      const compatiblePaths = await assertEqualResponses(site.requestCompatible, caller, body.preload);
      assert.equal(compatiblePaths.length, paths.length);
      const slug = type === 'page' ? `page-${page.slug}` : `single-${body.type}-${book.slug}`.replace(/-$/, '');
      assert.ok(
        compatiblePaths.includes(`GET /wp/v2/templates/lookup?slug=${encodeURIComponent(slug)}`),
        `${slug} is not among ${compatiblePaths.join('\n')}`,
      );
    }
  });

  it('serves the requests of the preloading middleware of api-fetch', async () => {
    const { id } = await create('author');
    const { body } = await site.requestCompatible('author', 'GET', path(id));
    const middleware = createPreloadingMiddleware(body.preload);
    const fetchThrough = (options: object) => middleware(options, () => 'sent');
    const record = await fetchThrough({ path: `/wp/v2/posts/${id}?context=edit` });
    assert.deepEqual([record.id, record.title.raw], [id, 'Title']);
    const author = await fetchThrough({ path: `/wp/v2/users/${site.ids.author}?_fields=id,name&context=view` });
    assert.deepEqual(author, { id: site.ids.author, name: 'author' });
    const theme = await fetchThrough({ path: '/wp/v2/themes?status=active&context=edit' });
    assert.equal(theme[0].stylesheet, 'quarto');
    assert.equal(fetchThrough({ path: '/wp/v2/posts?context=edit' }), 'sent');
    assert.equal(fetchThrough({ path: '/wp/v2/settings' }), 'sent', 'a forbidden response is not preloaded');
  });

  /** The settings that all callers get. */
  const commonSettings = [
    ...['__experimentalFeatures', 'colors', 'gradients', 'fontSizes', 'disableCustomColors', 'disableCustomGradients'],
    ...['disableCustomFontSizes', 'disableCustomSpacingSizes', 'enableCustomLineHeight', 'enableCustomSpacing'],
    ...['enableCustomUnits', 'imageSizes', 'imageDimensions', 'imageDefaultSize', 'imageEditing'],
    ...['availableTemplates', 'disablePostFormats', 'postsPerPage', 'locale', 'isRTL', 'autosaveInterval'],
    ...['supportsTemplateMode', 'supportsLayout', 'alignWide', 'styles'],
  ];

  it('for the site editor is returned to callers who may edit the design, without the CSS that they may be changing', async () => {
    const responses = await Promise.all(callers.map((caller) => site.request(caller, 'GET', '/octavo/v1/site-editor')));
    assert.deepEqual(
      responses.map(({ status, body }) => [status, body.code]),
      [[401, 'rest_forbidden'], ...Array(4).fill([403, 'rest_forbidden']), [200, undefined]],
    );
    for (const { body } of responses.slice(0, -1)) assert.deepEqual(Object.keys(body), ['code', 'message', 'data']);
    const stylesPath = (await site.request('administrator', 'GET', '/cms/v2/themes?status=active')).body[0]._links[
      'cms:user-global-styles'
    ][0].href.split('/rest')[1];
    const changed = { styles: { css: '.own { color: red }' }, settings: { color: { custom: false } } };
    assert.equal((await site.request('administrator', 'PUT', stylesPath, changed)).status, 200);
    const { body } = await site.request('administrator', 'GET', '/octavo/v1/site-editor');
    assert.deepEqual(Object.keys(body), ['settings']);
    const { settings } = body;
    assert.equal(settings.disableCustomColors, true);
    assert.equal(settings.__experimentalFeatures.color.custom, false);
    assert.ok(!JSON.stringify(settings.styles ?? []).includes('.own'));
    for (const name of ['autosaveInterval', 'availableTemplates', 'template']) assert.ok(!(name in settings), name);
    assert.ok(settings.maxUploadFileSize > 0 && settings.supportsTemplateMode);
    const reset = { styles: {}, settings: {} };
    assert.equal((await site.request('administrator', 'PUT', stylesPath, reset)).status, 200);
  });

  it('contains the settings that apply to the caller', async () => {
    for (const caller of roles.filter((role) => role !== 'subscriber')) {
      const { settings } = await open(caller, (await create(caller)).id);
      const uploads = caller === 'contributor' ? [] : ['maxUploadFileSize', 'allowedMimeTypes'];
      assert.deepEqual(Object.keys(settings).sort(), [...commonSettings, ...uploads].sort(), caller);
      const types = Object.keys(settings.allowedMimeTypes ?? {});
      assert.equal(types.includes('jpg|jpeg|jpe'), caller !== 'contributor', caller);
      assert.equal(types.includes('htm|html'), ['editor', 'administrator'].includes(caller), caller);
    }
  });

  it('contains the colors, fonts and styles of the theme with the changes of the site', async () => {
    const { id } = await create('author');
    const { settings: before } = await open('author', id);
    const theme = (await site.request('author', 'GET', '/cms/v2/global-styles/themes/quarto')).body;
    assert.deepEqual(before.__experimentalFeatures, theme.settings);
    assert.deepEqual(before.colors, theme.settings.color.palette.theme);
    const themeSheets = [
      { css: readTheme(defaultThemeFolder).styleSheet, __unstableType: 'theme', isGlobalStyles: false },
    ];
    assert.deepEqual(before.styles, themeSheets);
    const themes = (await site.request('administrator', 'GET', '/cms/v2/themes')).body;
    const url = themes[0]._links['cms:user-global-styles'][0].href.replace('http://site.test/rest', '');
    const palette = [{ slug: 'ink', name: 'Ink', color: '#112233' }];
    const changed = await site.request('administrator', 'POST', url, {
      settings: { color: { custom: false, palette: { custom: palette } } },
      styles: { css: 'p { color: red; }' },
    });
    assert.equal(changed.status, 200);
    const { settings } = await open('author', id);
    assert.deepEqual([settings.colors, settings.disableCustomColors], [palette, true]);
    assert.deepEqual(settings.__experimentalFeatures.color.palette.theme, theme.settings.color.palette.theme);
    const siteSheet = { css: 'p { color: red; }', __unstableType: 'user', isGlobalStyles: false };
    assert.deepEqual(settings.styles, [...themeSheets, siteSheet]);
    await site.request('administrator', 'POST', url, { settings: {}, styles: {} });
  });

  it('contains the templates that the entry can select, and the initial blocks of a started entry', async () => {
    const template = { slug: 'wide', title: 'Wide layout', content: '<p>Wide</p>', status: 'publish' };
    await site.create('/cms/v2/templates', template);
    const { settings } = await open('editor', (await create('editor', {}, 'pages')).id);
    assert.deepEqual(
      [settings.availableTemplates[''], settings.availableTemplates.wide],
      ['Default template', 'Wide layout'],
    );
    for (const slug of Object.keys(settings.availableTemplates)) {
      const selected = await site.request('editor', 'POST', '/cms/v2/pages', { title: 'T', template: slug });
      assert.equal(selected.status, 201, slug);
    }
    const { id } = await site.create('/octavo/v1/auto-drafts', { type: 'book' }, 'author');
    const { settings: started } = await open('author', id);
    assert.deepEqual([started.template, started.templateLock], [[['core/paragraph', {}]], 'insert']);
    assert.equal(started.disablePostFormats, true);
    await site.request('author', 'POST', `/cms/v2/books/${id}`, { title: 'Saved' });
    assert.ok(!('template' in (await open('author', id)).settings));
  });

  it("contains the caller's autosave if it is newer and different", async () => {
    const { id } = await create('author', { status: 'publish' });
    const autosaves = `/cms/v2/posts/${id}/autosaves`;
    assert.equal((await open('author', id)).autosave, null);
    time += 60_000;
    const { body: saved } = await site.request('author', 'POST', autosaves, { content: 'Newer text' });
    const { autosave } = await open('author', id);
    assert.deepEqual(autosave, { id: saved.id, modified: saved.modified, modified_gmt: saved.modified_gmt });
    assert.equal((await open('editor', id)).autosave, null, 'an autosave of another user is not reported');
    time += 60_000;
    await site.request('author', 'POST', `/cms/v2/posts/${id}`, { content: 'Newest text' });
    assert.equal((await open('author', id)).autosave, null);
    time += 60_000;
    await site.request('author', 'POST', autosaves, { title: 'Title', content: 'Newest  text' });
    assert.equal(
      (await open('author', id)).autosave,
      null,
      'an autosave that differs in white space only is not newer',
    );
  });

  it('omits responses that are too large, but never the entry', async () => {
    const text = (word: string) => word + ' text'.repeat(180_000);
    const { id } = await create('author', { status: 'publish', content: text('first') });
    const url = `/cms/v2/posts/${id}`;
    for (const caller of ['author', 'editor', 'administrator'] as const)
      assert.equal((await site.request(caller, 'POST', `${url}/autosaves`, { content: text(caller) })).status, 200);
    const { preload } = await open('administrator', id);
    const paths = Object.keys(preload);
    assert.ok(!paths.includes(`${url}/autosaves?context=edit`));
    assert.equal(preload[`${url}?context=edit`].body.content.raw, text('first'));
    assert.ok(paths.includes('/cms/v2/block-patterns/categories'), 'smaller responses follow');
    const direct = await site.request('administrator', 'GET', `${url}/autosaves?context=edit`);
    assert.equal(direct.body.length, 3);
  });

  it('omits responses that fail, and returns the others', async () => {
    let isFailing = false;
    const failing = await openMediaSite({
      database: await engine.open({
        onStatement: (text) => {
          // Only the statements for presented users read these counters.
          if (isFailing && text.includes('entry_counts')) throw new Error('the statement fails');
        },
      }),
    });
    const { id } = await failing.create('/cms/v2/posts', { title: 'Title' }, 'author');
    const { body: before } = await failing.request('author', 'GET', path(id));
    isFailing = true;
    const { status, body: after } = await failing.request('author', 'GET', path(id));
    assert.equal(status, 200);
    const omitted = Object.keys(before.preload).filter((each) => !(each in after.preload));
    assert.deepEqual(omitted, [
      '/cms/v2/users/me',
      `/cms/v2/users/${failing.ids.author}?context=view&_fields=id%2Cname`,
    ]);
    assert.deepEqual(after.preload.OPTIONS, before.preload.OPTIONS);
    assert.deepEqual([...new Set(failing.errors.map(String))], ['Error: the statement fails']);
    await failing.close();
  });
});
