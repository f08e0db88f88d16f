// The rules that the routes of font families name (media-fonts-and-oembed.md, part B).
import { fontFamilies, type fontFamilyPermissions } from '../../../contract/cms-v2/font-families.ts';
import { type Call, numberIn, type Permission, sendsNumber } from '../../http/room.ts';
import { requireEntry } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { denials, unlessManaging } from './rules.ts';

/** The rules by the names that declarations use. A family is looked for before anything is refused. */
export function fontFamilyRules({ database }: EntryParts): Record<(typeof fontFamilyPermissions)[number], Permission> {
  const load = (call: Call) => requireEntry(database.read, fontFamilies, numberIn(call.path.id));
  return {
    'list-font-families': { permit: ({ actor }) => unlessManaging(actor, denials.read) },
    'read-font-family': { load, permit: ({ actor }) => unlessManaging(actor, denials.read) },
    'create-font-family': {
      permit: (call) => unlessManaging(call.actor, denials.create) ?? (sendsNumber(call) ? denials.exists : undefined),
    },
    'edit-font-family': { load, permit: ({ actor }) => unlessManaging(actor, denials.edit) },
    'delete-font-family': { load, permit: ({ actor }) => unlessManaging(actor, denials.delete) },
  };
}
