// GET on the navigation to show where none is chosen (contract/README.md, decision 18: nothing is written by it).

import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { findLatestPublished } from './store.ts';

/** Answers with the newest published navigation. Throws Refusal 404 `no_fallback_menu`. */
export function getNavigationFallback({ database }: EntryParts): Operation {
  return {
    async run() {
      const row = await findLatestPublished(database.read, 'cms_navigation');
      if (!row) throw new Refusal('no_fallback_menu', 404, 'No navigation is published.');
      return { kind: 'record', row };
    },
  };
}
