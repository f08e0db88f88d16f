// The room of font faces.
import type { fontFaceOperations } from '../../../contract/cms-v2/font-faces.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { MediaParts } from '../media/parts.ts';
import { fontFaceChecks } from './checks.ts';
import { createFontFace } from './create-font-face.ts';
import { deleteFontFace } from './delete-font-face.ts';
import { fontFaceEmbeds } from './embeds.ts';
import { getFontFace } from './get-font-face.ts';
import { listFontFaces } from './list-font-faces.ts';
import { fontFaceRules } from './permissions.ts';
import { fontFacePresenter } from './present.ts';

/** Joins the room's rules, operations and presenter. Lists are planned as those of entries. */
export function fontFacesRoom(parts: MediaParts, listEntries: Operation): Room {
  const operations: Record<(typeof fontFaceOperations)[number], Operation> = {
    'list-font-faces': listFontFaces(parts, listEntries),
    'get-font-face': getFontFace(parts),
    'create-font-face': createFontFace(parts),
    'delete-font-face': deleteFontFace(parts),
  };
  return {
    permissions: fontFaceRules(parts),
    operations,
    presenter: fontFacePresenter,
    checks: fontFaceChecks(parts),
    embeds: fontFaceEmbeds(parts),
  };
}
