// GET /cms/v2/themes/<stylesheet>: returns a theme.

import { ApiError } from '../../api-error.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { getActiveTheme } from './active-theme.ts';
import type { ThemeOperations } from './operations.ts';

/** Responds with the active theme. Throws ApiError 404 `rest_theme_not_found` for other themes. */
export function getTheme(deps: EntryDeps): ThemeOperations['get-theme'] {
  return {
    async run({ path }) {
      if (path.stylesheet !== deps.theme.name)
        throw new ApiError('rest_theme_not_found', 404, 'No theme with this name.');
      return { kind: 'record', row: await getActiveTheme(deps) };
    },
  };
}
