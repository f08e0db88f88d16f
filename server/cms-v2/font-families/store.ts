// SQL statements for font families, which are stored as entries.
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** Columns of a family that the presenter reads. */
export type FamilyRow = Pick<WholeEntry, 'id' | 'title' | 'slug' | 'content'>;

const byIds = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'title', 'slug', 'content'])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids)),
);

/** Returns the families with these IDs, in no particular order. */
export const findFontFamilies = (read: ReadHandle, ids: readonly number[]): Promise<FamilyRow[]> =>
  read.all(byIds, { type: fontFamilies.name, ids: [...ids] });
