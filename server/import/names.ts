// Names of types and taxonomies in files, which begin otherwise than ours where they belong to the service itself.
import { compatibleSpelling } from '../../contract/names/spelling.ts';
import type { ImportRun } from './run.ts';

/** The name that a type or taxonomy of a file has here. */
export function ownName({ service: { contract } }: Pick<ImportRun, 'service'>, name: string): string {
  const own = compatibleSpelling.name(name);
  return contract.types.has(own) || contract.taxonomies.has(own) ? own : name;
}
