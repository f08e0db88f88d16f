// Converts the parameters of terms to their stored forms (terms-menus-and-blocks.md §1.2, §1.4).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { MAX_NAME_LENGTH } from '../../http/parameters/text-length.ts';
import { fold } from '../../rendering/fold.ts';
import { sanitizeName } from '../../rendering/sanitise/names.ts';
import { runTask } from '../../rendering/work/tasks.ts';
import type { TermArgs, TermDeps } from './deps.ts';
import { findChildTerms, findTerm, updateTermPath } from './store.ts';

/** Maximum length of a term name, in characters. */
export const maxNameLength = 200;

/**
 * Returns a term name in its stored form. Throws ApiError 400 `empty_term_name` if it is empty, and ApiError 400
 * `db_insert_error` if it is too long.
 */
export function cleanName(name: string): { name: string; name_key: string } {
  const tooLong = () =>
    new ApiError('db_insert_error', 400, `A term name must have at most ${maxNameLength} characters.`);
  if (name.length > MAX_NAME_LENGTH) throw tooLong();
  const stored = sanitizeName(name);
  if (stored === '') throw new ApiError('empty_term_name', 400, 'A term requires a name.');
  // Existing clients expect the code `db_insert_error` (contract/README.md, decision 3).
  if ([...stored].length > maxNameLength) throw tooLong();
  return { name: stored, name_key: fold(stored) };
}

/** Columns of the description of a term. */
export interface DescriptionColumns {
  readonly description: string;
  readonly description_key: string;
}

/**
 * Returns a description in its stored form: inline HTML that is filtered regardless of the role of the user. The text is filtered
 * synchronously in this process.
 */
export const cleanDescription = (text: string): DescriptionColumns =>
  columnsOf(runTask('description', { description: text, field: 'termDescription' }));

/**
 * Returns the submitted description in its stored form; undefined if none was submitted. Throws TextTooHeavy or
 * WorkersBusy.
 */
export async function parseDescription(
  { texts }: Pick<TermDeps, 'texts'>,
  { args: { description }, work }: Pick<Call<TermArgs>, 'args' | 'work'>,
): Promise<DescriptionColumns | undefined> {
  if (description === undefined) return undefined;
  return columnsOf(await texts.run('description', { description, field: 'termDescription' }, work));
}

const columnsOf = (description: string): DescriptionColumns => ({ description, description_key: fold(description) });

/**
 * Returns the ID of the submitted parent; undefined if none was submitted. Throws ApiError 400 `rest_taxonomy_not_hierarchical`
 * or `rest_term_invalid`.
 */
export async function parseParent(
  tx: WriteHandle,
  call: Pick<Call<TermArgs>, 'args' | 'submitted'>,
  taxonomy: Taxonomy,
): Promise<number | undefined> {
  const submitted = call.submitted('parent');
  if (!taxonomy.hierarchical && submitted !== undefined && submitted !== null) {
    throw new ApiError(
      'rest_taxonomy_not_hierarchical',
      400,
      `Invalid parent: ${taxonomy.noun.many} cannot have a parent.`,
    );
  }
  const { parent } = call.args;
  if (parent === undefined || parent === 0) return parent;
  if (parent < 0 || !(await findTerm(tx, taxonomy.name, parent))) {
    throw new ApiError('rest_term_invalid', 400, `Invalid parent: no ${taxonomy.noun.one} with this ID.`);
  }
  return parent;
}

/** Updates the paths of all descendants of a term to match the new path of the term. Returns the IDs of the changed terms. */
export async function updateDescendantPaths(
  tx: WriteHandle,
  taxonomy: Taxonomy,
  id: number,
  path: string,
): Promise<number[]> {
  const movedIds: number[] = [];
  let level = new Map([[id, path]]);
  while (level.size > 0) {
    const next = new Map<number, string>();
    for (const child of await findChildTerms(tx, taxonomy.name, [...level.keys()])) {
      const to = `${level.get(child.parent) ?? ''}/${child.slug}`;
      next.set(child.id, to);
      if (to === child.path) continue;
      await updateTermPath(tx, child.id, child.parent, to);
      movedIds.push(child.id);
    }
    level = next;
  }
  return movedIds;
}
