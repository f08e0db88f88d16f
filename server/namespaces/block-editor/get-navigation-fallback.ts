// GET on the navigation to show where none is chosen (contract/README.md, decision 18: nothing is written by it).

import { contexts } from '../../../contract/grammar/schema.ts';
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { JudgedEntry } from '../../cms-v2/entries/rules.ts';
import type { Call, FieldMaker, Operation, Presenter } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { findLatestPublished } from './store.ts';

const type = 'cms_navigation';

/** A navigation, and whether its number is told. */
interface Fallback {
  readonly navigation: JudgedEntry;
  readonly isTold: boolean;
}

/**
 * Answers with the newest published navigation. No parameter is declared, so a context that does not exist is no fault:
 * links alone are shown in it (terms-menus-and-blocks.md §5). Throws Refusal 404 `no_fallback_menu`.
 */
export function getNavigationFallback({ database }: EntryParts): Operation {
  return {
    async run(call: Call) {
      const found = await findLatestPublished(database.read, type);
      if (!found) throw new Refusal('no_fallback_menu', 404, 'No navigation is published.');
      const asked = call.sent('context') || 'view';
      const row: Fallback = { navigation: found, isTold: contexts.some((context) => context === asked) };
      return { kind: 'record', row };
    },
  };
}

/** The presenter of the navigation to show; its self link is that of the navigation (protocol.md §7.2). */
export function navigationFallbackPresenter({ contract }: EntryParts): Presenter {
  const resource = contract.resources.get(type);
  if (!resource) throw new Error('navigations are not served');
  const fields: Record<string, (row: Fallback) => unknown> = {
    id: ({ navigation, isTold }) => (isTold ? navigation.id : undefined),
  };
  return {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: ({ navigation }: Fallback) => ({ id: navigation.id }),
    selfOf: ({ navigation }: Fallback) => ({ resource, row: navigation }),
  };
}
