// The admin in German: no screen displays texts in another language, and the longer words fit on small screens.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { findUntranslated } from './german.ts';
import { typeAfter, waitUntilLoaded } from './page-actions.ts';
import { screens } from './screens.ts';
import { describeSite, paragraph } from './site.ts';

/** Data of the site: names, addresses, paths, sizes, and values of settings. */
const data = [
  ...[
    /^(?:Octavo|admin|[Ee]va|tests|Hello|uncategorized|English|error|off)$/,
    /^\S+@\S+$/,
    /^(?:http:\/\/127|\/tmp\/)/,
  ],
  /^\d+ Werkzeuge?, (?:nur lesend|\d+ änder[nt] Daten)$/,
  ...[/^admin(?: \(admin\)|: \p{L}+)$/u, /^[a-z-]+\/v\d+$/],
  // Names of events.
  /^[a-z]+\.[a-z]+$/,
  ...[/^[\d.,]+ (?:Byte|[kK]?B|MB|GB)$/, /^(?:Benutzer|Anwendungspasswort): \w+$/, /^· Beitrag$/],
];

/** Data that the editor displays. */
const editorData = [...data, /^(?:Grüße|Anfang und Ende|gruesse)/, /^\d+\. \p{L}+ \d{4}/u];

describeSite('the admin in German', (site) => {
  /** The texts with which the site asks visitors for consent. They are data of the site, in its language. */
  const textsForVisitors = async (): Promise<RegExp[]> => {
    const { body } = await site().service.request('GET', '/sbc/v1/consent');
    const categories: readonly { readonly label: string; readonly description: string }[] = body.categories;
    return [body.text, ...categories.flatMap(({ label, description }) => [label, description])].map(
      (each: string) => new RegExp(`^${each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`),
    );
  };

  for (const width of [1280, 390])
    it(`has no English text and fits in windows with ${width} pixels`, async () => {
      const problems: string[] = [];
      const context = await site().newContext(width);
      const page = await site().open(context, '/admin/?locale=de', problems);
      const siteData = [...data, ...(await textsForVisitors())];
      for (const { name, url } of screens) {
        await page.goto(`${site().service.origin}${url}?locale=de`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await waitUntilLoaded(page);
        await takeScreenshot(page, `german-${name}-${width}`);
        assert.deepEqual(await findUntranslated(page, '#admin', siteData), [], name);
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name);
      }
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(problems, []);
      await context.close();
    });

  it('displays all groups of settings in German', async () => {
    const context = await site().newContext(390);
    const page = await site().open(context, '/admin/settings?locale=de');
    const links = page.getByRole('navigation', { name: 'Gruppen von Einstellungen' }).getByRole('link');
    await links.first().waitFor();
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    assert.ok(paths.length >= 10);
    for (const each of paths) {
      await page.goto(`${site().service.origin}${each}?locale=de`);
      await page.getByRole('heading', { level: 2 }).waitFor();
      await waitUntilLoaded(page);
      // The categories of consents are data; actions on them contain their names.
      const values = [/^[\w/%-]+$/, /^\[\s/, /^[^:]+: (?:Necessary|Statistics|Marketing)$/];
      assert.deepEqual(await findUntranslated(page, 'main', [...data, ...values]), [], each);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390, each);
    }
    await context.close();
  });

  it('finds English texts', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/users');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await waitUntilLoaded(page);
    const found = await findUntranslated(page, '#admin', data);
    for (const text of ['Add user', 'Comments', 'Posts', 'Users']) assert.ok(found.includes(text), text);
    await context.close();
  });

  it('displays errors of the service in German', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/users/new?locale=de');
    await page.getByLabel('Benutzername').fill('eva');
    await page.getByLabel('E-Mail', { exact: true }).fill('eva@site.test');
    await page.getByRole('button', { name: 'Passwort erzeugen' }).click();
    await page.getByRole('button', { name: 'Benutzer anlegen' }).click();
    await page.getByText('Dieser Benutzername ist bereits vergeben.').first().waitFor();
    await context.close();
  });

  it('writes and publishes an entry, and finds it in the list', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?locale=de', problems);
    await page.getByRole('link', { name: 'Beitrag hinzufügen' }).first().waitFor();
    const id = await site().create({ title: 'Grüße', content: paragraph('Anfang'), status: 'draft' });
    await page.goto(`${site().service.origin}/admin/content/post/${id}?locale=de`);
    await typeAfter(page, 'Anfang', ' und Ende');
    await takeScreenshot(page, 'german-editor');
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Veröffentlichung im Editor' });
    await panel.getByText('Bereit zum Veröffentlichen?').waitFor();
    await takeScreenshot(page, 'german-publish');
    assert.deepEqual(await findUntranslated(page, 'body', editorData), []);
    await panel.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await panel.getByText('ist jetzt veröffentlicht.').waitFor();
    assert.equal((await site().read(id)).status, 'publish');
    await page.goto(`${site().service.origin}/admin/content/post?locale=de`);
    await page.getByRole('row').filter({ hasText: 'Grüße' }).getByText('Veröffentlicht').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
});
