// The SQL of font families, which are entries.
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** What is shown of a family. */
export type FamilyRow = Pick<WholeEntry, 'id' | 'title' | 'slug' | 'content'>;

const many = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'title', 'slug', 'content'])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids)),
);

/** The families with these numbers, in no order. */
export const findFamilies = (read: ReadHandle, ids: readonly number[]): Promise<FamilyRow[]> =>
  read.all(many, { type: fontFamilies.name, ids: [...ids] });
