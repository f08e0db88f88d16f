// Checks that no other operating-system user can change a file that determines which code is executed.
import { statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Permission bits of writing. */
const groupWritable = 0o020;
const worldWritable = 0o002;

/** The operating-system user and group of a process. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
}

/** The properties of a file that determine who can change it. */
export interface FileAccess {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Options for checking a file. */
export interface TrustOptions {
  /** Whether the operator has named the file, so that it may belong to another user. */
  readonly isNamed?: boolean;
}

/**
 * Returns why other operating-system users can change a file and what to do, as the rest of a sentence that begins with the file;
 * undefined if they cannot. The file must belong to the user of the process or to root, also if the process runs as root: otherwise the
 * owner could execute code as root. The group may be that of the process or that of root.
 */
export function findDistrust(
  { mode, uid, gid }: FileAccess,
  user: ProcessUser,
  { isNamed = false }: TrustOptions = {},
): string | undefined {
  if (!isNamed && uid !== 0 && uid !== user.uid)
    return `belongs to another operating-system user (UID ${uid}), who could execute code as the user of this process (UID ${user.uid}); run the command as the owner, or run: chown ${user.uid}`;
  const isGroupTrusted = gid === 0 || gid === user.gid;
  if ((mode & worldWritable) === 0 && ((mode & groupWritable) === 0 || isGroupTrusted)) return undefined;
  return `can be changed by other operating-system users (mode ${(mode & 0o777).toString(8)}), who could execute code as the user of this process; run: chmod go-w`;
}

/**
 * Throws ConfigError if other operating-system users can change a file. `subject` begins the message: `The file .env`. Does nothing if the
 * file does not exist, and on Windows, where modes do not express who can change a file.
 */
export function requireTrustedFile(file: string, subject: string, options: TrustOptions = {}): void {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()];
  const found = statSync(file, { throwIfNoEntry: false });
  if (uid === undefined || gid === undefined || found === undefined) return;
  const distrust = findDistrust(found, { uid, gid }, options);
  if (distrust !== undefined) throw new ConfigError(`${subject} ${distrust} ${file}.`);
}
