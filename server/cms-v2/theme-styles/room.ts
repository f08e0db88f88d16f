// The room of what themes provide: settings, styles, variations of them.
import type { themeStylesOperations } from '../../../contract/cms-v2/global-styles.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { getThemeStyles } from './get-theme-styles.ts';
import { listThemeVariations } from './list-theme-variations.ts';
import { themeStylesRules } from './permissions.ts';
import { themeStylesPresenter } from './present.ts';

/** Joins the room's rules, operations and presenter. */
export function themeStylesRoom(parts: EntryParts): Room {
  const operations: Record<(typeof themeStylesOperations)[number], Operation> = {
    'get-theme-styles': getThemeStyles(parts),
    'list-theme-variations': listThemeVariations(parts),
  };
  return { permissions: themeStylesRules(parts), operations, presenter: themeStylesPresenter };
}
