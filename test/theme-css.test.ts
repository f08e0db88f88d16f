// Tests the style sheet of the theme with the global styles of a site (docs/themes.md, Style sheet).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { themeCssOf } from '../server/cms-v2/theme-styles/theme-css.ts';
import type { Database } from '../server/database/handle.ts';
import { defaultThemeFolder, readTheme } from '../server/theme/read-theme.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('the style sheet of the theme', (engine) => {
  const statements: string[] = [];
  const theme = readTheme(defaultThemeFolder);
  let database: Database;
  let site: TestSite;
  let path: string;
  before(async () => {
    database = await engine.open({ onStatement: (sql) => statements.push(sql) });
    site = await openTestSite({ database });
    const { body } = await site.request('administrator', 'GET', '/cms/v2/themes/quarto');
    path = `/cms${body._links['cms:user-global-styles'][0].href.split('/cms')[1]}`;
  });
  after(() => assert.deepEqual(site.errors, []));

  const css = () => themeCssOf({ database, site: { theme } });
  const change = async (json: unknown) => {
    const { status } = await site.request('administrator', 'POST', path, json);
    assert.equal(status, 200);
  };

  it('contains the changes of the site as soon as they are saved', async () => {
    const before = await css();
    assert.match(before, /body\{background-color:var\(--wp--preset--color--base\)/);
    const palette = [{ slug: 'accent', name: 'Accent', color: '#00f1f2' }];
    await change({
      settings: { color: { palette } },
      styles: { color: { background: 'var:preset|color|accent' }, css: '.own { color: red }' },
    });
    const changed = await css();
    assert.match(
      changed,
      /body\{background-color:var\(--wp--preset--color--accent\);color:var\(--wp--preset--color--contrast\)/,
    );
    assert.match(changed, /--wp--preset--color--accent:#00f1f2/);
    assert.ok(changed.endsWith('.own{color:red}'));
    await change({ settings: {}, styles: {} });
    assert.equal(await css(), before);
  });

  it('is compiled once, with one statement each time', async () => {
    const first = await css();
    statements.length = 0;
    assert.equal(await css(), first);
    assert.equal(statements.length, 1, statements.join('\n'));
  });

  it('omits unsafe values that were stored', async () => {
    const unsafe = 'red}</style><script>x</script>';
    await change({
      settings: { color: { palette: [{ slug: '"></style>', name: 'x', color: unsafe }] }, custom: { a: unsafe } },
      styles: { color: { text: unsafe }, blocks: { 'core/code': { css: unsafe, color: { text: unsafe } } } },
    });
    const changed = await css();
    assert.ok(!changed.includes('</') && !changed.includes('red}</'), changed);
    assert.match(changed, /:root :where\(\.wp-block-code\)\{red < \/style>< script>x< \/script>\}/);
    await change({ settings: {}, styles: {} });
  });
});
