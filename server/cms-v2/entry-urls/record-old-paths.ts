// Records the paths of public entries when their URLs change, so that the old URLs redirect to the new ones.
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { fillPermalinkStructure } from '../../settings/permalink-structure.ts';
import type { SiteContext } from '../../site-context.ts';
import type { EntryHook, EntryMove } from '../entries/entry-writer.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { oldPathKey } from './old-path.ts';
import { insertOldPath } from './old-paths-store.ts';

type RecordDeps = { readonly contract: Contract } & Pick<SiteContext, 'settings'>;

/**
 * Returns the hook that records former paths: those of the entry, and those of its descendants. Paths that were never public are not
 * recorded, because a redirect would reveal the slugs that they contain.
 */
export const oldPathsOfEntries = (deps: RecordDeps): EntryHook => ({
  async moved(tx, move) {
    const { before, after, wasHidden, descendants } = move;
    if (wasHidden) return;
    if (isPublicStatus(before.status) && isPublicStatus(after.status))
      await insertPaths(tx, before.id, pathsBefore(deps, move));
    if (before.rights_status !== 'publish' || descendants.length === 0) return;
    const hidden = await findHiddenPaths(tx, descendants);
    for (const { id, type: typeName, status, path } of descendants) {
      const type = deps.contract.types.get(typeName);
      if (type?.hasPages && isPublicStatus(status) && !hidden.has(id))
        await insertPaths(tx, id, [addressOf(type, path)]);
    }
  },
});

const isPublicStatus = (status: string): boolean => status === 'publish' || status === 'inherit';

/**
 * Returns the paths at which an entry was published and no longer is. Those of a post are its path in the current permalink structure, and
 * its slug, with which it is found in any other structure.
 */
function pathsBefore({ settings }: RecordDeps, { type, before, after }: EntryMove): string[] {
  if (!type.hasPages) return [];
  const slugs = before.path === after.path ? [] : [before.path];
  if (type.addressSetting === undefined) return slugs.map((path) => addressOf(type, path));
  const structure = settings.values[type.addressSetting];
  const pathOf = ({ path, date }: Pick<EntryMove['after'], 'path' | 'date'>) =>
    fillPermalinkStructure(structure, { id: before.id, date, slug: path });
  return pathOf(before) === pathOf(after) ? slugs : [...slugs, pathOf(before)];
}

const addressOf = ({ address }: ContentType, path: string): string => address.published.replace('{path}', path);

async function insertPaths(tx: WriteHandle, entry: number, paths: readonly string[]): Promise<void> {
  for (const key of new Set(paths.map(oldPathKey))) if (key !== undefined) await insertOldPath(tx, key, entry);
}
