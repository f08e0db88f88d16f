// The room of what block editors ask for beside the resources.
import type {
  blockEditorOperations,
  blockEditorPermissions,
} from '../../../contract/cms-block-editor-v1/navigation-fallbacks.ts';
import { isWriter } from '../../cms-v2/users/rules.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { exportTheme } from './export-theme.ts';
import { getNavigationFallback, navigationFallbackPresenter } from './get-navigation-fallback.ts';
import { askableCheck, getUrlDetails } from './get-url-details.ts';
import type { BlockEditorParts } from './parts.ts';

const denials = {
  make: { code: 'rest_cannot_create', message: 'You may not make navigations.' },
  details: { code: 'rest_cannot_view_url_details', message: 'You may not ask for what other pages say.' },
  export: { code: 'rest_cannot_export_templates', message: 'You may not take the theme of the site away.' },
};

/** Joins the room's rule, operation and presenter. */
export function blockEditorRoom(parts: BlockEditorParts): Room {
  const permissions: Record<(typeof blockEditorPermissions)[number], Permission> = {
    'read-navigation-fallback': {
      permit: ({ actor }) => (actor.can('edit_theme_options') && actor.can('edit_posts') ? undefined : denials.make),
    },
    'read-url-details': { permit: ({ actor }) => (isWriter(actor, parts.contract) ? undefined : denials.details) },
    'export-theme': { permit: ({ actor }) => (actor.can('export') ? undefined : denials.export) },
  };
  const operations: Record<(typeof blockEditorOperations)[number], Operation> = {
    'get-navigation-fallback': getNavigationFallback(parts),
    'get-url-details': getUrlDetails(parts),
    'export-theme': exportTheme(parts),
  };
  const checks = { 'askable-url': askableCheck(parts) };
  return { permissions, operations, presenter: navigationFallbackPresenter(parts), checks };
}
