// The SQL of the faces of families.
import { fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** What is shown of a face. */
export type FaceRow = Pick<WholeEntry, 'id' | 'parent' | 'content'>;

const many = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'parent', 'content'])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids)),
);

/** The faces with these numbers, in no order. */
export const findFaces = (read: ReadHandle, ids: readonly number[]): Promise<FaceRow[]> =>
  read.all(many, { type: fontFaces.name, ids: [...ids] });

const ofFamilies = statement((q, p: Slots<{ type: string; families: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'parent'])
    .where('type', '=', p.type)
    .where(q.dialect.inList('parent', p.families))
    .orderBy('id'),
);

/** The numbers of the faces of families, the oldest first. */
export const findFacesOf = (read: ReadHandle, families: readonly number[]) =>
  read.all(ofFamilies, { type: fontFaces.name, families: [...families] });

const whole = statement((q, p: Slots<{ type: string; family: number }>) =>
  q.selectFrom('entries').selectAll().where('parent', '=', p.family).where('type', '=', p.type).orderBy('id'),
);

/** The faces of a family with all their columns. */
export const findWholeFaces = (read: ReadHandle, family: number): Promise<WholeEntry[]> =>
  read.all(whole, { type: fontFaces.name, family });
