// The room of themes.
import type { themeOperations } from '../../../contract/cms-v2/themes.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { getTheme } from './get-theme.ts';
import { listThemes } from './list-themes.ts';
import { themeRules } from './permissions.ts';
import { themePresenter } from './present.ts';

/** Joins the room's rules, operations and presenter. */
export function themesRoom(parts: EntryParts): Room {
  const operations: Record<(typeof themeOperations)[number], Operation> = {
    'list-themes': listThemes(parts),
    'get-theme': getTheme(parts),
  };
  return { permissions: themeRules(parts), operations, presenter: themePresenter };
}
