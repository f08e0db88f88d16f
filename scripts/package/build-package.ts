// Builds and packs the package that users install (docs/decisions/0020-package.md).
import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundle } from './bundle.ts';
import { writeDeclarations } from './declarations.ts';
import { formatLicenses } from './licenses.ts';
import { formatManifest } from './manifest.ts';
import { listCopiedFiles, root } from './sources.ts';

const execute = promisify(execFile);

/** Modes of the files in the package, which do not depend on the umask. */
const fileMode = 0o644;
const programMode = 0o755;

/** Builds the package in a folder, whose previous content is deleted. The same sources result in the same files. */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [libraries] = await Promise.all([bundle(folder), writeDeclarations(folder)]);
  for (const file of listCopiedFiles()) copy(folder, file);
  writeFileSync(path.join(folder, 'package.json'), formatManifest());
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), formatLicenses(libraries));
  for (const entry of globSync('**', { cwd: folder, withFileTypes: true }))
    if (entry.isFile()) chmodSync(path.join(entry.parentPath, entry.name), fileMode);
  chmodSync(path.join(folder, 'server/main.js'), programMode);
}

/** Copies a file of the repository. In code that is copied, imports of TypeScript files lead to the compiled files. */
function copy(folder: string, file: string): void {
  const target = path.join(folder, file);
  const content = readFileSync(path.join(root, file));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, file.endsWith('.js') ? rewriteImports(content.toString()) : content);
}

const rewriteImports = (code: string): string =>
  code.replaceAll(/(\bfrom |\bimport\()'(\.{1,2}\/[^']+)\.ts'/g, (_match, keyword, name) => `${keyword}'${name}.js'`);

/**
 * Packs a built package into `NAME-VERSION.tgz` in a folder, and returns its path. npm sorts the files and sets their timestamps to a fixed
 * date, so that packing the same files twice results in the same bytes.
 */
export async function packPackage(built: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await execute('npm', ['pack', '--silent', '--pack-destination', path.resolve(folder)], { cwd: built });
  const { name, version } = JSON.parse(readFileSync(path.join(built, 'package.json'), 'utf8'));
  return path.join(folder, `${name}-${version}.tgz`);
}
