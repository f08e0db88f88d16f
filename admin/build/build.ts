// npm run build: builds the admin in dist/. With --check, compares dist/ with a new build instead, and exits with 1 if they differ.
// --output and --locales are other folders for the build and for the translations, which tests use.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Bundler } from './bundle.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

/** Maximum size of all files together, in bytes. They are committed, and installed with the package. */
const maxTotalBytes = 2.5 * 1024 * 1024;

const { values: options } = parseArgs({
  options: { check: { type: 'boolean' }, output: { type: 'string' }, locales: { type: 'string' } },
});
if (options.check) await check();
else await write(options.output ?? dist);

/** Builds the admin in an empty folder. Throws an error if the files exceed the maximum size. */
async function write(folder: string): Promise<void> {
  const bundler = new Bundler({ root, isDevelopment: false, locales: options.locales });
  const files = await bundler.build().finally(() => bundler.dispose());
  const total = [...files.values()].reduce((sum, contents) => sum + contents.length, 0);
  console.log(`${files.size} files, ${Math.ceil(total / 1024)} KB of ${maxTotalBytes / 1024} KB`);
  if (total > maxTotalBytes) throw new Error(`The admin has ${total} bytes; at most ${maxTotalBytes} are allowed.`);
  rmSync(folder, { recursive: true, force: true });
  for (const [name, contents] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), contents);
  }
}

async function check(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-admin-'));
  try {
    await write(folder);
    const different = new Set([...listFiles(dist), ...listFiles(folder)].filter((name) => !isSame(name, folder)));
    if (different.size === 0) return;
    console.error(`admin/dist differs from a new build; run npm run admin: ${[...different].join(', ')}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function isSame(name: string, folder: string): boolean {
  const [one, other] = [path.join(dist, name), path.join(folder, name)];
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}
