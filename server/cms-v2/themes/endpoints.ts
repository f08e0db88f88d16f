// Binds the endpoints of themes to their operations.
import type { themeOperations } from '../../../contract/cms-v2/themes.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { getTheme } from './get-theme.ts';
import { listThemes } from './list-themes.ts';
import { defineThemePermissions } from './permissions.ts';
import { themePresenter } from './present.ts';

/** Binds the endpoints to their operations, permissions and presenter. */
export function themesEndpoints(deps: EntryDeps): Module {
  const operations: Record<(typeof themeOperations)[number], Operation> = {
    'list-themes': listThemes(deps),
    'get-theme': getTheme(deps),
  };
  return { permissions: defineThemePermissions(deps), operations, presenter: themePresenter };
}
