// Opens many entries in one page.
import type { Page } from 'playwright-core';

/**
 * Opens another entry in the editor without loading the page again, in the way in which the editor opens patterns and templates: tests of
 * many entries would need minutes otherwise. `heading` is its title, which the canvas then displays.
 */
export async function openEntry(page: Page, type: string, id: number, heading: string): Promise<void> {
  await page.evaluate(`(${navigate})(${JSON.stringify({ postType: type, postId: id })})`);
  // The policy of the page forbids functions that Playwright would repeat in it.
  await page.evaluate(`(${waitForTitle})(${JSON.stringify(heading)})`);
}

/** Calls the function of the editor that opens an entry. It is a property of a component, so it is found in the tree of components. */
const navigate = `(target) => {
  const root = document.querySelector('#editor > *');
  const waiting = [root[Object.keys(root).find((key) => key.startsWith('__reactFiber$'))]];
  for (let component = waiting.pop(); component; component = waiting.pop()) {
    const navigate = component.memoizedProps?.settings?.onNavigateToEntityRecord;
    if (navigate) return navigate(target);
    waiting.push(...[component.sibling, component.child].filter(Boolean));
  }
  throw new Error('The editor cannot open another entry.');
}`;

/** Waits until the canvas displays a title. The editor fills empty titles with an invisible character. */
const waitForTitle = `async (heading) => {
  const { textContent } = new DOMParser().parseFromString(heading, 'text/html').body;
  for (const endsAt = performance.now() + 60_000; performance.now() < endsAt; ) {
    const canvas = document.querySelector('iframe[name="editor-canvas"]')?.contentDocument;
    const title = canvas?.querySelector('.wp-block-post-title')?.textContent.replaceAll('\\ufeff', '');
    if (title?.trim() === textContent.trim()) return;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error('The canvas does not display the title ' + heading);
}`;
