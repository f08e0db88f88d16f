// Translates the names of built-in types and taxonomies, which have another prefix in export files.
import { compatibleSpelling } from '../../contract/names/spelling.ts';
import type { ImportRun } from './run.ts';

/** Returns the local name of a type or taxonomy of the imported file; the unchanged name if this site has no such type or taxonomy. */
export function localName({ service: { contract } }: Pick<ImportRun, 'service'>, name: string): string {
  const translatedName = compatibleSpelling.name(name);
  return contract.types.has(translatedName) || contract.taxonomies.has(translatedName) ? translatedName : name;
}
