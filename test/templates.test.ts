// Templates and template parts: who may do what, the file behind the stored copy, names nobody expects
// (templates-and-styles.md §1–§7).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';
import { people } from './who-may.ts';

describeEachEngine('templates', (engine) => {
  let site: TestSite;
  let count = 0;
  before(async () => {
    site = await openTestSite({ database: await engine.open({ onStatement: () => (count += 1) }) });
  });
  after(() => assert.deepEqual(site.faults, []));

  const as = (person: Person, method: string, address: string, json?: unknown) =>
    site.ask(person, method, `/cms/v2/${address}`, json);
  const admin = (method: string, address: string, json?: unknown) => as('administrator', method, address, json);
  const make = (slug: string, more: object = {}, base = 'templates') =>
    site.make(`/cms/v2/${base}`, { slug, title: `The ${slug}`, content: 'A text.', ...more });

  for (const base of ['templates', 'template-parts'] as const) {
    it(`${base}: are for writers to read and for administrators to change`, async () => {
      const { id } = await make('guarded', {}, base);
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
      for (const [method, address, json, wanted] of rows) {
        for (const [at, person] of people.entries()) {
          const { status, body: told } = await as(person, method, address, json);
          assert.equal(status, wanted[at], `${person} ${method} ${address}: ${JSON.stringify(told)}`);
          // What is refused tells nothing of the template.
          if (status >= 400) assert.ok(!/A text|Another|guarded/.test(JSON.stringify(told)), `${person} ${address}`);
        }
      }
    });
  }

  it('tell a copy of a file from the file, and bring the file back', async () => {
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
    assert.deepEqual([listed.length, listed[0].cms_id], [1, copy.cms_id], 'the copy hides the file');
    const back = await admin('PUT', 'templates/quarto//single', { source: 'theme', content: 'Ignored' });
    assert.deepEqual([back.status, back.body.cms_id, back.body.content], [200, 0, file.content]);
    const { id } = await make('only-here');
    const refused = await admin('POST', `templates/${id}`, { source: 'theme' });
    assert.deepEqual([refused.status, refused.body.code], [400, 'rest_invalid_template']);
    assert.equal((await admin('GET', `templates/${id}`)).status, 200, 'and it stays');
  });

  it('make one copy of a file, however many change it at once', async () => {
    const changes = Array.from({ length: 6 }, (_, n) => admin('POST', 'templates/quarto//404', { content: `By ${n}` }));
    for (const { status } of await Promise.all(changes)) assert.equal(status, 200);
    const all = (await admin('GET', 'templates')).body.filter(({ slug }: { slug: string }) => slug.startsWith('404'));
    assert.deepEqual(
      all.map(({ slug }: { slug: string }) => slug),
      ['404'],
    );
  });

  it('have names that are unique in their theme and kind', async () => {
    const names = [await make('twice'), await make('twice'), await make('twice', { theme: 'other' })];
    names.push(await make('twice', {}, 'template-parts'));
    assert.deepEqual(
      names.map(({ id }) => id),
      ['quarto//twice', 'quarto//twice-2', 'other//twice', 'quarto//twice'],
    );
    assert.equal((await admin('GET', 'templates/other//twice')).status, 200);
    const listed = (await admin('GET', 'templates?_fields=theme')).body as { theme: string }[];
    assert.ok(listed.every(({ theme }) => theme === 'quarto'));
  });

  it('are found by every way of writing their name, and by nothing else', async () => {
    await make('Grüße aus 你好');
    const { body } = await admin('GET', 'templates');
    const { id } = body.find(({ slug }: { slug: string }) => slug.startsWith('gruse'));
    assert.equal(id, 'quarto//gruse-aus-%e4%bd%a0%e5%a5%bd');
    for (const address of [
      id,
      encodeURIComponent(id),
      'quarto/gruse-aus-%E4%BD%A0%E5%A5%BD',
      'quarto%2F%2Fgruse-aus-%E4%BD%A0%E5%A5%BD',
    ])
      assert.equal((await admin('GET', `templates/${address}`)).status, 200, address);
    const hostile = [
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
    for (const address of hostile) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body: told } = await admin(method, `templates/${address}`, method === 'POST' ? {} : undefined);
        assert.equal(status, 404, `${method} ${address}: ${JSON.stringify(told)}`);
      }
      for (const more of ['revisions', 'autosaves', 'revisions/1', 'autosaves/1'])
        assert.equal((await admin('GET', `templates/${address}/${more}`)).status, 404, `${address}/${more}`);
    }
  });

  it('refuse what cannot be, and change nothing then', async () => {
    const { id } = await make('steady');
    const before = (await admin('GET', `templates/${id}?context=edit`)).body;
    const refused: readonly (readonly [object, string])[] = [
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
    for (const [json, code] of refused) {
      const { status, body } = await admin('POST', `templates/${id}`, json);
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(json));
    }
    assert.deepEqual((await admin('GET', `templates/${id}?context=edit`)).body, before);
    const stale = await site.ask(
      'administrator',
      'POST',
      `/cms/v2/templates/${id}`,
      { title: 'x' },
      { 'if-match': '"x"' },
    );
    assert.equal(stale.status, 412);
  });

  it('keep what was, autosaves aside', async () => {
    const { id, cms_id: number } = await make('kept');
    for (const content of ['Two thoughts.', 'THREE thoughts.']) await admin('POST', `templates/${id}`, { content });
    const saved = await admin('POST', `templates/${id}/autosaves`, { description: 'Beside', status: 'draft' });
    assert.deepEqual([saved.body.parent, saved.body.description, saved.body.status], [number, 'Beside', 'inherit']);
    const list = await admin('GET', `templates/${id}/revisions?per_page=1`);
    assert.deepEqual([list.headers['X-CMS-Total'], list.body[0].content.raw], ['2', 'THREE thoughts.']);
    assert.match(list.headers.Link ?? '', /templates\/quarto\/\/kept\/revisions/);
    const shown = (await admin('GET', `templates/${id}`)).body;
    assert.equal(shown._links['version-history'][0].count, 2);
    assert.equal(shown._links['predecessor-version'][0].id, list.body[0].cms_id);
    for (const [search, n] of [
      ['three', 1],
      ['thoughts', 2],
      ['three two', 0],
      ['%25', 0],
    ])
      assert.equal((await admin('GET', `templates/${id}/revisions?search=${search}`)).body.length, n, String(search));
    assert.equal((await admin('GET', `templates/${id}/autosaves/${saved.body.cms_id}`)).body.description, 'Beside');
    assert.equal((await admin('GET', `templates/${id}/autosaves/${number}`)).status, 404);
  });

  it('are named after what they are for where nobody has named them', async () => {
    await site.make('/cms/v2/pages', { title: 'About', slug: 'about', status: 'publish' });
    await site.make('/cms/v2/pages', { title: 'Hidden', slug: 'hidden', status: 'private' });
    const news = await site.make('/cms/v2/categories', { name: 'News', slug: 'news' });
    await site.make('/cms/v2/categories', { name: 'News', slug: 'other-news', parent: news.id });
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
    for (const [slug, wanted] of names) {
      const { title } = await make(slug, { title: '' });
      assert.match(title.raw, wanted, slug);
    }
    count = 0;
    await admin('GET', 'templates?_fields=id');
    const plain = count;
    count = 0;
    await admin('GET', 'templates');
    assert.ok(count - plain <= 8, `${count - plain} statements for names, authors and histories`);
  });

  it('are looked up from what is wanted to what is there', async () => {
    const found = async (query: string) => (await as('contributor', 'GET', `templates/lookup?${query}`)).body.slug;
    assert.equal(await found('slug=category-red'), 'archive');
    await make('category', { content: 'All categories' });
    assert.equal(await found('slug=category-red'), 'category');
    await make('category-red', { title: 'Red', content: '' });
    assert.equal(await found('slug=category-red'), 'category', 'an empty one is passed over');
    assert.equal(await found('slug=anything&is_custom=true'), 'page');
    assert.equal(await found('slug=front-page'), 'home');
    const part = await as('contributor', 'GET', 'template-parts/lookup?slug=category');
    assert.deepEqual([part.body.type, 'area' in part.body], ['cms_template', false]);
  });

  it('are offered to the entries of their type', async () => {
    await make('chosen');
    const choose = async (base: string, template: string) =>
      (await as('editor', 'POST', base, { title: 'x', template })).status;
    assert.equal(await choose('pages', 'page-without-title'), 201, 'the theme has it for pages');
    assert.equal(await choose('posts', 'page-without-title'), 400);
    assert.equal(await choose('posts', 'chosen'), 201);
    assert.equal(await choose('posts', 'index'), 400, 'a standard one is nobody’s choice');
    await make('suggested', { is_cms_suggestion: true });
    const slug = { slug: 'suggested-too', content: 'x', is_wp_suggestion: true };
    assert.equal((await site.askCompatible('administrator', 'POST', '/wp/v2/templates', slug)).status, 201);
    for (const suggested of ['suggested', 'suggested-too']) assert.equal(await choose('posts', suggested), 400);
    const forPosts = (await admin('GET', 'templates?post_type=post')).body.map(({ slug }: { slug: string }) => slug);
    assert.ok(forPosts.includes('chosen') && !forPosts.includes('page-without-title') && !forPosts.includes('index'));
  });

  it('are looked for in addresses of any length in no time', async () => {
    const began = performance.now();
    for (const long of ['a', '/', 'a/', '%', '/revisions', '/autosaves/1', 'a:']) {
      const address = `/cms/v2/templates/${long.repeat(16_000 / long.length)}`;
      for (const method of ['GET', 'OPTIONS', 'DELETE'])
        assert.ok((await site.ask('anonymous', method, address)).status < 500, long);
    }
    assert.ok(performance.now() - began < 2000, `${performance.now() - began} ms`);
  });

  it('have no other routes than their own', async () => {
    for (const [method, address] of [
      ['PUT', 'templates'],
      ['DELETE', 'template-parts'],
      ['GET', 'cms_template'],
    ] as const)
      assert.equal((await admin(method, address)).body.code, 'rest_no_route', `${method} ${address}`);
  });
});
