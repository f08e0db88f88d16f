// Binds the endpoints of theme styles (the settings, styles and style variations of a theme) to their operations.
import type { themeStylesOperations } from '../../../contract/cms-v2/global-styles.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { getThemeStyles } from './get-theme-styles.ts';
import { listThemeVariations } from './list-theme-variations.ts';
import { defineThemeStylesPermissions } from './permissions.ts';
import { themeStylesPresenter } from './present.ts';

/** Binds the endpoints to their operations, permissions and presenter. */
export function themeStylesEndpoints(deps: EntryDeps): Module {
  const operations: Record<(typeof themeStylesOperations)[number], Operation> = {
    'get-theme-styles': getThemeStyles(deps),
    'list-theme-variations': listThemeVariations(deps),
  };
  return { permissions: defineThemeStylesPermissions(deps), operations, presenter: themeStylesPresenter };
}
