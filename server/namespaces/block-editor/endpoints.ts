// Implements the endpoints of the namespace cms-block-editor/v1 (protocol.md §20).
import { blockEditorModule, type navigationFallbackFields } from '../../../contract/cms-block-editor-v1/endpoints.ts';
import { contexts } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import { isWriter } from '../../cms-v2/users/conditions.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { exportTheme } from './export-theme.ts';
import type { BlockEditorDeps, BlockEditorOperations, Fallback } from './operations.ts';
import { findLatestPublished } from './store.ts';
import { fetchableUrlCheck, getUrlDetails } from './url-details.ts';

// GET /cms-block-editor/v1/navigation-fallback: returns the navigation menu to use when none is selected. Unlike the
// reference, the endpoint does not create one (contract/README.md, decision 18).

const type = 'cms_navigation';

/**
 * Responds with the latest published navigation. The route declares no parameters, so an unknown `context` is not an error; the
 * response then contains only links (terms-menus-and-blocks.md §5). Throws ApiError 404 `no_fallback_menu` if there is no
 * published navigation.
 */
function getNavigationFallback({ database }: BlockEditorDeps): BlockEditorOperations['get-navigation-fallback'] {
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
function navigationFallbackPresenter({
  contract,
}: BlockEditorDeps): Presenter<typeof navigationFallbackFields, Fallback, undefined> {
  const resource = contract.resources.get(type);
  if (!resource) throw new Error('the contract has no navigation resource');
  return {
    prepare: async () => undefined,
    fields: { id: ({ navigation, isIdVisible }) => (isIdVisible ? navigation.id : undefined) },
    facts: ({ navigation }) => ({ id: navigation.id }),
    selfOf: ({ navigation }) => ({ resource, row: navigation }),
  };
}

const forbiddenErrors = {
  make: { code: 'rest_cannot_create', message: 'You are not allowed to create navigations.' },
  details: { code: 'rest_cannot_view_url_details', message: 'You are not allowed to view URL details.' },
  export: { code: 'rest_cannot_export_templates', message: 'You are not allowed to export the theme.' },
};

/** Returns the module of the block editor endpoints. */
export function blockEditorEndpoints(deps: BlockEditorDeps): Module {
  return implement(blockEditorModule, {
    permissions: {
      'read-navigation-fallback': {
        permit: ({ actor }) =>
          actor.can('edit_theme_options') && actor.can('edit_posts') ? undefined : forbiddenErrors.make,
      },
      'read-url-details': {
        permit: ({ actor }) => (isWriter(actor, deps.contract) ? undefined : forbiddenErrors.details),
      },
      'export-theme': { permit: ({ actor }) => (actor.can('export') ? undefined : forbiddenErrors.export) },
    },
    operations: {
      'get-navigation-fallback': getNavigationFallback(deps),
      'get-url-details': getUrlDetails(deps),
      'export-theme': exportTheme(deps),
    },
    presenter: navigationFallbackPresenter(deps),
    checks: { 'askable-url': fetchableUrlCheck(deps) },
  });
}
