// Forms: built in the admin, submitted on a public page, and their submissions found, exported and deleted.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, type Site, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

/** The notice about a success. */
const noticeOf = (page: Page, text: string): Locator => page.getByRole('region', { name: 'Notices' }).getByText(text);

/** The field of the builder with a label. */
const rowOf = (page: Page, label: string): Locator =>
  page.locator('.field-row').filter({ has: page.locator('.row-title', { hasText: label }) });

/** The labels of the fields in the builder, in their order. */
const labelsOf = (page: Page): Promise<string[]> => page.locator('.row-title').allInnerTexts();

/** Adds a field in the builder with a label. */
async function addField(page: Page, kind: string, label: string): Promise<void> {
  await page.getByRole('group', { name: 'Add a field' }).getByRole('button', { name: kind, exact: true }).click();
  const row = page.locator('.field-row').last();
  await row.getByLabel(kind === 'Consent' ? 'Text to accept' : 'Label', { exact: true }).fill(label);
}

/** Creates a published form, and a page with it. */
async function createPublished(site: Site, title: string, meta: object) {
  const { status, body } = await site.service.request('POST', '/cms/v2/forms', { title, status: 'publish', meta });
  assert.equal(status, 201, JSON.stringify(body));
  const content = `<!-- wp:shortcode -->\n[cmsforms id="${body.id}"]\n<!-- /wp:shortcode -->`;
  const page = await site.service.request('POST', '/cms/v2/pages', {
    title: `Page of ${title}`,
    status: 'publish',
    content,
  });
  assert.equal(page.status, 201);
  return { id: Number(body.id), link: String(page.body.link) };
}

const contactFields = [
  { name: 'name', kind: 'text', label: 'Your name', required: true },
  { name: 'email', kind: 'email', label: 'Email' },
  { name: 'message', kind: 'textarea', label: 'Message' },
];

describeSite('forms', (site) => {
  const read = async (path: string) => (await site().service.request('GET', path)).body;

  it('are built with conditions, submitted on a page, and found, exported and deleted by person', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/forms', problems);
    await page.getByText('There are no forms yet.').waitFor();
    await takeScreenshot(page, 'forms-empty');
    await page.getByRole('link', { name: 'Add form' }).first().click();
    await page.getByLabel('Title').fill('Contact');
    await page.getByLabel('Status').selectOption('Published');
    await addField(page, 'Text', 'Your name');
    await page.locator('.field-row').last().getByRole('checkbox', { name: 'Required' }).check();
    await addField(page, 'Email address', 'Email');
    await addField(page, 'Choice', 'Topic');
    await page.locator('.field-row').last().getByLabel('Choices', { exact: true }).fill('Question\nOrder');
    await addField(page, 'Number', 'Order number');
    const order = page.locator('.field-row').last();
    await order.getByRole('checkbox', { name: 'Required' }).check();
    await order.getByLabel('Display this field').selectOption('Depending on “Topic”');
    await page.getByRole('button', { name: 'Create the form' }).click();
    await order.getByText('Select at least one value.').waitFor();
    await page.getByText('The form was not saved. Correct the field').waitFor();
    await order
      .getByRole('group', { name: 'If one of these values is selected' })
      .getByLabel('Order', { exact: true })
      .check();
    await takeScreenshot(page, 'form-builder');
    assert.deepEqual(await findViolations(page), []);
    await page.getByLabel('Confirmation').fill('Thanks, we will answer.');
    await page.getByRole('button', { name: 'Create the form' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
    const id = Number(/\/forms\/(\d+)$/.exec(page.url())?.[1]);
    const stored = await read(`/cms/v2/forms/${id}?context=edit`);
    assert.deepEqual(stored.meta.fields, [
      { name: 'your_name', kind: 'text', label: 'Your name', required: true },
      { name: 'email', kind: 'email', label: 'Email' },
      { name: 'topic', kind: 'choice', label: 'Topic', choices: ['Question', 'Order'] },
      {
        ...{ name: 'order_number', kind: 'number', label: 'Order number', required: true },
        condition: { field: 'topic', values: ['Order'] },
      },
    ]);
    const shortcode = await page.locator('.code-example code').innerText();

    const content = `<!-- wp:shortcode -->\n${shortcode}\n<!-- /wp:shortcode -->`;
    const created = await site().service.request('POST', '/cms/v2/pages', {
      title: 'Write',
      status: 'publish',
      content,
    });
    const visitorContext = await site().newContext();
    const visitor = await visitorContext.newPage();
    visitor.on('console', (message) => {
      // The browser reports the response to the form that is not accepted.
      if (message.type() === 'error' && !message.text().includes('status of 400')) problems.push(message.text());
    });
    await visitor.goto(created.body.link);
    const number = visitor.getByLabel('Order number');
    assert.equal(await number.isVisible(), false, 'the condition is not met');
    await visitor.getByLabel('Topic').selectOption('Order');
    assert.equal(await number.isVisible(), true);
    await visitor.getByLabel('Your name').fill('Ann');
    await visitor.getByLabel('Email').fill('ann@people.test');
    assert.deepEqual(await findViolations(visitor), []);
    await takeScreenshot(visitor, 'form-on-page');
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('“Order number” is required.').waitFor();
    assert.equal(await visitor.getByLabel('Your name').inputValue(), 'Ann', 'what was typed is still there');
    await takeScreenshot(visitor, 'form-on-page-rejected');
    assert.deepEqual(await findViolations(visitor), []);
    await number.fill('17');
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('Thanks, we will answer.').waitFor();
    await takeScreenshot(visitor, 'form-confirmed');
    for (let count = 2; count <= 10; count += 1) {
      await visitor.goto(created.body.link);
      await visitor.getByLabel('Your name').fill(count === 5 ? '=1+1' : `Visitor ${count}`);
      await visitor.getByLabel('Email').fill(count % 5 === 0 ? 'Ann@people.test' : `visitor${count}@people.test`);
      await visitor.getByLabel('Topic').selectOption('Question');
      await visitor.getByRole('button', { name: 'Send' }).click();
      await visitor.getByText('Thanks, we will answer.').waitFor();
    }
    await visitorContext.close();

    await page.getByRole('link', { name: 'Submissions', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Submissions of “Contact”' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Visitor 10' }).waitFor();
    const rows = page.locator('tbody > tr');
    await waitFor(() => rows.count(), 10);
    await takeScreenshot(page, 'submissions');
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('searchbox', { name: 'Search' }).fill('visitor 7');
    await waitFor(() => rows.count(), 1);
    await rows.first().getByRole('button', { name: 'View' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('visitor7@people.test').waitFor();
    await takeScreenshot(page, 'submission');
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all as CSV' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), `form-${id}-wanted.csv`);
    const csv = await readFile(await download.path(), 'utf8');
    assert.match(csv, /^\ufeffid,received,your_name,email,topic,order_number\r\n/);
    assert.equal(csv.trim().split('\r\n').length, 11);
    assert.match(csv, /,'=1\+1,Ann@people\.test,Question,\r\n/);
    await noticeOf(page, '10 submissions were exported.').waitFor();

    await page.getByRole('link', { name: 'All forms' }).click();
    await page.getByRole('link', { name: 'Find a person' }).click();
    await page.getByLabel('Email address').fill('nobody@people.test');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('No form has a submission').waitFor();
    await page.getByLabel('Email address').fill('ann@people.test');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('heading', { name: '3 submissions with ann@people.test' }).waitFor();
    await takeScreenshot(page, 'form-person');
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('link', { name: '3 submissions', exact: true }).click();
    await waitFor(() => rows.count(), 3);
    await page.goBack();
    await page.getByRole('button', { name: 'Delete all of them…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await read('/cmsforms/v1/submissions?address=ann@people.test')).total, 3);
    await page.getByRole('button', { name: 'Delete all of them…' }).click();
    await page.getByRole('dialog').getByText('Delete all 3 submissions of ann@people.test').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('3 submissions of ann@people.test were deleted').waitFor();
    assert.deepEqual(await read('/cmsforms/v1/submissions?address=ann@people.test'), { total: 0, forms: [] });
    const left = await site().service.request('GET', `/cmsforms/v1/forms/${id}/submissions?per_page=100`);
    assert.equal(left.body.length, 7);
    const log = await read('/octavo/v1/audit-log?action=data-exported,data-erased');
    assert.deepEqual(
      log.map(({ action, details }: { action: string; details: { count: number } }) => [action, details.count]),
      [
        ['data-erased', 3],
        ['data-exported', 10],
      ],
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are reordered by drag and keyboard, and removed fields can be restored', async () => {
    const { id } = await createPublished(site(), 'Order', { fields: contactFields });
    const context = await site().newContext();
    const page = await site().open(context, `/admin/forms/${id}`);
    await rowOf(page, 'Message').waitFor();
    assert.deepEqual(await labelsOf(page), ['Your name *', 'Email', 'Message']);
    await page.getByRole('button', { name: 'Move Email with the arrow keys' }).focus();
    await page.keyboard.press('ArrowUp');
    await waitFor(() => labelsOf(page), ['Email', 'Your name *', 'Message']);
    await page.getByText('Email is now field 1 of 3.').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByText('It cannot be moved in this direction.').waitFor();
    await page.keyboard.press('ArrowDown');
    await waitFor(() => labelsOf(page), ['Your name *', 'Email', 'Message']);
    const from = await rowOf(page, 'Message').locator('.row-handle').boundingBox();
    const to = await rowOf(page, 'Your name').boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, to.y + 5, { steps: 5 });
    await page.locator('.drop-before').waitFor();
    await page.mouse.up();
    await waitFor(() => labelsOf(page), ['Message', 'Your name *', 'Email']);

    await rowOf(page, 'Your name').locator('.row-title').click();
    await page.getByRole('button', { name: 'Duplicate: Your name' }).click();
    await waitFor(() => labelsOf(page), ['Message', 'Your name *', 'Your name *', 'Email']);
    await page.getByRole('button', { name: 'Remove: Your name' }).click();
    await waitFor(() => labelsOf(page), ['Message', 'Your name *', 'Email']);
    await rowOf(page, 'Message').locator('.row-title').click();
    await page.getByRole('button', { name: 'Remove: Message' }).click();
    await noticeOf(page, 'The field “Message” was removed.').waitFor();
    await page.locator('.notice').filter({ hasText: 'Message' }).getByRole('button', { name: 'Undo' }).click();
    await waitFor(() => labelsOf(page), ['Message', 'Your name *', 'Email']);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await noticeOf(page, 'The changes were saved.').waitFor();
    const [name, email, message] = contactFields;
    assert.deepEqual((await read(`/cms/v2/forms/${id}`)).meta.fields, [message, name, email]);
    await context.close();
  });

  it('are not lost: changes survive a reload, failures and changes of others', async () => {
    const { id } = await createPublished(site(), 'Kept', { fields: contactFields, notify: ['desk@people.test'] });
    const context = await site().newContext();
    const page = await site().open(context, `/admin/forms/${id}`);
    await page.getByLabel('Title').fill('Kept for long');
    await rowOf(page, 'Email').locator('.row-title').click();
    await rowOf(page, 'Email').getByLabel('Label', { exact: true }).fill('');
    await page.getByText('Enter a value.').waitFor();
    await page.locator('.field-row').nth(1).getByLabel('Label', { exact: true }).fill('Your address');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('changes of an earlier visit').waitFor();
    assert.deepEqual(await labelsOf(page), ['Your name *', 'Your address', 'Message']);

    const other = await site().service.request('POST', `/cms/v2/forms/${id}`, { meta: { confirmation: 'Changed.' } });
    assert.equal(other.status, 200);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page
      .getByRole('alert')
      .getByText(/changed/)
      .waitFor();
    await waitFor(() => page.getByLabel('Confirmation').inputValue(), 'Changed.');
    assert.equal(await page.getByLabel('Title').inputValue(), 'Kept for long');
    await page.route(`**/wp/v2/forms/${id}*`, (route) => route.abort());
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute(`**/wp/v2/forms/${id}*`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await noticeOf(page, 'The changes were saved.').waitFor();
    const stored = await read(`/cms/v2/forms/${id}?context=edit`);
    assert.deepEqual(
      [stored.title.raw, stored.meta.fields[1], stored.meta.confirmation, stored.meta.notify],
      ['Kept for long', { name: 'email', kind: 'email', label: 'Your address' }, 'Changed.', ['desk@people.test']],
    );
    await context.close();
  });

  it('have lists with actions: spam, deletion and the trash, also in narrow dark windows', async () => {
    const { id, link } = await createPublished(site(), 'Busy', { fields: contactFields });
    for (const name of ['First', 'Second', 'Third'])
      assert.equal(
        (await site().service.request('POST', `/cmsforms/v1/forms/${id}/submissions`, { values: { name } })).status,
        201,
      );
    const context = await site().newContext(390, 'dark');
    const page = await site().open(context, `/admin/forms/${id}/submissions`);
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await row('First').waitFor();
    await takeScreenshot(page, 'submissions-390-dark');
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    const act = async (text: string, action: string) => {
      await row(text).getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('First', 'Mark as spam');
    await noticeOf(page, '1 submission was marked as spam.').waitFor();
    await row('First').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('First').waitFor();
    await act('Second', 'Delete permanently');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await row('Second').waitFor({ state: 'detached' });
    await page.goto(`${site().service.origin}/admin/forms/${id}`);
    await rowOf(page, 'Message').locator('.row-title').click();
    await takeScreenshot(page, 'form-builder-390-dark');
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await page.goto(link);
    await takeScreenshot(page, 'form-on-page-390-dark');
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);

    await page.goto(`${site().service.origin}/admin/forms`);
    await row('Busy').waitFor();
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'forms-390-dark');
    assert.deepEqual(await findViolations(page), []);
    await act('Busy', 'Move to trash');
    await row('Busy').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('Busy').waitFor();
    assert.equal((await read(`/cms/v2/forms/${id}`)).status, 'publish');
    await context.close();
  });
});

describeSite(
  'forms of a site without the extension',
  (site) => {
    it('have no screen, and the admin works', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/', problems);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const navigation = page.getByRole('navigation', { name: 'Admin' });
      assert.equal(await navigation.getByRole('link', { name: 'Forms' }).count(), 0);
      for (const path of ['forms', 'forms/new', 'forms/5', 'forms/5/submissions', 'forms/person']) {
        await page.goto(`${site().service.origin}/admin/${path}`);
        await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      }
      assert.deepEqual(problems, []);
      await context.close();
    });
  },
  { prepare: writeConfig({ extensions: [] }) },
);
