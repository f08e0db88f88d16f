// Binds the endpoints of font faces to their operations.
import type { fontFaceOperations } from '../../../contract/cms-v2/font-faces.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { MediaDeps } from '../media/deps.ts';
import { fontFaceChecks } from './checks.ts';
import { createFontFace } from './create-font-face.ts';
import { deleteFontFace } from './delete-font-face.ts';
import { fontFaceEmbeds } from './embeds.ts';
import { getFontFace } from './get-font-face.ts';
import { listFontFaces } from './list-font-faces.ts';
import { defineFontFacePermissions } from './permissions.ts';
import { fontFacePresenter } from './present.ts';

/**
 * Binds the endpoints to their operations, permissions, presenter, checks and embed readers. Lists use the list operation of
 * entries.
 */
export function fontFacesEndpoints(deps: MediaDeps, listEntries: Operation): Module {
  const operations: Record<(typeof fontFaceOperations)[number], Operation> = {
    'list-font-faces': listFontFaces(deps, listEntries),
    'get-font-face': getFontFace(deps),
    'create-font-face': createFontFace(deps),
    'delete-font-face': deleteFontFace(deps),
  };
  return {
    permissions: defineFontFacePermissions(deps),
    operations,
    presenter: fontFacePresenter,
    checks: fontFaceChecks(deps),
    embeds: fontFaceEmbeds(deps),
  };
}
