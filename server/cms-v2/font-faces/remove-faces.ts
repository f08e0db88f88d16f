// Deletes the entries of font faces.
import { fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryWriter } from '../entries/entry-writer.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findPathsOf } from '../media/store.ts';

/** Deletes faces permanently and returns the paths of their files. The caller must delete the files after the transaction. */
export async function deleteFaces(
  tx: WriteHandle,
  writer: EntryWriter,
  faces: readonly WholeEntry[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const face of faces) {
    paths.push(...(await findPathsOf(tx, face.id)));
    await writer.delete(tx, fontFaces, face);
  }
  return paths;
}
