// GET on the collection: the theme that the site uses, which is the only one it has.
import type { ThemeListArgs } from '../../../contract/cms-v2/themes.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { activeTheme } from './active-theme.ts';

/** Answers with the themes in one of the states asked for. */
export function listThemes(parts: EntryParts): Operation {
  return {
    async run({ args: { status = [] } }: Call<ThemeListArgs>) {
      const rows = status.length === 0 || status.includes('active') ? [await activeTheme(parts)] : [];
      return { kind: 'list', rows, page: { total: rows.length, perPage: Math.max(1, rows.length), page: 1 } };
    },
  };
}
