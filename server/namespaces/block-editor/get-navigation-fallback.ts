// GET /cms-block-editor/v1/navigation-fallback: returns the navigation menu to use when none is selected. Unlike the
// reference, the endpoint does not create one (contract/README.md, decision 18).

import type { navigationFallbackFields } from '../../../contract/cms-block-editor-v1/endpoints.ts';
import { contexts } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { Presenter } from '../../http/module.ts';
import type { BlockEditorOperations, Fallback } from './operations.ts';
import { findLatestPublished } from './store.ts';

const type = 'cms_navigation';

/**
 * Responds with the latest published navigation. The route declares no parameters, so an unknown `context` is not an error; the
 * response then contains only links (terms-menus-and-blocks.md §5). Throws ApiError 404 `no_fallback_menu` if there is no
 * published navigation.
 */
export function getNavigationFallback({ database }: EntryDeps): BlockEditorOperations['get-navigation-fallback'] {
  return {
    async run(call) {
      const found = await findLatestPublished(database.read, type);
      if (!found) throw new ApiError('no_fallback_menu', 404, 'No published navigation.');
      const requestedContext = call.submitted('context') || 'view';
      const isIdVisible = contexts.some((context) => context === requestedContext);
      return { kind: 'record', row: { navigation: found, isIdVisible } };
    },
  };
}

/** Returns the presenter of the fallback. Its self link is the URL of the navigation (protocol.md §7.2). */
export function navigationFallbackPresenter({
  contract,
}: EntryDeps): Presenter<typeof navigationFallbackFields, Fallback, undefined> {
  const resource = contract.resources.get(type);
  if (!resource) throw new Error('the contract has no navigation resource');
  return {
    prepare: async () => undefined,
    fields: { id: ({ navigation, isIdVisible }) => (isIdVisible ? navigation.id : undefined) },
    facts: ({ navigation }) => ({ id: navigation.id }),
    selfOf: ({ navigation }) => ({ resource, row: navigation }),
  };
}
