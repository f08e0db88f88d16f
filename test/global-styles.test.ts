// Global styles, the styles of the theme and themes: who may do what, what is known, what is harmful
// (templates-and-styles.md §8, protocol.md §20).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';
import { people } from './who-may.ts';

describeEachEngine('global styles', (engine) => {
  let site: TestSite;
  let styles: string;
  before(async () => {
    // The second author may design here, and nothing more.
    const config = { roles: { author: ['read', 'edit_posts', 'edit_theme_options', 'publish_posts'] } };
    site = await openTestSite({ database: await engine.open(), config });
    const { body } = await admin('GET', 'themes/quarto');
    styles = body._links['cms:user-global-styles'][0].href.split('/cms/v2/')[1];
  });
  after(() => assert.deepEqual(site.faults, []));

  const as = (person: Person, method: string, address: string, json?: unknown) =>
    site.ask(person, method, `/cms/v2/${address}`, json);
  const admin = (method: string, address: string, json?: unknown) => as('administrator', method, address, json);

  it('are for writers to read and for designers to change', async () => {
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
    for (const [method, address, json, wanted] of rows) {
      for (const [at, person] of people.entries()) {
        const { status, body } = await as(person, method, address, json);
        assert.equal(status, wanted[at], `${person} ${method} ${address}: ${JSON.stringify(body)}`);
        if (status >= 400) assert.ok(!JSON.stringify(body).includes('Iowan'), 'refusals tell nothing of styles');
      }
    }
    for (const person of people) {
      const { body } = await site.ask(person, 'GET', '/');
      const isTold = 'cms:active-theme' in (body._links ?? {});
      assert.equal(isTold, !['anonymous', 'subscriber'].includes(person), person);
    }
  });

  it('are made when a site is started, not by reading, and belong to nobody', async () => {
    const { body } = await admin('GET', styles);
    assert.deepEqual([body.styles, body.settings], [{}, {}]);
    const { id: heirless } = await site.make('/cms/v2/users', {
      username: 'gone',
      email: 'gone@example.com',
      password: 'a long password',
      roles: ['administrator'],
    });
    assert.equal((await admin('DELETE', `users/${heirless}?force=true&reassign=${site.ids.editor}`)).status, 200);
    assert.equal((await admin('GET', styles)).status, 200);
  });

  it('show what is known of what was stored, in one form', async () => {
    const sent = {
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
    const { status, body } = await admin('POST', styles, sent);
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

  it('are not hurt by what cannot be styles', async () => {
    await admin('POST', styles, { styles: { css: 'p { color: red }' }, settings: {} });
    const before = (await admin('GET', styles)).body;
    const deep = JSON.parse(`${'{"color":'.repeat(400)}1${'}'.repeat(400)}`);
    const refused: readonly (readonly [object, string])[] = [
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
    for (const [json, code] of refused) {
      const { status, body } = await admin('POST', styles, json);
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(json));
    }
    assert.deepEqual((await admin('GET', styles)).body, before);
    for (const css of ['a > b::before { content: "<"; }', '</stylex>', ''])
      assert.equal((await admin('POST', styles, { styles: { css } })).body.styles.css, css);
    assert.equal((await admin('POST', styles, { styles: deep, settings: deep })).status, 200);
    assert.deepEqual((await admin('POST', styles, { styles: ['a'], settings: [] })).body.styles, {});
  });

  it('of those who may not post any HTML are without what could load or run something', async () => {
    await admin('POST', styles, { styles: { css: '.kept { }' }, settings: {} });
    const { status, body } = await as('author', 'POST', styles, {
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
    assert.equal(body.styles.css, '.kept { }', 'an administrator’s style sheet stays');
    assert.deepEqual(body.styles.color, { background: 'red' });
    assert.deepEqual(body.styles.background, { backgroundImage: {}, gradient: 'linear-gradient(red, blue)' });
    assert.deepEqual(body.styles.spacing, { padding: { top: 'calc(1px + 2vw)' } });
    assert.ok(!JSON.stringify(body).includes('evil') && !JSON.stringify(body).includes('display'));
    assert.equal(body.settings.color.palette.custom[0].name, 'A (light)');
    assert.ok(!('cms:action-edit-css' in body._links));
  });

  it('keep what was set, and nothing where nothing was', async () => {
    await admin('POST', styles, { styles: {}, settings: {} });
    await admin('POST', styles, { settings: { color: { custom: false } } });
    const [latest, before] = (await admin('GET', `${styles}/revisions?per_page=2`)).body;
    assert.deepEqual([latest.settings, latest.styles], [{ color: { custom: false } }, {}]);
    assert.ok(!('settings' in before) && !('styles' in before));
    const { count } = (await admin('GET', styles)).body._links['version-history'][0];
    await admin('POST', styles, { settings: { color: { custom: false } } });
    await admin('POST', styles, {});
    const again = (await admin('GET', styles)).body._links['version-history'][0].count;
    assert.equal(again, count, 'what changes nothing is not kept');
    const batch = await site.ask('administrator', 'POST', '/batch/v1', {
      requests: [{ path: `/cms/v2/${styles}`, method: 'POST', body: { title: 'x' } }],
    });
    assert.match(JSON.stringify(batch.body), /rest_batch_not_allowed/);
  });

  it('stand over those of the theme, which stand over the built-in ones', async () => {
    const { body } = await as('contributor', 'GET', 'global-styles/themes/quarto');
    assert.equal(body.styles.color.text, 'var(--wp--preset--color--contrast)');
    assert.deepEqual(Object.keys(body.settings.color.palette).sort(), ['default', 'theme']);
    assert.equal(body.settings.color.defaultPalette, false);
    const { body: variations } = await as('contributor', 'GET', 'global-styles/themes/quarto/variations');
    assert.deepEqual(
      variations.map(({ slug, title, version }: Record<string, unknown>) => [slug, title, version]),
      [
        ['evening', 'Evening', 3],
        ['plain', 'Plain', 3],
      ],
    );
    const named = await as('contributor', 'GET', 'global-styles/themes/quarto/variations?_fields=title');
    assert.deepEqual(named.body[0], { title: 'Evening' });
    const [theme] = (await admin('GET', 'themes')).body;
    assert.deepEqual([theme.stylesheet, theme.status, theme.is_block_theme], ['quarto', 'active', true]);
  });
});
