// The room of font families.
import type { fontFamilyOperations } from '../../../contract/cms-v2/font-families.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { MediaParts } from '../media/parts.ts';
import { fontFamilyChecks } from './checks.ts';
import { createFontFamily } from './create-font-family.ts';
import { deleteFontFamily } from './delete-font-family.ts';
import { getFontFamily } from './get-font-family.ts';
import { listFontFamilies } from './list-font-families.ts';
import { fontFamilyRules } from './permissions.ts';
import { fontFamilyPresenter } from './present.ts';
import { updateFontFamily } from './update-font-family.ts';

/** Joins the room's rules, operations and presenter. Lists are planned as those of entries. */
export function fontFamiliesRoom(parts: MediaParts, listEntries: Operation): Room {
  const operations: Record<(typeof fontFamilyOperations)[number], Operation> = {
    'list-font-families': listFontFamilies(parts, listEntries),
    'get-font-family': getFontFamily(),
    'create-font-family': createFontFamily(parts),
    'update-font-family': updateFontFamily(parts),
    'delete-font-family': deleteFontFamily(parts),
  };
  return {
    permissions: fontFamilyRules(parts),
    operations,
    presenter: fontFamilyPresenter(parts),
    checks: fontFamilyChecks,
  };
}
