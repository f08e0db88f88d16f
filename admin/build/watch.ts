// node build/watch.ts FOLDER: builds the admin for development in a folder, and again after each change of the sources, until it is stopped.
// A parent process receives the message `built` after each build.
import { mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bundler } from './bundle.ts';
import { guideFolder } from './guides.ts';

const root = path.resolve(import.meta.dirname, '..');
const [, , argument] = process.argv;
if (argument === undefined) throw new Error('The folder is missing.');
const folder = path.resolve(argument);

/** The folders of the sources. */
const sources = ['app', 'screens', 'actions', 'data', 'ui'];

/** Time in which further changes, such as those of a whole checkout, belong to the same build, in milliseconds. */
const debounceMs = 50;

const bundler = new Bundler({ root, isDevelopment: true });
let isBuilding = false;
let timer: NodeJS.Timeout | undefined;

rmSync(folder, { recursive: true, force: true });
mkdirSync(path.join(folder, 'assets'), { recursive: true });
for (const source of sources) watch(path.join(root, source), { recursive: true }, scheduleBuild);
watch(guideFolder(root), scheduleBuild);
scheduleBuild();

function scheduleBuild(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void build(), debounceMs);
}

/** Builds the admin once. An error is printed, and the files of the previous build remain. */
async function build(): Promise<void> {
  if (isBuilding) return scheduleBuild();
  isBuilding = true;
  const started = performance.now();
  try {
    writeFiles(await bundler.build());
    console.log(`Built the admin in ${Math.round(performance.now() - started)} ms`);
    process.send?.('built');
  } catch (error) {
    // esbuild has already printed errors in the sources, which it lists.
    if (!(error instanceof Error && 'errors' in error)) console.error(error);
  }
  isBuilding = false;
}

/** Writes the files of a build, the page last, because it refers to the others. Deletes the files of previous builds. */
function writeFiles(files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, contents] of files) writeFileSync(path.join(folder, name), contents);
  for (const name of readdirSync(path.join(folder, 'assets')))
    if (!files.has(`assets/${name}`)) rmSync(path.join(folder, 'assets', name));
}
