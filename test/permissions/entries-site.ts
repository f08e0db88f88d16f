// Opens a test site with a helper that creates entries of any owner with any status, for permission tests.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { sharedFixture } from '../fixture-hooks.ts';
import { type Caller, openTestSite } from '../site.ts';

export const states = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type State = (typeof states)[number];

/** Opens a site before the tests of the calling file. Asserts after the tests that there were no internal errors. */
export function openEntriesSite() {
  const site = sharedFixture(openTestSite);
  after(async () => {
    assert.deepEqual(site.errors, []);
    await site.database.close();
  });
  return { site, createEntry };

  /** Creates an entry with a status for an owner and returns its ID. */
  async function createEntry(
    type: 'posts' | 'pages',
    owner: Exclude<Caller, 'anonymous'>,
    state: State,
    more: object = {},
  ): Promise<number> {
    const made = await site.create(`/cms/v2/${type}`, {
      title: `A ${state} one`,
      content: 'Text',
      status: state === 'trash' ? 'draft' : state,
      author: site.ids[owner],
      ...(state === 'future' ? { date: '2099-01-01T00:00:00' } : {}),
      ...more,
    });
    if (state === 'trash') await site.request('administrator', 'DELETE', `/cms/v2/${type}/${made.id}`);
    return made.id;
  }
}
