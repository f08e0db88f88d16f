// GET: the theme with all that was changed of it, as an archive.
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { Operation } from '../../http/room.ts';
import { writeTheme } from '../../theme/write-theme.ts';
import { zip } from '../../theme/zip.ts';
import { changedTheme } from './changed-theme.ts';

/** Answers with the folder of the theme, which can be used in its place (docs/themes.md). */
export function exportTheme(parts: EntryParts): Operation {
  return {
    async run() {
      const theme = await changedTheme(parts);
      const files = [...writeTheme(theme)].map(([path, text]) => [`${theme.name}/${path}`, text] as const);
      const bytes = await zip(new Map(files), new Date(parts.clock()));
      return { kind: 'file', bytes, type: 'application/zip', name: `${theme.name}.zip` };
    },
  };
}
