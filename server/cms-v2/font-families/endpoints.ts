// Binds the endpoints of font families to their operations.
import type { fontFamilyOperations } from '../../../contract/cms-v2/font-families.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { MediaDeps } from '../media/deps.ts';
import { fontFamilyChecks } from './checks.ts';
import { createFontFamily } from './create-font-family.ts';
import { deleteFontFamily } from './delete-font-family.ts';
import { getFontFamily } from './get-font-family.ts';
import { listFontFamilies } from './list-font-families.ts';
import { defineFontFamilyPermissions } from './permissions.ts';
import { fontFamilyPresenter } from './present.ts';
import { updateFontFamily } from './update-font-family.ts';

/** Binds the endpoints to their operations, permissions, presenter and checks. Lists use the list operation of entries. */
export function fontFamiliesEndpoints(deps: MediaDeps, listEntries: Operation): Module {
  const operations: Record<(typeof fontFamilyOperations)[number], Operation> = {
    'list-font-families': listFontFamilies(deps, listEntries),
    'get-font-family': getFontFamily(),
    'create-font-family': createFontFamily(deps),
    'update-font-family': updateFontFamily(deps),
    'delete-font-family': deleteFontFamily(deps),
  };
  return {
    permissions: defineFontFamilyPermissions(deps),
    operations,
    presenter: fontFamilyPresenter(deps),
    checks: fontFamilyChecks,
  };
}
