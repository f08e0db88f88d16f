// Checks the sizes of the admin.
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';

/** The files of a build, by their names, and its description. */
export interface BuildOutput {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly metafile: Metafile;
}

/** The files that every page of the admin loads, also before the user has signed in. */
const start = ['app/main.tsx', 'app/app.css'];

/** Maximum sizes of screens, with everything that is loaded before they are displayed, in bytes (gzip). */
const budgets: Readonly<Record<string, { readonly entryPoints: readonly string[]; readonly maxBytes: number }>> = {
  'before signing in': { entryPoints: start, maxBytes: 100 * 1024 },
  home: { entryPoints: [...start, 'screens/home/screen.tsx'], maxBytes: 300 * 1024 },
};

/** Prints the sizes of screens. Throws an error if one exceeds its budget. */
export function checkBudgets(builds: readonly BuildOutput[]): void {
  for (const [screen, { entryPoints, maxBytes }] of Object.entries(budgets)) {
    const size = loadedSize(builds, entryPoints);
    console.log(`${screen}: ${Math.ceil(size / 1024)} KB of ${maxBytes / 1024} KB`);
    if (size > maxBytes) throw new Error(`The screen "${screen}" needs ${size} bytes; its budget is ${maxBytes}.`);
  }
}

/** Returns the size of all files that entry points load together, in bytes (gzip). Throws an error for an unknown entry point. */
export function loadedSize(builds: readonly BuildOutput[], entryPoints: readonly string[]): number {
  const files = new Map(entryPoints.flatMap((entryPoint) => [...filesOf(builds, entryPoint)]));
  return [...files.values()].reduce((sum, contents) => sum + gzipSync(contents).length, 0);
}

/** Returns the files that are loaded with an entry point: its own, and those that it imports statically. */
function filesOf(builds: readonly BuildOutput[], entryPoint: string): Map<string, Uint8Array> {
  for (const { files, metafile } of builds) {
    const [first] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint) ?? [];
    if (first === undefined) continue;
    const outputs = new Set([first]);
    for (const output of outputs)
      for (const { path: imported, kind } of metafile.outputs[output]?.imports ?? [])
        if (kind === 'import-statement') outputs.add(imported);
    return new Map([...outputs].map((output) => [output, contentsOf(files, output)]));
  }
  throw new Error(`There is no file for ${entryPoint}.`);
}

function contentsOf(files: BuildOutput['files'], output: string): Uint8Array {
  const contents = files.get(path.basename(output));
  if (contents === undefined) throw new Error(`There is no file ${output}.`);
  return contents;
}
