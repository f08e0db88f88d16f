// npm run release: creates the files of a release in dist/ (docs/releasing.md): the packages, the sources of all packages in the admin,
// software bills of materials, checksums and their signature. It changes nothing outside dist/, and publishes nothing.
//
// --key FILE  signs with this SSH key, which must be listed in releases/allowed-signers
// --unsigned  leaves out the signature, for automated builds that have no key
// --tagged    expects that the version has its tag, for builds of the tag
// --dry-run   continues if the version is not ready to be released, and signs with a new key that is deleted afterwards. Fails if the
//             changelog is invalid, or if the public interface has a breaking difference that the version does not declare. Needs the
//             packages of the admin (npm run admin), and does not compare admin/dist with a new build, which CI does before.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { version as versionOfThis } from '../server/version.ts';
import {
  allowedSigner,
  checksumFile,
  createThrowawayKey,
  signChecksums,
  verifyArtifacts,
  writeBillsOfMaterials,
  writeChecksums,
} from './release/artifacts.ts';
import { writeBundledSources } from './release/bundled-sources.ts';
import { findReleaseProblems, readReleaseState } from './release/checks.ts';

const folder = 'dist';
const allowedSigners = 'releases/allowed-signers';
const options = {
  key: { type: 'string' },
  unsigned: { type: 'boolean' },
  tagged: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
const { key, unsigned: isUnsigned = false, tagged: isTagged = false, 'dry-run': isDryRun = false } = values;
if (!isDryRun && (key === undefined) !== isUnsigned) {
  console.error('Use either --key FILE or --unsigned, or --dry-run.');
  process.exit(2);
}

const version = versionOfThis();
if (runScript('changelog') !== 0) process.exit(1);
if (!isDryRun && runScript('admin', '--check') !== 0) process.exit(1);
const apiDiff = runScript('api-diff', '--current');
if (apiDiff !== 0 && apiDiff !== 3) process.exit(1);
const problems = [
  ...findReleaseProblems(readReleaseState(version), isTagged),
  ...(apiDiff === 0 ? [] : ['The stored interface is not up to date; run npm run api-diff -- --accept.']),
];
if (problems.length > 0) {
  console.error(`\nVersion ${version} cannot be released yet:`);
  for (const problem of problems) console.error(`- ${problem}`);
  if (!isDryRun) process.exit(1);
}

mkdirSync(folder, { recursive: true });
const packages = [
  { name: 'octavo', version, source: '.' },
  { name: 'octavo-admin', version, source: 'admin' },
];
const tarballs = packages.map(({ name }) => `${name}-${version}.tgz`);
for (const tarball of tarballs) rmSync(path.join(folder, tarball), { force: true });
const status = runScript('pack');
for (const tarball of tarballs)
  if (status !== 0 || !existsSync(path.join(folder, tarball)))
    throw new Error(`npm run pack did not create ${tarball}.`);
const bills = await Promise.all(packages.map((each) => writeBillsOfMaterials(folder, each, commitDate())));
const sources = await writeBundledSources('admin', version, folder);
writeChecksums(folder, [...tarballs, ...bills.flat(), sources]);
if (isDryRun) signWithThrowawayKey();
else if (key !== undefined) {
  signChecksums(folder, key);
  verifyArtifacts(folder, allowedSigners);
} else rmSync(path.join(folder, `${checksumFile}.sig`), { force: true });

console.log(`\nCreated in ${folder}/:\n${readFileSync(path.join(folder, checksumFile), 'utf8')}`);
if (isDryRun) console.log('Dry run: the signature was verified and deleted. Do not publish these files.');
else
  console.log(
    [
      'Create and push the tag, which starts the workflow that publishes the packages:',
      '',
      `  git tag --sign --message 'Octavo ${version}' v${version}`,
      `  git push origin v${version}`,
      '',
      `Then attach the files in ${folder}/ to the release of the tag.`,
    ].join('\n'),
  );

/** Runs an npm script with its output, and returns its exit code; null if a signal ended it. */
function runScript(name: string, ...args: string[]): number | null {
  console.log(`\n== npm run ${[name, ...args].join(' ')}`);
  return spawnSync('npm', ['run', '--silent', name, '--', ...args], { stdio: 'inherit' }).status;
}

/** Returns the date of the last commit. */
function commitDate(): Date {
  return new Date(Number(execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' })) * 1000);
}

/** Signs and verifies the checksums with a key that is created for this purpose, and deletes the signature. */
function signWithThrowawayKey(): void {
  const temporary = mkdtempSync(path.join(tmpdir(), 'octavo-release-'));
  try {
    const throwaway = createThrowawayKey(temporary);
    const allowed = path.join(temporary, 'allowed-signers');
    writeFileSync(allowed, allowedSigner(readFileSync(`${throwaway}.pub`, 'utf8')));
    signChecksums(folder, throwaway);
    verifyArtifacts(folder, allowed);
  } finally {
    rmSync(temporary, { recursive: true });
    rmSync(path.join(folder, `${checksumFile}.sig`), { force: true });
  }
}
