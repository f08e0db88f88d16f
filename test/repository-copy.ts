// Copies the repository and changes the copy as a page of docs/ describes.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageBlock } from './page-blocks.ts';

const copiedParts = ['contract', 'server', 'extensions', 'scripts', 'test', 'themes', 'admin'];
/** Folders of copied parts that no code imports. */
const omittedFolders = ['admin/node_modules', 'admin/dist'];
const copiedFiles = ['package.json', 'tsconfig.json', 'biome.json'];

export interface RepositoryCopy {
  readonly folder: string;
  /** Imports a module of the copy, whose code differs from that of this process. */
  readonly importModule: (file: string) => Promise<unknown>;
  readonly remove: () => void;
}

/** Copies the repository to a temporary folder, and applies the code blocks to the copy. */
export function copyRepository(blocks: readonly PageBlock[]): RepositoryCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-scratch-'));
  for (const part of [...copiedParts, ...copiedFiles])
    cpSync(part, path.join(folder, part), { recursive: true, filter: (source) => !omittedFolders.includes(source) });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  for (const { language, file, text } of blocks) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, language === 'diff' ? change(readFileSync(target, 'utf8'), text) : text);
  }
  return {
    folder,
    importModule: (file) => import(pathToFileURL(path.join(folder, file)).href),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Applies a diff to a text. Asserts that the context of each hunk occurs exactly once. */
function change(text: string, difference: string): string {
  const lines = difference.trimEnd().split('\n');
  const original = lines
    .filter((line) => !line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n');
  const replacement = lines
    .filter((line) => !line.startsWith('-'))
    .map((line) => line.slice(1))
    .join('\n');
  assert.equal(text.split(`${original}\n`).length, 2, `${JSON.stringify(original)} must occur exactly once`);
  return text.replace(`${original}\n`, () => `${replacement}\n`);
}
