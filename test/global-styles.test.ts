// Tests global styles, theme styles and themes: permissions, known properties, and harmful values (templates-and-styles.md §8,
// protocol.md §20).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { callers } from './permission-rows.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

describeEachEngine('global styles', (engine) => {
  let site: TestSite;
  let styles: string;
  before(async () => {
    // On this site, the role `author` is replaced with one that may edit theme options but has no `unfiltered_html`.
    const config = { roles: { author: ['read', 'edit_posts', 'edit_theme_options', 'publish_posts'] } };
    site = await openTestSite({ database: await engine.open(), config });
    const { body } = await admin('GET', 'themes/quarto');
    styles = body._links['cms:user-global-styles'][0].href.split('/cms/v2/')[1];
  });
  after(() => assert.deepEqual(site.errors, []));

  const requestAs = (caller: Caller, method: string, path: string, json?: unknown) =>
    site.request(caller, method, `/cms/v2/${path}`, json);
  const admin = (method: string, path: string, json?: unknown) => requestAs('administrator', method, path, json);

  it('can be read by users who may edit posts, and changed by users who may edit theme options', async () => {
    const rows: readonly (readonly [string, string, object | undefined, readonly number[]])[] = [
      ['GET', styles, undefined, [401, 403, 200, 200, 200, 200]],
      ['GET', `${styles}?context=edit`, undefined, [401, 403, 403, 200, 403, 200]],
      ['POST', styles, { title: 'Ours' }, [401, 403, 403, 200, 403, 200]],
      ['GET', `${styles}/revisions`, undefined, [401, 403, 403, 200, 403, 200]],
      ['GET', `${styles}/revisions/1`, undefined, [401, 403, 403, 404, 403, 404]],
      ['GET', 'global-styles/9999', undefined, [404, 404, 404, 404, 404, 404]],
      ['GET', 'global-styles/1', undefined, [404, 404, 404, 404, 404, 404]],
      ['GET', 'global-styles/99999999999999999999', undefined, [404, 404, 404, 404, 404, 404]],
      ['GET', 'global-styles/themes/quarto', undefined, [401, 403, 200, 200, 200, 200]],
      ['GET', 'global-styles/themes/other', undefined, [401, 403, 404, 404, 404, 404]],
      ['GET', 'global-styles/themes/quarto/variations', undefined, [401, 403, 200, 200, 200, 200]],
      ['GET', 'global-styles/themes/..%2Fquarto', undefined, [401, 403, 404, 404, 404, 404]],
      ['DELETE', styles, undefined, [404, 404, 404, 404, 404, 404]],
      ['GET', 'themes', undefined, [401, 403, 403, 403, 403, 200]],
      ['GET', 'themes?status=active', undefined, [401, 403, 200, 200, 200, 200]],
      ['GET', 'themes?status[]=active&status[]=inactive', undefined, [401, 403, 403, 403, 403, 200]],
      ['GET', 'themes/quarto', undefined, [401, 403, 200, 200, 200, 200]],
      ['GET', 'themes/other', undefined, [401, 403, 403, 403, 403, 404]],
    ];
    for (const [method, path, json, expected] of rows) {
      for (const [at, caller] of callers.entries()) {
        const { status, body } = await requestAs(caller, method, path, json);
        assert.equal(status, expected[at], `${caller} ${method} ${path}: ${JSON.stringify(body)}`);
        if (status >= 400) assert.ok(!JSON.stringify(body).includes('Iowan'), 'errors reveal no styles');
      }
    }
    for (const caller of callers) {
      const { body } = await site.request(caller, 'GET', '/');
      const isLinked = 'cms:active-theme' in (body._links ?? {});
      assert.equal(isLinked, !['anonymous', 'subscriber'].includes(caller), caller);
    }
  });

  it('are created when the service starts, not on the first read, and have no author', async () => {
    const { body } = await admin('GET', styles);
    assert.deepEqual([body.styles, body.settings], [{}, {}]);
    const { id: deletedUser } = await site.create('/cms/v2/users', {
      username: 'gone',
      email: 'gone@example.com',
      password: 'a long password',
      roles: ['administrator'],
    });
    assert.equal((await admin('DELETE', `users/${deletedUser}?force=true&reassign=${site.ids.editor}`)).status, 200);
    assert.equal((await admin('GET', styles)).status, 200);
  });

  it('present the known properties of the stored styles, in a normalized form', async () => {
    const submitted = {
      styles: {
        color: { text: 'var:preset|color|base', bogus: 1 },
        spacing: 'wide',
        elements: { link: { ':hover': { color: { text: 'red' } } }, h1: { ':hover': { color: { text: 'red' } } } },
        blocks: {
          'core/button': { variations: { outline: { shadow: 'none' }, bogus: { shadow: 'none' } } },
          'acme/box': { shadow: 'none' },
        },
        __proto__: { shadow: 'none' },
        constructor: { name: 'x' },
      },
      settings: {
        appearanceTools: true,
        border: { color: false },
        color: { palette: [{ slug: 'a', name: 'A', color: '#fff' }] },
        viewport: { mobile: '40rem', tablet: 'calc(1px)' },
        lightbox: { enabled: 'yes', allowEditing: true },
      },
    };
    const { status, body } = await admin('POST', styles, submitted);
    assert.equal(status, 200);
    assert.deepEqual(body.styles, {
      color: { text: 'var(--wp--preset--color--base)' },
      elements: { link: { ':hover': { color: { text: 'red' } } } },
      blocks: { 'core/button': { variations: { outline: { shadow: 'none' } } } },
    });
    const { border, color, viewport, lightbox, position } = body.settings;
    assert.deepEqual(border, { color: false, radius: true, style: true, width: true });
    assert.deepEqual(color.palette, { custom: [{ slug: 'a', name: 'A', color: '#fff' }] });
    assert.deepEqual([viewport, lightbox, position], [{ mobile: '40rem' }, { allowEditing: true }, { sticky: true }]);
  });

  it('reject or ignore invalid styles', async () => {
    await admin('POST', styles, { styles: { css: 'p { color: red }' }, settings: {} });
    const before = (await admin('GET', styles)).body;
    const deep = JSON.parse(`${'{"color":'.repeat(400)}1${'}'.repeat(400)}`);
    const rejected: readonly (readonly [object, string])[] = [
      [{ styles: 'x' }, 'rest_invalid_param'],
      [{ styles: 5 }, 'rest_invalid_param'],
      [{ settings: true }, 'rest_invalid_param'],
      [{ styles: { css: 5 } }, 'rest_custom_css_invalid_type'],
      [{ styles: { css: {} } }, 'rest_custom_css_invalid_type'],
      [{ styles: { css: 'a</style>' } }, 'rest_custom_css_illegal_markup'],
      [{ styles: { css: 'a</STYLE\n>' } }, 'rest_custom_css_illegal_markup'],
      [{ styles: { css: 'a</sty' } }, 'rest_custom_css_illegal_markup'],
      [{ styles: { css: '<' } }, 'rest_custom_css_illegal_markup'],
      [{ title: 5 }, 'rest_invalid_param'],
      [{ title: { raw: [] } }, 'rest_invalid_param'],
    ];
    for (const [json, code] of rejected) {
      const { status, body } = await admin('POST', styles, json);
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(json));
    }
    assert.deepEqual((await admin('GET', styles)).body, before);
    for (const css of ['a > b::before { content: "<"; }', '</stylex>', ''])
      assert.equal((await admin('POST', styles, { styles: { css } })).body.styles.css, css);
    assert.equal((await admin('POST', styles, { styles: deep, settings: deep })).status, 200);
    assert.deepEqual((await admin('POST', styles, { styles: ['a'], settings: [] })).body.styles, {});
  });

  it('by users without unfiltered_html contain no values that load resources or execute code', async () => {
    await admin('POST', styles, { styles: { css: '.kept { }' }, settings: {} });
    const { status, body } = await requestAs('author', 'POST', styles, {
      styles: {
        css: '.mine { }',
        color: { text: 'expression(alert(1))', background: 'red' },
        background: { backgroundImage: { url: 'javascript:alert(1)' }, gradient: 'linear-gradient(red, blue)' },
        spacing: { padding: { top: 'calc(1px + 2vw)', left: 'url(//evil.example)' } },
        typography: { fontFamily: 'var:preset|font-family|text', fontSize: '1px; } body { display: none' },
      },
      settings: { color: { palette: [{ slug: 'a', name: 'A (light)', color: 'url(//evil.example)' }] } },
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.styles.css, '.kept { }', 'the stylesheet of an administrator is unchanged');
    assert.deepEqual(body.styles.color, { background: 'red' });
    assert.deepEqual(body.styles.background, { backgroundImage: {}, gradient: 'linear-gradient(red, blue)' });
    assert.deepEqual(body.styles.spacing, { padding: { top: 'calc(1px + 2vw)' } });
    assert.ok(!JSON.stringify(body).includes('evil') && !JSON.stringify(body).includes('display'));
    assert.equal(body.settings.color.palette.custom[0].name, 'A (light)');
    assert.ok(!('cms:action-edit-css' in body._links));
  });

  it('retain omitted properties, and store no values for properties that were never set', async () => {
    await admin('POST', styles, { styles: {}, settings: {} });
    await admin('POST', styles, { settings: { color: { custom: false } } });
    const [latest, before] = (await admin('GET', `${styles}/revisions?per_page=2`)).body;
    assert.deepEqual([latest.settings, latest.styles], [{ color: { custom: false } }, {}]);
    assert.ok(!('settings' in before) && !('styles' in before));
    const { count } = (await admin('GET', styles)).body._links['version-history'][0];
    await admin('POST', styles, { settings: { color: { custom: false } } });
    await admin('POST', styles, {});
    const again = (await admin('GET', styles)).body._links['version-history'][0].count;
    assert.equal(again, count, 'a change without effect is not stored');
    const batch = await site.request('administrator', 'POST', '/batch/v1', {
      requests: [{ path: `/cms/v2/${styles}`, method: 'POST', body: { title: 'x' } }],
    });
    assert.match(JSON.stringify(batch.body), /rest_batch_not_allowed/);
  });

  it('override those of the theme, which override the built-in ones', async () => {
    const { body } = await requestAs('contributor', 'GET', 'global-styles/themes/quarto');
    assert.equal(body.styles.color.text, 'var(--wp--preset--color--contrast)');
    assert.deepEqual(Object.keys(body.settings.color.palette).sort(), ['default', 'theme']);
    assert.equal(body.settings.color.defaultPalette, false);
    const { body: variations } = await requestAs('contributor', 'GET', 'global-styles/themes/quarto/variations');
    assert.deepEqual(
      variations.map(({ slug, title, version }: Record<string, unknown>) => [slug, title, version]),
      [
        ['coast', 'Coast', 3],
        ['evening', 'Evening', 3],
        ['plain', 'Plain', 3],
      ],
    );
    const named = await requestAs('contributor', 'GET', 'global-styles/themes/quarto/variations?_fields=title');
    assert.deepEqual(named.body[0], { title: 'Coast' });
    const [theme] = (await admin('GET', 'themes')).body;
    assert.deepEqual([theme.stylesheet, theme.status, theme.is_block_theme], ['quarto', 'active', true]);
  });
});
