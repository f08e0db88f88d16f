import { type Stats, stat } from 'node:fs';
import { promisify } from 'node:util';

const statFile: (path: string) => Promise<Stats> = promisify(stat);

/**
 * The identities of files that must stay in place while they are in use. Data that is written to a file after the file was deleted, moved
 * or replaced is lost at the next start, and no system call reports an error.
 */
export class FileIdentities {
  readonly #opened: ReadonlyMap<string, string>;

  private constructor(opened: ReadonlyMap<string, string>) {
    this.#opened = opened;
  }

  /** Records the identity of the files that are now at these paths. */
  static async record(paths: readonly string[]): Promise<FileIdentities> {
    return new FileIdentities(
      new Map(await Promise.all(paths.map(async (path) => [path, await identity(path)] as const))),
    );
  }

  /** Rejects when a file is no longer in place. */
  async check(): Promise<void> {
    await Promise.all(
      [...this.#opened].map(async ([path, opened]) => {
        if ((await identity(path).catch(() => undefined)) !== opened)
          throw new Error(`The file ${path} was deleted or replaced while in use.`);
      }),
    );
  }
}

async function identity(path: string): Promise<string> {
  const { dev, ino } = await statFile(path);
  return `${dev}:${ino}`;
}
