// Reads the changes that the browser has stored because the service has not saved them yet.
import type { Page } from 'playwright-core';
import { waitFor } from './wait.ts';

/** Returns the values of a field in all copies that a page can read, sorted. */
export async function storedValues(page: Page, field: 'title' | 'content'): Promise<string[]> {
  const values: string[] = await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('octavo-admin', 1);
    opening.onerror = () => reject(opening.error);
    // If the page has not created the database, the test fails instead of creating an empty one.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onsuccess = () => {
      const reading = opening.result.transaction('copies').objectStore('copies').getAll();
      reading.onsuccess = () => resolve(reading.result.flatMap(({ records }) => records.map(({ edits }) => edits.${field})));
      opening.result.close();
    };
  })`);
  return values.sort();
}

/** Waits until the browser has stored exactly these contents, in any order. It stores and deletes them some time after the change. */
export const waitForStoredContents = (page: Page, expected: readonly string[]): Promise<void> =>
  waitFor(() => storedValues(page, 'content'), [...expected].sort());
