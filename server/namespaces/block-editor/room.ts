// The room of what block editors ask for beside the resources.
import type {
  blockEditorOperations,
  blockEditorPermissions,
} from '../../../contract/cms-block-editor-v1/navigation-fallbacks.ts';
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { getNavigationFallback } from './get-navigation-fallback.ts';

const denied = { code: 'rest_cannot_create', message: 'You may not make navigations.' };

/** Joins the room's rule, operation and presenter. */
export function blockEditorRoom(parts: EntryParts): Room {
  const permissions: Record<(typeof blockEditorPermissions)[number], Permission> = {
    'read-navigation-fallback': {
      permit: ({ actor }) => (actor.can('edit_theme_options') && actor.can('edit_posts') ? undefined : denied),
    },
  };
  const operations: Record<(typeof blockEditorOperations)[number], Operation> = {
    'get-navigation-fallback': getNavigationFallback(parts),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: { id: (row: unknown) => (row as { id: number }).id },
    facts: (row: unknown) => ({ id: (row as { id: number }).id }),
  };
  return { permissions, operations, presenter };
}
