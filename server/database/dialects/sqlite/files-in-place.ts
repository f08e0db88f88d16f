import { type Stats, stat } from 'node:fs';
import { promisify } from 'node:util';

const statFile: (path: string) => Promise<Stats> = promisify(stat);

/**
 * Files that are in use and must stay where they are. What is written to one that somebody has deleted, moved away or
 * put another in the place of goes where no later start will look for it, and no error tells.
 */
export class FilesInPlace {
  readonly #opened: ReadonlyMap<string, string>;

  private constructor(opened: ReadonlyMap<string, string>) {
    this.#opened = opened;
  }

  /** Remembers which files are there now, at these paths. */
  static async note(paths: readonly string[]): Promise<FilesInPlace> {
    return new FilesInPlace(
      new Map(await Promise.all(paths.map(async (path) => [path, await identity(path)] as const))),
    );
  }

  /** Rejects when one of them is not there any more. */
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
