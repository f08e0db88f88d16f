// Extracts another commit of this repository, to compare it with the current files in the same run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Returns the abbreviated current commit, followed by `+` if files that Git tracks were changed. */
export const currentCommit = (): string =>
  `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+'}`;

/** An extracted commit. */
export interface Baseline {
  /** The abbreviated commit. */
  readonly commit: string;
  readonly folder: string;
  /** The `server/main.js` of the commit. */
  readonly program: string;
}

/**
 * Extracts a commit to a subfolder of `folder`, which later runs reuse. It uses the packages that are installed for the current files.
 * Throws when Git does not know the commit.
 */
export function extractCommit(folder: string, name: string): Baseline {
  const commit = git('rev-parse', '--short', `${name}^{commit}`);
  const extracted = path.join(folder, `commit-${commit}`);
  if (!existsSync(extracted)) {
    const unfinished = `${extracted}.new`;
    mkdirSync(unfinished, { recursive: true });
    const archive = path.join(unfinished, 'files.tar');
    git('archive', '--format=tar', '-o', archive, commit);
    execFileSync('tar', ['-xf', archive, '-C', unfinished]);
    symlinkSync(path.join(root, 'node_modules'), path.join(unfinished, 'node_modules'));
    renameSync(unfinished, extracted);
  }
  return { commit, folder: path.join(extracted, 'sites'), program: path.join(extracted, 'server/main.js') };
}
