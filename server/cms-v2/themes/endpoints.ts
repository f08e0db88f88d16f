// Binds the endpoints of themes to their operations.
import { themesModule } from '../../../contract/cms-v2/themes.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { getTheme } from './get-theme.ts';
import { listThemes } from './list-themes.ts';
import { defineThemePermissions } from './permissions.ts';
import { themePresenter } from './present.ts';

/** Returns the module of themes. */
export function themesEndpoints(deps: EntryDeps): Module {
  return implement(themesModule, {
    permissions: defineThemePermissions(deps),
    operations: { 'list-themes': listThemes(deps), 'get-theme': getTheme(deps) },
    presenter: themePresenter,
  });
}
