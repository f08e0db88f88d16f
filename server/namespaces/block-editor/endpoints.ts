// Binds the endpoints of the namespace cms-block-editor/v1 to operations.
import { blockEditorModule } from '../../../contract/cms-block-editor-v1/endpoints.ts';
import { isWriter } from '../../cms-v2/users/conditions.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { BlockEditorDeps } from './deps.ts';
import { exportTheme } from './export-theme.ts';
import { getNavigationFallback, navigationFallbackPresenter } from './get-navigation-fallback.ts';
import { fetchableUrlCheck, getUrlDetails } from './get-url-details.ts';

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
