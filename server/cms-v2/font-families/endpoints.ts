// Binds the endpoints of font families to their operations.
import { fontFamiliesModule } from '../../../contract/cms-v2/font-families.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryOperations } from '../entries/operations.ts';
import type { MediaDeps } from '../media/deps.ts';
import { fontFamilyChecks } from './checks.ts';
import { createFontFamily } from './create-font-family.ts';
import { deleteFontFamily } from './delete-font-family.ts';
import { getFontFamily } from './get-font-family.ts';
import { listFontFamilies } from './list-font-families.ts';
import { defineFontFamilyPermissions } from './permissions.ts';
import { fontFamilyPresenter } from './present.ts';
import { updateFontFamily } from './update-font-family.ts';

/** Returns the module of font families. Lists use the list operation of entries. */
export function fontFamiliesEndpoints(deps: MediaDeps, listEntries: EntryOperations['list-entries']): Module {
  return implement(fontFamiliesModule, {
    permissions: defineFontFamilyPermissions(deps),
    operations: {
      'list-font-families': listFontFamilies(deps, listEntries),
      'get-font-family': getFontFamily(),
      'create-font-family': createFontFamily(deps),
      'update-font-family': updateFontFamily(deps),
      'delete-font-family': deleteFontFamily(deps),
    },
    presenter: fontFamilyPresenter(deps),
    checks: fontFamilyChecks,
  });
}
