// Writing and publishing with the keyboard alone: no step uses a pointer, and the focus is always visible.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { describeSite, paragraph } from './site.ts';
import { waitFor } from './wait.ts';

/** Maximum number of times that Tab is pressed to reach an element. */
const maxSteps = 80;

/** The element that has the focus: its accessible name, and whether the browser shows that it has the focus. */
interface Focused {
  readonly name: string;
  readonly isVisible: boolean;
}

/** Returns the element that has the focus in a page or in its canvas. */
async function focusedIn(page: Page): Promise<Focused> {
  const frames = page.frames();
  const found = await Promise.all(
    frames.map((frame) => frame.evaluate<Focused | undefined>(describeFocus).catch(() => undefined)),
  );
  // The focus of a frame is more precise than that of the page, which is the element of the frame.
  return found.findLast((each) => each !== undefined) ?? { name: '', isVisible: true };
}

/** Code for the browser, which returns the element that has the focus; undefined if the document has no focus. */
const describeFocus = `(() => {
  const element = document.activeElement;
  if (!document.hasFocus() || !element || element === document.body || element.tagName === 'IFRAME') return undefined;
  const label = element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const hasRing = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  // Text shows the caret.
  return { name: label.trim(), isVisible: hasRing || element.isContentEditable };
})()`;

/** Presses Tab until an element whose name matches has the focus. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    const focused = await focusedIn(page);
    if (name.test(focused.name)) {
      assert.ok(focused.isVisible, `the focus on ${focused.name} is visible`);
      return;
    }
    passed.push(focused.name.slice(0, 40));
    await page.keyboard.press(key);
  }
  assert.fail(`Tab did not reach ${name}; it reached ${passed.join(' | ')}`);
}

describeSite('keyboard', (site) => {
  it('signs in, writes, publishes and views a post without a pointer', async () => {
    const context = await site().newContext();
    const page = await context.newPage();
    await page.goto(`${site().service.origin}/admin/`);
    await page.getByLabel('Username or email address').waitFor();
    await tabTo(page, /Username or email address/);
    await page.keyboard.type('admin');
    await tabTo(page, /^Password/);
    await page.keyboard.type(site().passwordOf('admin'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    await waitFor(() => page.title(), 'Home · Octavo');
    await tabTo(page, /^Posts$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await waitFor(() => page.title(), 'Posts · Octavo');
    await waitFor(() => page.evaluate('document.activeElement.id'), 'main', 'the focus moves to the content');
    await tabTo(page, /^Add Post$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/content\/post\/\d+$/);
    await page.getByRole('region', { name: 'Editor content' }).waitFor();
    await page.waitForFunction("document.title.startsWith('Edit Post')");
    await tabTo(page, /^Add title$/);
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A first paragraph.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## A heading');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await takeScreenshot(page, 'keyboard');
    // The shortcut goes to the next region, and Tab to the buttons in it.
    await page.keyboard.press('Control+`');
    await tabTo(page, /^Publish$/);
    await page.keyboard.press('Enter');
    await page.getByText('Are you ready to publish?').waitFor();
    await waitFor(
      async () => /^(?:Cancel|Publish)$/.test((await focusedIn(page)).name),
      true,
      'the focus moves to the panel',
    );
    await tabTo(page, /^Publish$/);
    await page.keyboard.press('Enter');
    await page.getByText('is now live').waitFor();
    const id = Number(/(\d+)$/.exec(page.url())?.[1]);
    const { status, content } = await site().read(id);
    assert.deepEqual(
      [status, content.raw],
      [
        'publish',
        [
          paragraph('A first paragraph.'),
          '<!-- wp:heading -->\n<h2 class="wp-block-heading">A heading</h2>\n<!-- /wp:heading -->',
          '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>one</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>two</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
        ].join('\n\n'),
      ],
    );
    const opened = page.waitForEvent('popup');
    await tabTo(page, /^View Post/);
    await page.keyboard.press('Enter');
    const published = await opened;
    await published.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
    await context.close();
  });
});
