// GET on an item.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryParts } from '../entries/parts.ts';
import { activeTheme } from './active-theme.ts';

/** Answers with the theme that the site uses. Throws Refusal 404 `rest_theme_not_found`. */
export function getTheme(parts: EntryParts): Operation {
  return {
    async run({ path }) {
      if (path.stylesheet !== parts.theme.name)
        throw new Refusal('rest_theme_not_found', 404, 'There is no theme of this name.');
      return { kind: 'record', row: await activeTheme(parts) };
    },
  };
}
