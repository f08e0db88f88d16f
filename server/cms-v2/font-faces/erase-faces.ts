// Taking faces away.
import { fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { eraseEntry } from '../entries/remove-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findPathsOf } from '../media/store.ts';

/** Deletes faces for good; gives the paths of their files, which go once the transaction has ended. */
export async function eraseFaces(tx: WriteHandle, faces: readonly WholeEntry[]): Promise<string[]> {
  const paths: string[] = [];
  for (const face of faces) {
    paths.push(...(await findPathsOf(tx, face.id)));
    await eraseEntry(tx, fontFaces, face);
  }
  return paths;
}
