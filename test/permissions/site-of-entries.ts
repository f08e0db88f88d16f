// What the tests of rights share: a site, and entries of somebody in every state.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { openedBefore } from '../opened-before.ts';
import { openTestSite, type Person } from '../site.ts';

export const states = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type State = (typeof states)[number];

/** A site for the tests of a file; nothing may have gone wrong in it in the end. */
export function siteOfEntries() {
  const site = openedBefore(openTestSite);
  after(async () => {
    assert.deepEqual(site.faults, []);
    await site.database.close();
  });
  return { site, entry };

  /** Makes an entry of somebody in a state; gives its number. */
  async function entry(
    type: 'posts' | 'pages',
    owner: Exclude<Person, 'anonymous'>,
    state: State,
    more: object = {},
  ): Promise<number> {
    const made = await site.make(`/cms/v2/${type}`, {
      title: `A ${state} one`,
      content: 'Text',
      status: state === 'trash' ? 'draft' : state,
      author: site.ids[owner],
      ...(state === 'future' ? { date: '2099-01-01T00:00:00' } : {}),
      ...more,
    });
    if (state === 'trash') await site.ask('administrator', 'DELETE', `/cms/v2/${type}/${made.id}`);
    return made.id;
  }
}
