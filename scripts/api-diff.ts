// npm run api-diff: compares the public interface of the working tree with those of earlier versions, and fails if it has a breaking
// difference that the version does not declare (docs/versioning.md).
//
// --all      also lists compatible differences
// --current  also fails, with the exit code 3, if the stored interface of this version is missing or differs, as a release requires
// --accept   stores the interface as that of this version, which must not be released
import { parseArgs } from 'node:util';
import { version as versionOfThis } from '../server/version.ts';
import { isReleased, listBaselines, readBaseline, writeBaseline } from './api-diff/baselines.ts';
import { formatDifference } from './api-diff/difference.ts';
import { type Comparison, compareVersions, compareWithBaseline } from './api-diff/gate.ts';
import { describeInterface } from './api-diff/public-interface.ts';

const folder = 'releases';
const options = { all: { type: 'boolean' }, current: { type: 'boolean' }, accept: { type: 'boolean' } } as const;
const { all = false, current = false, accept = false } = parseArgs({ options }).values;

const version = versionOfThis();
if (accept && isReleased(version)) {
  console.error(`Version ${version} is released (tag v${version}); its interface cannot change. Increase the version.`);
  process.exit(1);
}
const content = await describeInterface();
const stored = listBaselines(folder).filter((each) => compareVersions(each, version) <= 0);
// The interface of this version is replaced, so only those of earlier versions restrict it.
const compared = stored.filter((each) => !accept || each !== version).slice(-2);
const comparisons = compared.map((each) => compareWithBaseline(readBaseline(folder, each), content, version));
for (const each of comparisons) print(each);

const hasUndeclared = comparisons.some(({ undeclared }) => undeclared.length > 0);
const own = comparisons.find((each) => each.version === version);
if (hasUndeclared) {
  console.error(
    `\nVersion ${version} does not declare these breaking differences. Remove them, or increase the version.`,
  );
  if (own && own.undeclared.length > 0 && !isReleased(version))
    console.error(
      `Version ${version} is not released yet: npm run api-diff -- --accept replaces its stored interface.`,
    );
  process.exitCode = 1;
} else if (accept) {
  const bytes = writeBaseline(folder, { version, content });
  console.log(`Stored the interface of version ${version} (${Math.round(bytes / 1024)} KiB).`);
} else if (current && (!own || own.differences.length > 0)) {
  console.error(`The stored interface of version ${version} is not up to date: run npm run api-diff -- --accept.`);
  process.exitCode = 3;
} else if (compared.length === 0) {
  console.error(`${folder}/ has no interface of version ${version} or an earlier one.`);
  process.exitCode = 1;
}

function print({ version: old, differences, undeclared }: Comparison): void {
  const count = differences.filter(({ isBreaking }) => isBreaking).length;
  const declared = count > 0 && undeclared.length === 0 ? ', which the version declares' : '';
  console.log(`Since ${old}: ${count} breaking differences${declared}; ${differences.length - count} compatible.`);
  for (const each of differences) if (all || each.isBreaking) console.log(`  ${formatDifference(each)}`);
}
