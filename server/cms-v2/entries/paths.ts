// Updates the paths of entries when they, or the entries above them, move. All writes are part of the transaction of the calling operation.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { WholeEntry } from './rows.ts';
import { isUnnamedStatus, pathBelow, reserveSlug } from './slugs.ts';
import { type Child, findChildren, findEntryOfAnyType, writePath, writeSlugAndPath } from './store.ts';

/** Returns the path of an entry with this slug below the entry `parent`; 0 stands for no parent. */
export async function pathOf(tx: WriteHandle, parent: number, slug: string): Promise<string> {
  const parentEntry = parent === 0 ? undefined : await findEntryOfAnyType(tx, parent);
  return pathBelow(parentEntry?.path ?? '', slug);
}

/** Updates the paths of all descendants of an entry after a change of its path. Returns the IDs of the changed descendants. */
export async function updatePaths(tx: WriteHandle, id: number, path: string): Promise<number[]> {
  let level = new Map([[id, path]]);
  const visited = new Set([id]);
  const moved: number[] = [];
  while (level.size > 0) {
    const below = new Map<number, string>();
    for (const child of await findChildren(tx, [...level.keys()])) {
      if (visited.has(child.id)) continue;
      const to = pathBelow(level.get(child.parent) ?? '', child.slug);
      visited.add(child.id);
      below.set(child.id, to);
      if (to === child.path) continue;
      await writePath(tx, child.id, to);
      moved.push(child.id);
    }
    level = below;
  }
  return moved;
}

/** Moves a child of a deleted entry to that entry's parent, with a free slug. Returns the IDs of descendants whose path changed. */
export async function moveUp(tx: WriteHandle, type: ContentType, child: Child, from: WholeEntry): Promise<number[]> {
  const request = { id: child.id, parent: from.parent, slug: child.slug };
  const slug = isUnnamedStatus(child.status) ? child.slug : await reserveSlug(tx, type, request);
  const path = pathBelow(parentPath(from), slug);
  await writeSlugAndPath(tx, child.id, slug, path);
  return updatePaths(tx, child.id, path);
}

/** Returns the path of the parent of an entry. */
const parentPath = ({ path, slug }: WholeEntry): string =>
  slug === '' ? path : path.slice(0, Math.max(0, path.length - slug.length - 1));
