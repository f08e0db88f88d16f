// Builds the package `octavo-admin` from the built admin and its sources. It has a license of its own (admin/README.md).
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { guideNames } from '../../admin/ui/guides.ts';
import { packageVersion } from './manifest.ts';
import { listTrackedFiles, requireTracked, root } from './sources.ts';

const fileMode = 0o644;

/** Files at the root of the package. */
const rootFiles = ['LICENSE', 'README.md'];

/** Files that the build writes for each release, besides scripts and style sheets. */
const requiredFiles = ['index.html', 'inline-scripts.json', 'packages.json'];

/**
 * Builds the package in a folder, whose previous content is deleted: the files that the service serves in `dist`, and the sources in
 * `sources`. The same files result in the same package.
 *
 * Throws Error if the admin has not been built, if git does not track a built file, or if its version is not that of the service.
 */
export function buildAdminPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  requireTracked(
    globSync('admin/dist/**', { cwd: root, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [path.relative(root, path.join(entry.parentPath, entry.name))] : [],
    ),
  );
  const tracked = listTrackedFiles(['admin']).map((file) => file.replace(/^admin\//, ''));
  const missing = requiredFiles.find((file) => !tracked.includes(`dist/${file}`));
  if (missing !== undefined) throw new Error(`admin/dist/${missing} is missing; run npm run admin.`);
  for (const file of tracked.filter((each) => !each.startsWith('test/'))) copy(folder, file);
  copyGuides(folder);
  writeFile(path.join(folder, 'package.json'), formatAdminManifest());
}

function copy(folder: string, file: string): void {
  const isAtRoot = rootFiles.includes(file) || file.startsWith('dist/');
  writeFile(path.join(folder, isAtRoot ? file : `sources/${file}`), readFileSync(path.join(root, 'admin', file)));
}

/** Copies the guides that the admin displays, which are outside of its folder. Throws Error if git does not track one of them. */
function copyGuides(folder: string): void {
  const guides = guideNames.map((name) => `docs/${name}.md`);
  requireTracked(guides);
  for (const file of guides) writeFile(path.join(folder, 'sources', file), readFileSync(path.join(root, file)));
}

function writeFile(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, fileMode);
}

/**
 * Returns the text of the package.json of the package. It has no dependencies: the build contains them. Throws Error if its version is not
 * that of the service.
 */
function formatAdminManifest(): string {
  const { name, version, description, license, repository } = JSON.parse(
    readFileSync(path.join(root, 'admin/package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  if (version !== packageVersion())
    throw new Error(`admin/package.json has the version ${version} instead of ${packageVersion()}.`);
  return `${JSON.stringify({ name, version, description, license, repository }, undefined, 2)}\n`;
}
