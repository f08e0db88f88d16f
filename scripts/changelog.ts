// npm run changelog: checks CHANGELOG.md and the fragments in changes/, which describe changes since the last release.
//
// --assemble [--date YYYY-MM-DD]  moves the fragments to the section of the version in package.json, and dates it (default: today, UTC)
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { version as versionOfThis } from '../server/version.ts';
import { assemble, type FragmentFile, formatChangelog, parseChangelog, parseFragments } from './changelog/changelog.ts';

const file = 'CHANGELOG.md';
const folder = 'changes';
const { values } = parseArgs({ options: { assemble: { type: 'boolean' }, date: { type: 'string' } } });

try {
  const names = readdirSync(folder).filter((name) => name !== 'README.md');
  const files = names.map((name): FragmentFile => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
  const fragments = parseFragments(files);
  const text = readFileSync(file, 'utf8');
  const changelog = parseChangelog(text);
  if (formatChangelog(changelog) !== text)
    throw new Error(`${file} is not formatted as npm run changelog -- --assemble writes it.`);
  const version = versionOfThis();
  if (values.assemble) {
    const { date = new Date().toISOString().slice(0, 10) } = values;
    writeFileSync(file, formatChangelog(assemble(changelog, fragments, version, date)));
    for (const name of names) rmSync(path.join(folder, name));
    console.log(`Moved ${fragments.length} changes to version ${version} in ${file}.`);
  } else
    console.log(`${fragments.length} changes since the latest version in ${file}, ${changelog.sections[0]?.version}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
