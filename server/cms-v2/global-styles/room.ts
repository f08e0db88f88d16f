// The room of global styles.
import type { stylesOperations } from '../../../contract/cms-v2/global-styles.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { stylesChecks } from './checks.ts';
import { getGlobalStyles } from './get-global-styles.ts';
import { stylesRules } from './permissions.ts';
import { stylesPresenter } from './present.ts';
import { updateGlobalStyles } from './update-global-styles.ts';

/** Joins the room's rules, operations and presenter. */
export function globalStylesRoom(parts: EntryParts): Room {
  const operations: Record<(typeof stylesOperations)[number], Operation> = {
    'get-global-styles': getGlobalStyles(),
    'update-global-styles': updateGlobalStyles(parts),
  };
  return {
    permissions: stylesRules(parts),
    operations,
    checks: stylesChecks,
    presenter: stylesPresenter,
  };
}
