import { statSync } from 'node:fs';

/**
 * The identities of files that must stay in place while they are in use. Data that is written to a file after the file was deleted, moved
 * or replaced is lost at the next start, and no system call reports an error.
 *
 * The file system is called synchronously: these files are in use, so that their entries are in memory, and passing the call to another
 * thread takes ten times as long as the call.
 */
export class FileIdentities {
  readonly #opened: ReadonlyMap<string, string>;

  private constructor(opened: ReadonlyMap<string, string>) {
    this.#opened = opened;
  }

  /** Records the identities of the files that are now at these paths. Throws if one does not exist. */
  static record(paths: readonly string[]): FileIdentities {
    return new FileIdentities(new Map(paths.map((path) => [path, identity(path)])));
  }

  /** Throws when a file is no longer in place. */
  check(): void {
    for (const [path, opened] of this.#opened) {
      if (!isAt(path, opened)) throw new Error(`The file ${path} was deleted or replaced while in use.`);
    }
  }
}

function identity(path: string): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}

/** Whether the file with this identity is at the path. */
function isAt(path: string, opened: string): boolean {
  try {
    return identity(path) === opened;
  } catch {
    return false;
  }
}
