// Binds the endpoints of theme styles (the settings, styles and style variations of a theme) to their operations.
import { themeStylesModule } from '../../../contract/cms-v2/global-styles.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { getThemeStyles } from './get-theme-styles.ts';
import { listThemeVariations } from './list-theme-variations.ts';
import { defineThemeStylesPermissions } from './permissions.ts';
import { themeStylesPresenter } from './present.ts';

/** Returns the module of theme styles. */
export function themeStylesEndpoints(deps: EntryDeps): Module {
  return implement(themeStylesModule, {
    permissions: defineThemeStylesPermissions(deps),
    operations: { 'get-theme-styles': getThemeStyles(deps), 'list-theme-variations': listThemeVariations(deps) },
    presenter: themeStylesPresenter,
  });
}
