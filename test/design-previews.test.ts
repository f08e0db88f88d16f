// Tests previews of changes of the design that are not saved: who may create them, what they display, and that they affect nothing else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { pruneDesignPreviews } from '../server/cms-v2/design-previews/store.ts';
import { statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { callers } from './permission-rows.ts';
import type { Caller } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';

const rowsStatement = statement((q) => q.selectFrom('design_previews').selectAll());

const path = '/octavo/v1/design-previews';
const hour = 3_600_000;
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const header = '<!-- wp:template-part {"slug":"header","tagName":"header"} /-->';

describeEachEngine('previews of the design', (engine) => {
  let node: TestNode;
  let time = Date.parse('2026-03-01T10:00:00Z');
  let styles: number;
  before(async () => {
    // The role `author` may change the design, but has no `unfiltered_html`, and may not edit patterns of others.
    const config = {
      roles: { author: ['read', 'edit_posts', 'edit_published_posts', 'edit_theme_options', 'publish_posts'] },
    };
    node = await openNode(await engine.location(), { config, clock: () => time, pause: async () => {} });
    const { body } = await node.site.request('administrator', 'GET', '/cms/v2/themes/quarto');
    styles = Number(body._links['cms:user-global-styles'][0].href.split('/').at(-1));
  });
  after(async () => {
    await close(node);
    assert.deepEqual(node.site.errors, []);
  });

  const post = (json: object, caller: Caller = 'administrator') => node.site.request(caller, 'POST', path, json);
  /** Creates a preview, and returns its token. */
  const preview = async (json: object, caller: Caller = 'administrator'): Promise<string> => {
    const { status, body } = await post(json, caller);
    assert.equal(status, 201, JSON.stringify(body));
    return new URL(body.link).searchParams.get('design_preview') ?? '';
  };
  const open = (token: string, at = '/', init: RequestInit = {}) =>
    node.request(`${at}${at.includes('?') ? '&' : '?'}design_preview=${token}`, {
      headers: { accept: 'text/html' },
      ...init,
    });
  const page = async (at = '/') => (await node.request(at, { headers: { accept: 'text/html' } })).text();
  const create = (kind: string, json: object, caller: Caller = 'administrator') =>
    node.site.create(`/cms/v2/${kind}`, { status: 'publish', ...json }, caller);
  const home = (text: string) => ({ templates: [{ id: 'quarto//home', content: header + paragraph(text) }] });

  it('can be created by users who may change the design', async () => {
    const pattern = await create('blocks', { title: 'Of the administrator', content: paragraph('Pattern') });
    const own = await create('blocks', { title: 'Of the author', content: paragraph('Pattern') }, 'author');
    const navigation = await create('navigation', { title: 'Menu', content: '' });
    const content = paragraph('Changed');
    const rows: readonly (readonly [json: object, statuses: readonly number[], code: string])[] = [
      [{}, [401, 403, 403, 201, 403, 201], 'rest_cannot_preview_design'],
      [home('Changed'), [401, 403, 403, 201, 403, 201], 'rest_cannot_preview_design'],
      [
        { template_parts: [{ id: 'quarto//header', content }] },
        [401, 403, 403, 201, 403, 201],
        'rest_cannot_preview_design',
      ],
      [{ navigation: [{ id: navigation.id, content }] }, [401, 403, 403, 201, 403, 201], 'rest_cannot_preview_design'],
      [{ global_styles: { id: styles, styles: {} } }, [401, 403, 403, 201, 403, 201], 'rest_cannot_preview_design'],
      [{ blocks: [{ id: own.id, content }] }, [401, 403, 403, 201, 403, 201], 'rest_cannot_preview_design'],
      [{ blocks: [{ id: pattern.id, content }] }, [401, 403, 403, 403, 403, 201], 'rest_cannot_edit'],
    ];
    for (const [json, statuses, code] of rows)
      for (const [at, caller] of callers.entries()) {
        const { status, body } = await post(json, caller);
        assert.equal(status, statuses[at], `${caller} ${JSON.stringify(json)}: ${JSON.stringify(body)}`);
        if (caller === 'author' && status === 403) assert.equal(body.code, code);
        if (caller === 'editor') assert.equal(body.code, 'rest_cannot_preview_design');
        if (status >= 400) assert.deepEqual(Object.keys(body).sort(), ['code', 'data', 'message']);
      }
  });

  it('respond with the URL and the time of expiry only, through both mounts', async () => {
    const first = await post(home('First'));
    const second = await node.site.requestCompatible('administrator', 'POST', path, home('Second'));
    for (const { status, body, headers } of [first, second]) {
      assert.equal(status, 201);
      assert.deepEqual(Object.keys(body).sort(), ['expires', 'link']);
      assert.equal(body.expires, '2026-03-01T11:00:00');
      assert.match(body.link, /^http:\/\/site\.test\/\?design_preview=[A-Za-z0-9]{40}$/);
      assert.match(String(headers['Cache-Control']), /no-store/);
    }
    assert.match(await (await open(new URL(first.body.link).search.slice('?design_preview='.length))).text(), /First/);
    assert.match(
      await (await open(new URL(second.body.link).search.slice('?design_preview='.length))).text(),
      /Second/,
    );
  });

  it('display each kind of change, which no other page displays', async () => {
    const pattern = await create('blocks', { title: 'Pattern', content: paragraph('Saved pattern') });
    const link = (label: string) => `<!-- wp:navigation-link {"label":"${label}","url":"http://site.test/"} /-->`;
    const navigation = await create('navigation', { title: 'Menu', content: link('Saved entry') });
    const entry = await create('posts', {
      title: 'With a pattern',
      slug: 'with-a-pattern',
      content: `<!-- wp:block {"ref":${pattern.id}} /-->`,
    });
    const before = { home: await page(), entry: await page(entry.link.replace('http://site.test', '')) };
    assert.match(before.home, /Saved entry/);
    assert.match(before.entry, /Saved pattern/);
    const stored = await create('template-parts', {
      ...{ slug: 'extra', theme: 'quarto', title: 'Extra', content: paragraph('Saved part') },
    });
    const token = await preview({
      templates: [
        {
          id: 'quarto//home',
          content: `${header}${paragraph('Changed home')}<!-- wp:template-part {"slug":"extra"} /-->`,
        },
      ],
      template_parts: [
        { id: 'quarto//header', content: `${paragraph('Changed header')}<!-- wp:navigation /-->` },
        { id: stored.id, content: paragraph('Changed part') },
      ],
      blocks: [{ id: pattern.id, content: `${paragraph('Changed pattern')}<!-- wp:site-title /-->` }],
      navigation: [{ id: navigation.id, content: link('Changed entry') }],
      global_styles: { id: styles, styles: { color: { background: '#123456' } } },
    });
    const shown = await (await open(token)).text();
    for (const text of ['Changed home', 'Changed header', 'Changed part', 'Changed entry', '#123456'])
      assert.ok(shown.includes(text), text);
    for (const text of ['Saved entry', 'Saved part', 'Latest articles']) assert.ok(!shown.includes(text), text);
    const shownEntry = await (await open(token, '/with-a-pattern/')).text();
    for (const text of ['Changed pattern', 'Changed header', 'With a pattern', '#123456'])
      assert.ok(shownEntry.includes(text), text);
    assert.ok(!shownEntry.includes('Saved pattern'));
    const missing = await open(token, '/nothing/');
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /Changed header/);
    assert.equal(await page(), before.home);
    assert.equal(await page('/with-a-pattern/'), before.entry);
    assert.ok(!(await page('/nothing/')).includes('Changed'));
    for (const feed of ['/feed/', '/sitemap.xml', '/robots.txt'])
      for (const at of [feed, `${feed}?design_preview=${token}`])
        assert.doesNotMatch(await page(at), /Changed|#123456/, at);
    for (const at of [`/cms/v2/posts/${entry.id}`, `/cms/v2/posts?slug=with-a-pattern&design_preview=${token}`])
      assert.doesNotMatch(await (await node.get(at)).text(), /Changed/, at);
  });

  it('are never cached, indexed or mixed with other responses', async () => {
    const ordinary = await node.request('/');
    const html = await ordinary.text();
    const token = await preview(home('Only in the preview'));
    for (let time = 0; time < 2; time += 1) {
      const shown = await open(token);
      assert.match(String(shown.headers.get('cache-control')), /private/);
      assert.match(String(shown.headers.get('cache-control')), /no-store/);
      assert.equal(shown.headers.get('x-robots-tag'), 'noindex');
      assert.equal(shown.headers.get('referrer-policy'), 'no-referrer');
      assert.match(String(shown.headers.get('content-security-policy')), /script-src 'none'/);
      const text = await shown.text();
      assert.match(text, /Only in the preview/);
      assert.match(text, /class="octavo-design-preview"[^>]*>Preview of unsaved changes of the design, until 11:00\./);
      const again = await node.request('/');
      assert.equal(again.headers.get('etag'), ordinary.headers.get('etag'));
      assert.notEqual(again.headers.get('etag'), shown.headers.get('etag'));
      assert.equal(await again.text(), html);
      const conditional = (etag: string | null, at: string) =>
        node.request(at, { headers: { 'if-none-match': String(etag) } });
      assert.equal((await conditional(shown.headers.get('etag'), '/')).status, 200);
      assert.equal((await conditional(ordinary.headers.get('etag'), '/')).status, 304);
      assert.equal((await conditional(ordinary.headers.get('etag'), `/?design_preview=${token}`)).status, 200);
    }
    // Two previews at the same time, each with its own changes and styles.
    const tokens = await Promise.all(
      ['#aa0001', '#aa0002'].map((background) =>
        preview({ ...home(`With ${background}`), global_styles: { id: styles, styles: { color: { background } } } }),
      ),
    );
    const pages = await Promise.all([...tokens, ...tokens].map(async (each) => (await open(each)).text()));
    for (const [at, text] of pages.entries()) {
      const [own, other] = at % 2 === 0 ? ['#aa0001', '#aa0002'] : ['#aa0002', '#aa0001'];
      assert.ok(text.includes(`With ${own}`) && text.includes(`color:${own}`) && !text.includes(other), String(at));
    }
    assert.equal(await page(), html);
  });

  it('have tokens that cannot be guessed, expire, and are valid only as long as their user may change the design', async () => {
    const token = await preview(home('Secret change'));
    const foreign = await preview(home('Of the author'), 'author');
    const flipped = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const invalid = [
      '',
      '0',
      flipped,
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      `${token}%00`,
      `${foreign}'`,
      'é',
    ];
    for (const each of invalid) {
      const { status, headers } = await open(each);
      assert.equal(status, 404, each);
      assert.match(String(headers.get('cache-control')), /no-store/);
    }
    const text = await (await open(flipped)).text();
    assert.match(text, /Preview not available/);
    assert.doesNotMatch(text, /Secret change/);
    const stored = await node.database.read.all(rowsStatement, {});
    assert.ok(stored.length > 0 && !JSON.stringify(stored).includes(token), 'the token is not stored');
    assert.equal((await open(foreign)).status, 200);
    const setRole = (role: string) =>
      node.site.request('administrator', 'PUT', `/cms/v2/users/${node.site.ids.author}`, { roles: [role] });
    assert.equal((await setRole('contributor')).status, 200);
    assert.equal((await open(foreign)).status, 404);
    assert.equal((await setRole('author')).status, 200);
    assert.equal((await open(foreign)).status, 200);
    assert.equal((await open(token)).status, 200);
    time += hour - 1000;
    assert.equal((await open(token)).status, 200);
    time += 1000;
    assert.equal((await open(token)).status, 404);
    assert.ok((await pruneDesignPreviews(node.database, () => time)) > 0);
    assert.equal(await pruneDesignPreviews(node.database, () => time), 0);
  });

  it('are deleted with their user, and the oldest ones when there are more than ten', async () => {
    const tokens: string[] = [];
    for (let index = 0; index < 11; index += 1) tokens.push(await preview(home(`Number ${index}`)));
    const other = await preview(home('Of the author'), 'author');
    const statuses = await Promise.all(tokens.map(async (each) => (await open(each)).status));
    assert.deepEqual(statuses, [404, ...Array(10).fill(200)]);
    assert.equal((await open(other)).status, 200);
    const { ids } = node.site;
    const deletion = `/cms/v2/users/${ids.author}?force=true&reassign=${ids.administrator}`;
    assert.equal((await node.site.request('administrator', 'DELETE', deletion)).status, 200);
    assert.equal((await open(other)).status, 404);
    await node.site.restore('author');
  });

  it('sanitize what users without unfiltered HTML submit, as when it is saved', async () => {
    const attack =
      '<!-- wp:html --><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><!-- /wp:html -->';
    const pattern = await create('blocks', { title: 'Own', content: paragraph('Own') }, 'author');
    const css = { css: 'body{display:none}', color: { background: 'red;}</style><script>' } };
    const token = await preview(
      {
        templates: [{ id: 'quarto//home', content: `${attack}<!-- wp:block {"ref":${pattern.id}} /-->` }],
        blocks: [{ id: pattern.id, content: attack }],
        global_styles: {
          id: styles,
          styles: css,
          settings: { color: { palette: [{ slug: 'x', color: '}</style>' }] } },
        },
      },
      'author',
    );
    const text = await (await open(token)).text();
    assert.doesNotMatch(text, /<script>alert|onerror|javascript:|display:none\}<|red;/);
    const saved = await node.site.request('author', 'PUT', `/cms/v2/blocks/${pattern.id}`, { content: attack });
    assert.doesNotMatch(saved.body.content.raw, /script|onerror/);
    const unsafe = { global_styles: { id: styles, styles: { css: 'a{}</style><script>alert(1)</script>' } } };
    for (const caller of ['author', 'administrator'] as const) {
      const { status, body } = await post(unsafe, caller);
      assert.deepEqual([status, body.code], [400, 'rest_custom_css_illegal_markup'], caller);
    }
    // Nothing runs in a preview of users who may save scripts either.
    const own = await open(await preview({ templates: [{ id: 'quarto//home', content: attack }] }));
    assert.match(String(own.headers.get('content-security-policy')), /script-src 'none'/);
  });

  it('display only what anonymous visitors may see', async () => {
    const draft = await create('posts', {
      title: 'Unseen draft',
      slug: 'unseen-draft',
      status: 'draft',
      content: 'Unseen',
    });
    const hidden = await create('blocks', { title: 'Hidden', status: 'private', content: paragraph('Unseen') });
    const locked = await create('blocks', { title: 'Locked', password: 'secret', content: paragraph('Unseen') });
    const guarded = await create('posts', {
      ...{
        title: 'Guarded',
        slug: 'guarded',
        password: 'secret',
        content: `<!-- wp:block {"ref":${hidden.id}} /-->Unseen`,
      },
    });
    const signed = await node.site.create('/octavo/v1/previews', { entry: draft.id });
    const nonce = new URL(signed.link).searchParams.get('preview_nonce');
    const token = await preview({
      templates: [
        {
          id: 'quarto//home',
          content: `${paragraph('Shown')}<!-- wp:block {"ref":${hidden.id}} /--><!-- wp:block {"ref":${locked.id}} /--><!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->`,
        },
      ],
      blocks: [hidden.id, locked.id].map((id) => ({ id, content: paragraph('Unseen change') })),
    });
    const cookie = `octavo=1; wordpress_logged_in=1`;
    for (const at of [
      '/',
      `/?p=${draft.id}`,
      '/unseen-draft/',
      '/guarded/',
      '/?s=unseen',
      `/?p=${draft.id}&preview_nonce=${nonce}`,
    ]) {
      const response = await open(token, at, {
        headers: { accept: 'text/html', cookie, authorization: String(node.site.authorizationOf('administrator')) },
      });
      const text = (await response.text()).replace(/<title>[^<]*/, '').replace(/(?:value|href|action)="[^"]*"/g, '');
      assert.doesNotMatch(text, /Unseen/, at);
    }
    assert.equal((await open(token, `/?p=${draft.id}&preview_nonce=${nonce}`)).status, 404);
    assert.match(await (await open(token)).text(), /Shown/);
    assert.match(await (await open(token, '/guarded/')).text(), /password-protected/);
    assert.match(guarded.link, /guarded/);
  });

  it('keep links, redirects and searches in the preview, and accept no forms except passwords', async () => {
    const entry = await create('posts', { title: 'Linked', slug: 'linked', password: '', content: 'Linked words' });
    const guarded = await create('posts', {
      title: 'Locked',
      slug: 'locked',
      password: 'secret',
      content: 'Locked words',
    });
    const token = await preview({
      templates: [
        {
          id: 'quarto//home',
          content: `<!-- wp:latest-posts /--><!-- wp:search {"label":"Search"} /--><!-- wp:html --><a href="https://example.com/">x</a><a href="/uploads/a.png">y</a><!-- /wp:html -->`,
        },
      ],
    });
    const text = await (await open(token)).text();
    assert.ok(text.includes(`href="http://site.test/linked/?design_preview=${token}"`));
    assert.ok(text.includes(`<input type=hidden name=design_preview value=${token}>`));
    assert.ok(text.includes('href="https://example.com/"') && text.includes('href="/uploads/a.png"'));
    assert.ok(text.includes('<a href="http://site.test/">View the page without them</a>'));
    const moved = await open(token, `/?p=${entry.id}`);
    assert.deepEqual([moved.status, moved.headers.get('location')], [301, `${entry.link}?design_preview=${token}`]);
    assert.match(String(moved.headers.get('cache-control')), /no-store/);

    const send = (at: string, fields: Record<string, string>) =>
      open(token, at, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html' } });
    const comment = await send('/linked/', { comment: 'Hello', author: 'Ann', email: 'ann@site.test' });
    assert.equal(comment.status, 403);
    assert.match(await comment.text(), /Nothing was sent/);
    assert.equal((await node.site.request('administrator', 'GET', '/cms/v2/comments?status=any')).body.length, 0);
    const unlocked = await send('/locked/', { password: 'secret' });
    assert.deepEqual(
      [unlocked.status, unlocked.headers.get('location')],
      [303, `http://site.test/locked/?design_preview=${token}`],
    );
    const cookie = String(unlocked.headers.get('set-cookie')).split(';', 1)[0] ?? '';
    assert.match(await (await open(token, '/locked/', { headers: { cookie } })).text(), /Locked words/);
    assert.match(guarded.link, /locked/);
  });

  it('reject what cannot be saved, and too much', async () => {
    const content = paragraph('x');
    const long = 'a'.repeat(250_001);
    const cases: readonly (readonly [json: object, status: number, code: string])[] = [
      [{ templates: [{ id: 'quarto//none', content }] }, 404, 'rest_template_not_found'],
      [{ templates: [{ id: '../../etc/passwd', content }] }, 404, 'rest_template_not_found'],
      [{ template_parts: [{ id: 'quarto//home', content }] }, 404, 'rest_template_not_found'],
      [{ blocks: [{ id: 999_999, content }] }, 404, 'rest_post_invalid_id'],
      [{ navigation: [{ id: styles, content }] }, 404, 'rest_post_invalid_id'],
      [{ global_styles: { id: 999_999 } }, 404, 'rest_global_styles_not_found'],
      [{ templates: [{ id: 'quarto//home' }] }, 400, 'rest_invalid_param'],
      [{ templates: [{ content }] }, 400, 'rest_invalid_param'],
      [{ templates: 'quarto//home' }, 400, 'rest_invalid_param'],
      [{ blocks: [{ id: 'x', content }] }, 400, 'rest_invalid_param'],
      [{ global_styles: { styles: {} } }, 400, 'rest_invalid_param'],
      [{ global_styles: { id: styles, styles: 'x' } }, 400, 'rest_invalid_param'],
      [{ templates: Array.from({ length: 51 }, () => ({ id: 'quarto//home', content })) }, 400, 'rest_invalid_param'],
      [
        {
          templates: [
            { id: 'quarto//home', content: long },
            { id: 'quarto//single', content: long },
          ],
        },
        400,
        'rest_design_preview_too_large',
      ],
      [{ global_styles: { id: styles, styles: { css: 'a'.repeat(500_001) } } }, 400, 'rest_design_preview_too_large'],
    ];
    for (const [json, status, code] of cases) {
      const response = await post(json);
      assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(json).slice(0, 100));
    }
    assert.equal((await post({ templates: [{ id: 'quarto//home', content: long }] })).status, 201);
  });
});
