// The rules that the routes of font faces name (media-fonts-and-oembed.md, part B).
import { type fontFacePermissions, fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import { type Call, numberIn, type Permission, sendsNumber } from '../../http/room.ts';
import { requireEntry } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { denials, unlessManaging } from '../font-families/rules.ts';

/**
 * The rules by the names that declarations use. A face is looked for before anything is refused; whether it is the
 * family's is looked at by the operation.
 */
export function fontFaceRules({ database }: EntryParts): Record<(typeof fontFacePermissions)[number], Permission> {
  const load = (call: Call) => requireEntry(database.read, fontFaces, numberIn(call.path.id));
  return {
    'list-font-faces': { permit: ({ actor }) => unlessManaging(actor, denials.read) },
    'read-font-face': { load, permit: ({ actor }) => unlessManaging(actor, denials.read) },
    'create-font-face': {
      permit: (call) => unlessManaging(call.actor, denials.create) ?? (sendsNumber(call) ? denials.exists : undefined),
    },
    'delete-font-face': { load, permit: ({ actor }) => unlessManaging(actor, denials.delete) },
  };
}
