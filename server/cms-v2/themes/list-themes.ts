// GET /cms/v2/themes: lists the active theme, which is the only theme of a site.
import type { EntryDeps } from '../entries/deps.ts';
import { getActiveTheme } from './active-theme.ts';
import type { ThemeOperations } from './operations.ts';

/** Responds with the active theme if `active` is among the requested statuses, or if no status is requested. */
export function listThemes(deps: EntryDeps): ThemeOperations['list-themes'] {
  return {
    async run({ args: { status = [] } }) {
      const rows = status.length === 0 || status.includes('active') ? [await getActiveTheme(deps)] : [];
      return { kind: 'list', rows, page: { total: rows.length, perPage: Math.max(1, rows.length), page: 1 } };
    },
  };
}
