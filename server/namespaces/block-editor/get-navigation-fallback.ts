// GET /cms-block-editor/v1/navigation-fallback: returns the navigation menu to use when none is selected. Unlike the
// reference, the endpoint does not create one (contract/README.md, decision 18).

import { contexts } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import type { CheckedEntry } from '../../cms-v2/entries/conditions.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { Call, FieldMaker, Operation, Presenter } from '../../http/module.ts';
import { findLatestPublished } from './store.ts';

const type = 'cms_navigation';

/** A navigation menu. Its ID is presented only if the requested `context` is known. */
interface Fallback {
  readonly navigation: CheckedEntry;
  readonly isIdVisible: boolean;
}

/**
 * Responds with the latest published navigation. The route declares no parameters, so an unknown `context` is not an error; the
 * response then contains only links (terms-menus-and-blocks.md §5). Throws ApiError 404 `no_fallback_menu` if there is no
 * published navigation.
 */
export function getNavigationFallback({ database }: EntryDeps): Operation {
  return {
    async run(call: Call) {
      const found = await findLatestPublished(database.read, type);
      if (!found) throw new ApiError('no_fallback_menu', 404, 'No published navigation.');
      const requestedContext = call.submitted('context') || 'view';
      const row: Fallback = {
        navigation: found,
        isIdVisible: contexts.some((context) => context === requestedContext),
      };
      return { kind: 'record', row };
    },
  };
}

/** Returns the presenter of the fallback. Its self link is the URL of the navigation (protocol.md §7.2). */
export function navigationFallbackPresenter({ contract }: EntryDeps): Presenter {
  const resource = contract.resources.get(type);
  if (!resource) throw new Error('the contract has no navigation resource');
  const fields: Record<string, (row: Fallback) => unknown> = {
    id: ({ navigation, isIdVisible }) => (isIdVisible ? navigation.id : undefined),
  };
  return {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: ({ navigation }: Fallback) => ({ id: navigation.id }),
    selfOf: ({ navigation }: Fallback) => ({ resource, row: navigation }),
  };
}
