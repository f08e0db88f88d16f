// Tests templates and template parts: permissions, stored copies of theme files, and unusual names
// (templates-and-styles.md §1–§7).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertAsyncCpuTime } from './cpu-time.ts';
import { describeEachEngine } from './engines.ts';
import { callers } from './permission-rows.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

describeEachEngine('templates', (engine) => {
  let site: TestSite;
  let count = 0;
  before(async () => {
    site = await openTestSite({ database: await engine.open({ onStatement: () => (count += 1) }) });
  });
  after(() => assert.deepEqual(site.errors, []));

  const requestAs = (caller: Caller, method: string, path: string, json?: unknown) =>
    site.request(caller, method, `/cms/v2/${path}`, json);
  const admin = (method: string, path: string, json?: unknown) => requestAs('administrator', method, path, json);
  const createTemplate = (slug: string, more: object = {}, base = 'templates') =>
    site.create(`/cms/v2/${base}`, { slug, title: `The ${slug}`, content: 'A text.', ...more });

  for (const base of ['templates', 'template-parts'] as const) {
    it(`${base}: can be read by users who can edit posts and changed by administrators`, async () => {
      const { id } = await createTemplate('guarded', {}, base);
      const { body } = await admin('POST', `${base}/${id}`, { content: 'Another.' });
      const revision = body._links['predecessor-version'][0].id;
      const file = base === 'templates' ? 'quarto//index' : 'quarto//header';
      const rows: readonly (readonly [string, string, object | undefined, readonly number[]])[] = [
        ['GET', base, undefined, [401, 403, 200, 200, 200, 200]],
        ['GET', `${base}?context=edit`, undefined, [401, 403, 200, 200, 200, 200]],
        ['GET', `${base}/${id}`, undefined, [401, 403, 200, 200, 200, 200]],
        ['GET', `${base}/${id}?context=edit`, undefined, [401, 403, 200, 200, 200, 200]],
        ['GET', `${base}/${file}`, undefined, [401, 403, 200, 200, 200, 200]],
        ['GET', `${base}/lookup?slug=index`, undefined, [401, 403, 200, 200, 200, 200]],
        ['GET', `${base}/quarto//nothing`, undefined, [401, 403, 404, 404, 404, 404]],
        ['POST', base, {}, [400, 400, 400, 400, 400, 400]],
        ['POST', base, { slug: 'x' }, [401, 403, 403, 403, 403, 400]],
        ['POST', `${base}/${id}`, { title: 'Mine' }, [401, 403, 403, 403, 403, 200]],
        ['DELETE', `${base}/${file}`, undefined, [401, 403, 403, 403, 403, 400]],
        ['GET', `${base}/${id}/revisions`, undefined, [401, 403, 403, 403, 403, 200]],
        ['GET', `${base}/${id}/revisions/${revision}`, undefined, [401, 403, 403, 403, 403, 200]],
        ['GET', `${base}/${id}/autosaves`, undefined, [401, 403, 403, 403, 403, 200]],
        ['POST', `${base}/${id}/autosaves`, { title: 'Kept' }, [401, 403, 403, 403, 403, 200]],
        ['POST', `${base}/quarto//nothing/autosaves`, {}, [401, 403, 403, 403, 403, 404]],
        ['GET', `${base}/quarto//nothing/revisions`, undefined, [404, 404, 404, 404, 404, 404]],
        ['GET', `${base}/${file}/revisions`, undefined, [400, 400, 400, 400, 400, 400]],
        ['DELETE', `${base}/${id}/revisions/${revision}`, undefined, [401, 403, 403, 403, 403, 501]],
        ['DELETE', `${base}/${id}/revisions/${revision}?force=true`, undefined, [401, 403, 403, 403, 403, 200]],
        ['DELETE', `${base}/${id}`, undefined, [401, 403, 403, 403, 403, 200]],
        ['DELETE', `${base}/${id}__trashed`, undefined, [401, 403, 403, 403, 403, 410]],
        ['DELETE', `${base}/${id}__trashed?force=true`, undefined, [401, 403, 403, 403, 403, 200]],
      ];
      for (const [method, path, json, expected] of rows) {
        for (const [at, caller] of callers.entries()) {
          const { status, body: responseBody } = await requestAs(caller, method, path, json);
          assert.equal(status, expected[at], `${caller} ${method} ${path}: ${JSON.stringify(responseBody)}`);
          // An error must not contain text of the template.
          if (status >= 400)
            assert.ok(!/A text|Another|guarded/.test(JSON.stringify(responseBody)), `${caller} ${path}`);
        }
      }
    });
  }

  it('a changed theme file is stored as a copy, and source=theme restores the file', async () => {
    const file = (await admin('GET', 'templates/quarto//single?context=edit')).body;
    assert.deepEqual([file.cms_id, file.source, file.is_custom, file.author_text], [0, 'theme', false, 'Quarto']);
    const copy = (await admin('POST', 'templates/quarto//single', { content: 'Changed.' })).body;
    assert.deepEqual(
      [copy.origin, copy.source, copy.has_theme_file, copy.original_source, copy.title.raw, copy.description],
      ['theme', 'custom', true, 'theme', file.title.raw, file.description],
    );
    assert.equal((await admin('GET', 'templates/quarto//single')).body.content.raw, 'Changed.');
    assert.equal((await admin('GET', 'templates/quarto//single?source=theme')).body.content.raw, file.content.raw);
    const listed = (await admin('GET', 'templates')).body.filter(({ slug }: { slug: string }) => slug === 'single');
    assert.deepEqual([listed.length, listed[0].cms_id], [1, copy.cms_id], 'the copy replaces the file');
    const restored = await admin('PUT', 'templates/quarto//single', { source: 'theme', content: 'Ignored' });
    assert.deepEqual([restored.status, restored.body.cms_id, restored.body.content], [200, 0, file.content]);
    const { id } = await createTemplate('only-here');
    const invalidInputs = await admin('POST', `templates/${id}`, { source: 'theme' });
    assert.deepEqual([invalidInputs.status, invalidInputs.body.code], [400, 'rest_invalid_template']);
    assert.equal((await admin('GET', `templates/${id}`)).status, 200, 'the template is kept');
  });

  it('concurrent changes to a theme file create only one copy', async () => {
    const changes = Array.from({ length: 6 }, (_, n) => admin('POST', 'templates/quarto//404', { content: `By ${n}` }));
    for (const { status } of await Promise.all(changes)) assert.equal(status, 200);
    const all = (await admin('GET', 'templates')).body.filter(({ slug }: { slug: string }) => slug.startsWith('404'));
    assert.deepEqual(
      all.map(({ slug }: { slug: string }) => slug),
      ['404'],
    );
  });

  it('have slugs that are unique per theme and type', async () => {
    const names = [
      await createTemplate('twice'),
      await createTemplate('twice'),
      await createTemplate('twice', { theme: 'other' }),
    ];
    names.push(await createTemplate('twice', {}, 'template-parts'));
    assert.deepEqual(
      names.map(({ id }) => id),
      ['quarto//twice', 'quarto//twice-2', 'other//twice', 'quarto//twice'],
    );
    assert.equal((await admin('GET', 'templates/other//twice')).status, 200);
    const listed = (await admin('GET', 'templates?_fields=theme')).body as { theme: string }[];
    assert.ok(listed.every(({ theme }) => theme === 'quarto'));
  });

  it('are found by every encoding of their ID, and by no other path', async () => {
    await createTemplate('Grüße aus 你好');
    const { body } = await admin('GET', 'templates');
    const { id } = body.find(({ slug }: { slug: string }) => slug.startsWith('gruse'));
    assert.equal(id, 'quarto//gruse-aus-%e4%bd%a0%e5%a5%bd');
    for (const path of [
      id,
      encodeURIComponent(id),
      'quarto/gruse-aus-%E4%BD%A0%E5%A5%BD',
      'quarto%2F%2Fgruse-aus-%E4%BD%A0%E5%A5%BD',
    ])
      assert.equal((await admin('GET', `templates/${path}`)).status, 200, path);
    const invalidIds = [
      '..%2F..%2Fetc%2Fpasswd',
      '../../theme.json',
      'quarto//..%2F..%2Ftheme',
      'quarto//theme.json',
      'quarto//index%00',
      'quarto%00//index',
      'quarto//%',
      'quarto//%E0%A4%A',
      'quarto//%ED%A0%80',
      'quarto//constructor',
      '__proto__//index',
      '//index',
      'quarto//',
      'index',
      `quarto//${'x'.repeat(5000)}`,
      `${'%C3%A4'.repeat(2000)}//index`,
      "quarto//index'%20or%201=1",
      'quarto///index',
    ];
    for (const path of invalidIds) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body: responseBody } = await admin(
          method,
          `templates/${path}`,
          method === 'POST' ? {} : undefined,
        );
        assert.equal(status, 404, `${method} ${path}: ${JSON.stringify(responseBody)}`);
      }
      for (const more of ['revisions', 'autosaves', 'revisions/1', 'autosaves/1'])
        assert.equal((await admin('GET', `templates/${path}/${more}`)).status, 404, `${path}/${more}`);
    }
  });

  it('reject invalid input without any changes', async () => {
    const { id } = await createTemplate('steady');
    const before = (await admin('GET', `templates/${id}?context=edit`)).body;
    const invalidInputs: readonly (readonly [object, string])[] = [
      [{ author: 9999 }, 'rest_invalid_author'],
      [{ content: 5 }, 'rest_invalid_param'],
      [{ content: { raw: 5 } }, 'rest_invalid_param'],
      [{ description: {} }, 'rest_invalid_param'],
      [{ status: 'trash' }, 'rest_invalid_param'],
      [{ theme: '../up/and/away' }, 'rest_invalid_param'],
      [{ theme: 'x'.repeat(300) }, 'rest_invalid_param'],
      [{ slug: '' }, 'rest_invalid_param'],
      [{ id: 'quarto//index' }, 'rest_invalid_param'],
      [{ title: '', content: '', description: '' }, 'empty_content'],
    ];
    for (const [json, code] of invalidInputs) {
      const { status, body } = await admin('POST', `templates/${id}`, json);
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(json));
    }
    assert.deepEqual((await admin('GET', `templates/${id}?context=edit`)).body, before);
    const stale = await site.request(
      'administrator',
      'POST',
      `/cms/v2/templates/${id}`,
      { title: 'x' },
      { 'if-match': '"x"' },
    );
    assert.equal(stale.status, 412);
  });

  it('have revisions, which do not include autosaves', async () => {
    const { id, cms_id: cmsId } = await createTemplate('kept');
    for (const content of ['Two thoughts.', 'THREE thoughts.']) await admin('POST', `templates/${id}`, { content });
    const saved = await admin('POST', `templates/${id}/autosaves`, { description: 'Beside', status: 'draft' });
    assert.deepEqual([saved.body.parent, saved.body.description, saved.body.status], [cmsId, 'Beside', 'inherit']);
    const list = await admin('GET', `templates/${id}/revisions?per_page=1`);
    assert.deepEqual([list.headers['X-CMS-Total'], list.body[0].content.raw], ['2', 'THREE thoughts.']);
    assert.match(list.headers.Link ?? '', /templates\/quarto\/\/kept\/revisions/);
    const presented = (await admin('GET', `templates/${id}`)).body;
    assert.equal(presented._links['version-history'][0].count, 2);
    assert.equal(presented._links['predecessor-version'][0].id, list.body[0].cms_id);
    for (const [search, n] of [
      ['three', 1],
      ['thoughts', 2],
      ['three two', 0],
      ['%25', 0],
    ])
      assert.equal((await admin('GET', `templates/${id}/revisions?search=${search}`)).body.length, n, String(search));
    assert.equal((await admin('GET', `templates/${id}/autosaves/${saved.body.cms_id}`)).body.description, 'Beside');
    assert.equal((await admin('GET', `templates/${id}/autosaves/${cmsId}`)).status, 404);
  });

  it('get a title that describes their target if none is set', async () => {
    await site.create('/cms/v2/pages', { title: 'About', slug: 'about', status: 'publish' });
    await site.create('/cms/v2/pages', { title: 'Hidden', slug: 'hidden', status: 'private' });
    const news = await site.create('/cms/v2/categories', { name: 'News', slug: 'news' });
    await site.create('/cms/v2/categories', { name: 'News', slug: 'other-news', parent: news.id });
    const names: readonly (readonly [string, RegExp])[] = [
      ['page-about', /^Page: About$/],
      ['page-hidden', /^Not found: Page \(hidden\)$/],
      ['category-news', /^Category: News \(news\)$/],
      ['single-post-hello', /^Post: Hello$/],
      ['author-editor', /^Author: editor$/],
      ['author-nobody', /^Deleted author: nobody$/],
      ['taxonomy-post_tag-none', /^Not found: Tag \(none\)$/],
      ['single-nothing-x', /^$/],
    ];
    for (const [slug, expected] of names) {
      const { title } = await createTemplate(slug, { title: '' });
      assert.match(title.raw, expected, slug);
    }
    count = 0;
    await admin('GET', 'templates?_fields=id');
    const plain = count;
    count = 0;
    await admin('GET', 'templates');
    assert.ok(count - plain <= 8, `${count - plain} statements for titles, authors and histories`);
  });

  it('the lookup follows the template hierarchy', async () => {
    const lookUp = async (query: string) =>
      (await requestAs('contributor', 'GET', `templates/lookup?${query}`)).body.slug;
    assert.equal(await lookUp('slug=category-red'), 'archive');
    await createTemplate('category', { content: 'All categories' });
    assert.equal(await lookUp('slug=category-red'), 'category');
    await createTemplate('category-red', { title: 'Red', content: '' });
    assert.equal(await lookUp('slug=category-red'), 'category', 'an empty template is skipped');
    assert.equal(await lookUp('slug=anything&is_custom=true'), 'page');
    assert.equal(await lookUp('slug=front-page'), 'home');
    const part = await requestAs('contributor', 'GET', 'template-parts/lookup?slug=category');
    assert.deepEqual([part.body.type, 'area' in part.body], ['cms_template', false]);
  });

  it('can be assigned to entries of their type', async () => {
    await createTemplate('chosen');
    const assign = async (base: string, template: string) =>
      (await requestAs('editor', 'POST', base, { title: 'x', template })).status;
    assert.equal(await assign('pages', 'page-without-title'), 201, 'the theme declares it for pages');
    assert.equal(await assign('posts', 'page-without-title'), 400);
    assert.equal(await assign('posts', 'chosen'), 201);
    assert.equal(await assign('posts', 'index'), 400, 'a standard template cannot be assigned');
    await createTemplate('suggested', { is_cms_suggestion: true });
    const slug = { slug: 'suggested-too', content: 'x', is_wp_suggestion: true };
    assert.equal((await site.requestCompatible('administrator', 'POST', '/wp/v2/templates', slug)).status, 201);
    for (const suggested of ['suggested', 'suggested-too']) assert.equal(await assign('posts', suggested), 400);
    const forPosts = (await admin('GET', 'templates?post_type=post')).body.map(({ slug }: { slug: string }) => slug);
    assert.ok(forPosts.includes('chosen') && !forPosts.includes('page-without-title') && !forPosts.includes('index'));
  });

  it('long paths are routed quickly', async () => {
    await assertAsyncCpuTime(async () => {
      for (const segment of ['a', '/', 'a/', '%', '/revisions', '/autosaves/1', 'a:']) {
        const path = `/cms/v2/templates/${segment.repeat(16_000 / segment.length)}`;
        for (const method of ['GET', 'OPTIONS', 'DELETE'])
          assert.ok((await site.request('anonymous', method, path)).status < 500, segment);
      }
    }, 2000);
  });

  it('have no other routes', async () => {
    for (const [method, path] of [
      ['PUT', 'templates'],
      ['DELETE', 'template-parts'],
      ['GET', 'cms_template'],
    ] as const)
      assert.equal((await admin(method, path)).body.code, 'rest_no_route', `${method} ${path}`);
  });
});
