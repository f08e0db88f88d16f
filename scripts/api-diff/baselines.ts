// Stores the public interfaces of versions in `releases/`, each as compressed JSON.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Baseline, compareVersions } from './gate.ts';

const fileName = 'interface.json.br';

/** Returns the stored versions in ascending order. */
export const listBaselines = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => existsSync(path.join(folder, name, fileName)))
        .sort(compareVersions)
    : [];

/** Reads the interface of a version. */
export function readBaseline(folder: string, version: string): Baseline {
  const bytes = brotliDecompressSync(readFileSync(path.join(folder, version, fileName)));
  return { version, content: JSON.parse(bytes.toString('utf8')) };
}

/**
 * Writes the interface of a version, and deletes all others except the latest one before it, with which the next patch release is
 * compared. Returns the size of the file in bytes.
 */
export function writeBaseline(folder: string, { version, content }: Baseline): number {
  const text = Buffer.from(`${JSON.stringify(content)}\n`);
  const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_QUALITY: quality } = constants;
  const bytes = brotliCompressSync(text, { params: { [window]: constants.BROTLI_MAX_WINDOW_BITS, [quality]: 11 } });
  mkdirSync(path.join(folder, version), { recursive: true });
  writeFileSync(path.join(folder, version, fileName), bytes);
  const older = listBaselines(folder).filter((each) => compareVersions(each, version) < 0);
  for (const each of older.slice(0, -1)) rmSync(path.join(folder, each), { recursive: true });
  return bytes.length;
}

/** Whether a version is released: the repository in a folder has its tag. */
export const isReleased = (version: string, folder = '.'): boolean =>
  execFileSync('git', ['tag', '--list', `v${version}`], { cwd: folder, encoding: 'utf8' }).trim() !== '';
