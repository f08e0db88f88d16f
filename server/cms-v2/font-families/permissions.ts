// Defines the permissions of the font family routes (media-fonts-and-oembed.md, part B).
import { type FontFamilyEndpoints, fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, parseId, submitsId } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireEntry } from '../entries/lock-entry.ts';
import { errorUnlessCanManageFonts, forbiddenErrors } from './conditions.ts';
import type { FontFamilyTargets } from './operations.ts';

/**
 * Returns the permissions of font families, keyed by their names in the contract. The `load` functions throw ApiError
 * 404 `rest_post_invalid_id` for a missing family before the permission is checked.
 */
export function defineFontFamilyPermissions({
  database,
}: EntryDeps): Permissions<FontFamilyEndpoints, FontFamilyTargets> {
  const load = (call: Call) => requireEntry(database.read, fontFamilies, parseId(call.path.id));
  return {
    'list-font-families': { permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.read) },
    'read-font-family': { load, permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.read) },
    'create-font-family': {
      permit: (call) =>
        errorUnlessCanManageFonts(call.actor, forbiddenErrors.create) ??
        (submitsId(call) ? forbiddenErrors.exists : undefined),
    },
    'edit-font-family': { load, permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.edit) },
    'delete-font-family': { load, permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.delete) },
  };
}
