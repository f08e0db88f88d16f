// Updates the settings that refer to a page (protocol.md §19, Effects).
import type { WriteHandle } from '../database/handle.ts';
import { recordEvent } from '../events/record.ts';
import type { SettingName } from './declared.ts';
import { readSettings, writeSetting } from './settings.ts';

/** Removes a deleted page from the settings that refer to it. If it was the front page, the front page lists the latest posts. */
export async function unsetFrontPage(tx: WriteHandle, id: number): Promise<void> {
  await tx.lock('settings');
  const { page_on_front, page_for_posts } = await readSettings(tx);
  const changed: SettingName[] = [];
  if (page_on_front === id) {
    await writeSetting(tx, 'page_on_front', 0);
    await writeSetting(tx, 'show_on_front', 'posts');
    changed.push('page_on_front', 'show_on_front');
  }
  if (page_for_posts === id) {
    await writeSetting(tx, 'page_for_posts', 0);
    changed.push('page_for_posts');
  }
  if (changed.length > 0)
    await recordEvent(tx, { kind: 'settings.updated', tags: changed.map((name) => `setting:${name}`) });
}
