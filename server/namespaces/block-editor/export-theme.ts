// GET /cms-block-editor/v1/export: returns the theme with all stored changes as a ZIP archive.
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { writeTheme } from '../../theme/write-theme.ts';
import { zip } from '../../theme/zip.ts';
import { changedTheme } from './changed-theme.ts';
import type { BlockEditorOperations } from './operations.ts';

/** Responds with a ZIP archive that can replace the theme's folder (docs/themes.md). */
export function exportTheme(deps: EntryDeps): BlockEditorOperations['export-theme'] {
  return {
    async run() {
      const theme = await changedTheme(deps);
      const files = [...writeTheme(theme)].map(([path, text]) => [`${theme.name}/${path}`, text] as const);
      const bytes = await zip(new Map(files), new Date(deps.clock()));
      return { kind: 'file', bytes, type: 'application/zip', name: `${theme.name}.zip` };
    },
  };
}
