// Finds entries whose path would reveal the slug of an ancestor that is not public, such as a private page or a draft. A page in the
// trash is treated as having its previous status, because the slug of a published page was public.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

/** The IDs of entries whose path contains the slug of an ancestor that is not public. */
export type HiddenPaths = ReadonlySet<number>;

const noHiddenPaths: HiddenPaths = new Set();

// The recursion visits the ancestors of each entry up to the first one that is not public.
const findHiddenStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .withRecursive('line', (qc) =>
      qc
        .selectFrom('entries')
        .select(['entries.id as entry', 'entries.parent as above'])
        .where(q.dialect.inList('entries.id', p.ids))
        .union(
          qc
            .selectFrom('line')
            .innerJoin('entries', 'entries.id', 'line.above')
            .select(['line.entry as entry', 'entries.parent as above'])
            .where('entries.rights_status', '=', 'publish'),
        ),
    )
    .selectFrom('line')
    .innerJoin('entries', 'entries.id', 'line.above')
    .select('line.entry as id')
    .where('entries.rights_status', '<>', 'publish'),
);

/** Returns the IDs of entries whose path must be hidden from the public. Runs at most one statement. */
export async function findHiddenPaths(
  read: ReadHandle,
  entries: readonly { readonly id: number; readonly parent: number }[],
): Promise<HiddenPaths> {
  const ids = entries.filter(({ parent }) => parent !== 0).map(({ id }) => id);
  if (ids.length === 0) return noHiddenPaths;
  return new Set((await read.all(findHiddenStatement, { ids: [...new Set(ids)] })).map(({ id }) => id));
}

/**
 * Returns the IDs of entries of one type whose path must be hidden in a response. In the edit context, no path is hidden from callers
 * who may edit the entries of others and read private entries.
 */
export const findHiddenPathsFor = async (
  read: ReadHandle,
  { actor, context }: { readonly actor: Actor; readonly context: unknown },
  { rights }: ContentType,
  entries: readonly { readonly id: number; readonly parent: number }[],
): Promise<HiddenPaths> =>
  context === 'edit' && actor.can(rights.editOthers) && actor.can(rights.readPrivate)
    ? noHiddenPaths
    : findHiddenPaths(read, entries);
