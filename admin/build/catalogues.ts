// Reads the translations of the admin: one catalogue for each language, which browsers load only for users of the language.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of the catalogues. */
export interface CatalogueFiles {
  /** The names of the files by their languages, such as `pt-BR`. */
  readonly names: Readonly<Record<string, string>>;
  /** The contents by the names. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads the catalogues in a folder, which have the format of Jed and names such as `pt-BR.json`. There are none if the folder does not
 * exist. The names of the returned files contain a hash. Throws if a file is not JSON.
 */
export function readCatalogues(folder: string): CatalogueFiles {
  const names: Record<string, string> = {};
  const files = new Map<string, Uint8Array>();
  const found = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  for (const file of found.sort()) {
    const language = path.basename(file, '.json');
    const contents = Buffer.from(JSON.stringify(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))));
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8);
    names[language] = `locale-${language}-${hash}.json`;
    files.set(names[language], contents);
  }
  return { names, files };
}
