// GET on the navigation to show where none is chosen (contract/README.md, decision 18: nothing is written by it).

import { contexts } from '../../../contract/grammar/schema.ts';
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { Call, Operation, Presenter } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { findLatestPublished } from './store.ts';

/** A navigation, and whether its number is told. */
interface Fallback {
  readonly id: number;
  readonly isTold: boolean;
}

/**
 * Answers with the newest published navigation. No parameter is declared, so a context that does not exist is no fault:
 * links alone are shown in it (terms-menus-and-blocks.md §5). Throws Refusal 404 `no_fallback_menu`.
 */
export function getNavigationFallback({ database }: EntryParts): Operation {
  return {
    async run(call: Call) {
      const found = await findLatestPublished(database.read, 'cms_navigation');
      if (!found) throw new Refusal('no_fallback_menu', 404, 'No navigation is published.');
      const asked = call.sent('context') || 'view';
      const row: Fallback = { id: found.id, isTold: contexts.some((context) => context === asked) };
      return { kind: 'record', row };
    },
  };
}

/** The presenter of the navigation to show. */
export const navigationFallbackPresenter: Presenter = {
  prepare: async () => undefined,
  fields: { id: (row) => ((row as Fallback).isTold ? (row as Fallback).id : undefined) },
  facts: (row) => ({ id: (row as Fallback).id }),
};
