// Checks the sizes of the admin.

import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';

/** Maximum sizes of the code of screens, with everything that is loaded before they are displayed, in bytes (gzip). */
const budgets: Readonly<Record<string, number>> = {
  'screens/home/screen.tsx': 300 * 1024,
};

/** Throws an error if a screen exceeds its budget. `contents` are the files by their names. */
export function checkBudgets({ outputs }: Metafile, contents: ReadonlyMap<string, Uint8Array>): void {
  for (const [entryPoint, budget] of Object.entries(budgets)) {
    const files = new Set([...filesOf(outputs, 'app/main.tsx'), ...filesOf(outputs, entryPoint)]);
    const size = [...files].reduce((sum, file) => sum + gzipSync(contents.get(path.basename(file)) ?? '').length, 0);
    console.log(`${entryPoint}: ${Math.ceil(size / 1024)} KB of ${budget / 1024} KB`);
    if (size > budget) throw new Error(`${entryPoint} needs ${size} bytes; its budget is ${budget}.`);
  }
}

/** Returns the files that are loaded with an entry point: its own, and those that it imports statically. */
function filesOf(outputs: Metafile['outputs'], entryPoint: string): Set<string> {
  const [first] = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint) ?? [];
  if (first === undefined) throw new Error(`There is no file for ${entryPoint}.`);
  const files = new Set([first]);
  for (const file of files)
    for (const { path: imported, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') files.add(imported);
  return files;
}
