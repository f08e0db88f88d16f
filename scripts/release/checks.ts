// Finds reasons why the working tree cannot be released.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isReleased } from '../api-diff/baselines.ts';
import { parseVersion } from '../api-diff/gate.ts';
import { parseChangelog, unreleased } from '../changelog/changelog.ts';

/** The state of the repository that decides whether it can be released. */
export interface ReleaseState {
  readonly version: string;
  /** Versions in the lock file: that of the file, and that of its root package. */
  readonly lockedVersions: readonly (string | undefined)[];
  /** Versions in the package.json and in the lock file of the admin. */
  readonly adminVersions: readonly (string | undefined)[];
  /** Output of `git status --porcelain`. */
  readonly changedFiles: string;
  readonly isTagged: boolean;
  readonly changelog: string;
  /** Names of the fragments in changes/. */
  readonly fragments: readonly string[];
}

/** Reads the state of the working tree. */
export function readReleaseState(version: string): ReleaseState {
  const { version: adminVersion }: { version?: string } = JSON.parse(readFileSync('admin/package.json', 'utf8'));
  return {
    version,
    lockedVersions: lockedVersionsOf('package-lock.json'),
    adminVersions: [adminVersion, ...lockedVersionsOf('admin/package-lock.json')],
    changedFiles: execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim(),
    isTagged: isReleased(version),
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
    fragments: readdirSync('changes').filter((name) => name !== 'README.md'),
  };
}

/** Returns the versions of the package itself in a lock file. */
function lockedVersionsOf(file: string): (string | undefined)[] {
  const lock: { version?: string; packages: Record<string, { version?: string }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return [lock.version, lock.packages['']?.version];
}

/** Returns a sentence for each reason why a state cannot be released. `isTagExpected`: whether the version must have its tag already. */
export function findReleaseProblems(state: ReleaseState, isTagExpected = false): string[] {
  const { version, lockedVersions, adminVersions, changedFiles, isTagged, changelog, fragments } = state;
  parseVersion(version);
  const [latest] = parseChangelog(changelog).sections;
  const problems = [
    lockedVersions.some((each) => each !== version) &&
      `package-lock.json has the version ${lockedVersions.join(', ')} instead of ${version}; run npm install.`,
    adminVersions.some((each) => each !== version) &&
      `The admin has the version ${adminVersions.join(', ')} instead of ${version}; run npm version in the folder admin.`,
    changedFiles !== '' && `The working tree has changes that are not committed:\n${changedFiles}`,
    isTagged && !isTagExpected && `Version ${version} has the tag v${version}; increase the version in package.json.`,
    !isTagged && isTagExpected && `Version ${version} has no tag v${version}.`,
    latest?.version !== version && `The latest version in CHANGELOG.md is ${latest?.version}, not ${version}.`,
    latest?.version === version &&
      latest.date === unreleased &&
      `Version ${version} has no date in CHANGELOG.md; run npm run changelog -- --assemble.`,
    fragments.length > 0 && `changes/ has ${fragments.length} fragments; run npm run changelog -- --assemble.`,
  ];
  return problems.filter((each) => each !== false);
}
