// Defines the permissions of the font face routes (media-fonts-and-oembed.md, part B).
import { type FontFaceEndpoints, fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, parseId, submitsId } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireEntry } from '../entries/lock-entry.ts';
import { errorUnlessCanManageFonts, forbiddenErrors } from '../font-families/conditions.ts';
import type { FontFaceTargets } from './operations.ts';

/**
 * Returns the permissions of font faces, keyed by their names in the contract. The `load` functions throw ApiError 404
 * `rest_post_invalid_id` for a missing face before the permission is checked; the operations check that the face belongs to the
 * family.
 */
export function defineFontFacePermissions({ database }: EntryDeps): Permissions<FontFaceEndpoints, FontFaceTargets> {
  const load = (call: Call) => requireEntry(database.read, fontFaces, parseId(call.path.id));
  return {
    'list-font-faces': { permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.read) },
    'read-font-face': { load, permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.read) },
    'create-font-face': {
      permit: (call) =>
        errorUnlessCanManageFonts(call.actor, forbiddenErrors.create) ??
        (submitsId(call) ? forbiddenErrors.exists : undefined),
    },
    'delete-font-face': { load, permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.delete) },
  };
}
