// Binds the endpoints of font faces to their operations.
import { fontFacesModule } from '../../../contract/cms-v2/font-faces.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryOperations } from '../entries/operations.ts';
import type { MediaDeps } from '../media/deps.ts';
import { fontFaceChecks } from './checks.ts';
import { createFontFace } from './create-font-face.ts';
import { deleteFontFace } from './delete-font-face.ts';
import { fontFaceEmbeds } from './embeds.ts';
import { getFontFace } from './get-font-face.ts';
import { listFontFaces } from './list-font-faces.ts';
import { defineFontFacePermissions } from './permissions.ts';
import { fontFacePresenter } from './present.ts';

/** Returns the module of font faces. Lists use the list operation of entries. */
export function fontFacesEndpoints(deps: MediaDeps, listEntries: EntryOperations['list-entries']): Module {
  return implement(fontFacesModule, {
    permissions: defineFontFacePermissions(deps),
    operations: {
      'list-font-faces': listFontFaces(deps, listEntries),
      'get-font-face': getFontFace(deps),
      'create-font-face': createFontFace(deps),
      'delete-font-face': deleteFontFace(deps),
    },
    presenter: fontFacePresenter,
    checks: fontFaceChecks(deps),
    embeds: fontFaceEmbeds(deps),
  });
}
