// SQL statements for font families and font faces, which are stored as entries.
import { fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { usersLock } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';

/**
 * Locks all fonts until the transaction ends, so that slugs and faces stay unique and no family is deleted while a face is added
 * to it. Must be called before any other statement of the transaction that writes fonts.
 */
export async function lockFonts(tx: WriteHandle): Promise<void> {
  await tx.share(usersLock);
  await tx.lock('fonts');
}

/** Columns of a family that the presenter reads. */
export type FamilyRow = Pick<WholeEntry, 'id' | 'title' | 'slug' | 'content'>;

const familiesByIds = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'title', 'slug', 'content'])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids)),
);

/** Returns the families with these IDs, in no particular order. */
export const findFontFamilies = (read: ReadHandle, ids: readonly number[]): Promise<FamilyRow[]> =>
  read.all(familiesByIds, { type: fontFamilies.name, ids: [...ids] });

/** Columns of a face that the presenter reads. */
export type FaceRow = Pick<WholeEntry, 'id' | 'parent' | 'content'>;

const facesByIds = statement((q, p: Slots<{ type: string; ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'parent', 'content'])
    .where('type', '=', p.type)
    .where(q.dialect.inList('id', p.ids)),
);

/** Returns the faces with these IDs, in no particular order. */
export const findFaces = (read: ReadHandle, ids: readonly number[]): Promise<FaceRow[]> =>
  read.all(facesByIds, { type: fontFaces.name, ids: [...ids] });

const byFamilies = statement((q, p: Slots<{ type: string; families: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'parent'])
    .where('type', '=', p.type)
    .where(q.dialect.inList('parent', p.families))
    .orderBy('id'),
);

/** Returns the ID and the family of each face of these families, by ascending ID. */
export const findFacesOfFamilies = (read: ReadHandle, families: readonly number[]) =>
  read.all(byFamilies, { type: fontFaces.name, families: [...families] });

const wholeByFamily = statement((q, p: Slots<{ type: string; family: number }>) =>
  q.selectFrom('entries').selectAll().where('parent', '=', p.family).where('type', '=', p.type).orderBy('id'),
);

/** Returns the faces of a family with all columns. */
export const findFullFacesOfFamily = (read: ReadHandle, family: number): Promise<WholeEntry[]> =>
  read.all(wholeByFamily, { type: fontFaces.name, family });
