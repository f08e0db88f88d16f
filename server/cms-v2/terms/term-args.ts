// What may be sent for a term, and what is stored of it (terms-menus-and-blocks.md §1.2, §1.4).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { MAX_NAME_MARKUP } from '../../http/parameters/text-length.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { fold } from '../../rendering/fold.ts';
import { escapedName } from '../../rendering/sanitise/names.ts';
import { runTask } from '../../rendering/work/tasks.ts';
import type { TermParts } from './parts.ts';
import { findTerm, findTermsBelow, placeTerm } from './store.ts';

export interface TermArgs {
  readonly name?: string;
  readonly slug?: string;
  readonly description?: string;
  readonly parent?: number;
}

/** The longest name of a term. Characters. */
export const longestName = 200;

/** A name as it is stored. Throws Refusal 400 `empty_term_name`, `db_insert_error` for one that is too long. */
export function storedName(name: string): { name: string; name_key: string } {
  const tooLong = () => new Refusal('db_insert_error', 400, `A name has at most ${longestName} characters.`);
  if (name.length > MAX_NAME_MARKUP) throw tooLong();
  const stored = escapedName(name);
  if (stored === '') throw new Refusal('empty_term_name', 400, 'A term needs a name.');
  // The code is the one that clients know from the reference (contract/README.md, decision 3).
  if ([...stored].length > longestName) throw tooLong();
  return { name: stored, name_key: fold(stored) };
}

/** The columns of a description. */
export interface DescriptionColumns {
  readonly description: string;
  readonly description_key: string;
}

/** A description as it is stored: harmless inline markup, for every role. Filtered here and now. */
export const storedDescription = (text: string): DescriptionColumns =>
  columnsOf(runTask('description', { description: text, field: 'termDescription' }));

/** The description that was sent, as it is stored; undefined where none was. Throws TextTooHeavy, WorkersBusy. */
export async function sentDescription(
  { texts }: Pick<TermParts, 'texts'>,
  { args: { description }, work }: Pick<Call<TermArgs>, 'args' | 'work'>,
): Promise<DescriptionColumns | undefined> {
  if (description === undefined) return undefined;
  return columnsOf(await texts.run('description', { description, field: 'termDescription' }, work));
}

const columnsOf = (description: string): DescriptionColumns => ({ description, description_key: fold(description) });

/**
 * The parent that was sent, if any. Throws Refusal 400 `rest_taxonomy_not_hierarchical`, `rest_term_invalid`.
 */
export async function sentParent(
  tx: WriteHandle,
  call: Pick<Call<TermArgs>, 'args' | 'sent'>,
  taxonomy: Taxonomy,
): Promise<number | undefined> {
  const sent = call.sent('parent');
  if (!taxonomy.hierarchical && sent !== undefined && sent !== null) {
    throw new Refusal('rest_taxonomy_not_hierarchical', 400, `A ${taxonomy.noun.one} has no parent.`);
  }
  const { parent } = call.args;
  if (parent === undefined || parent === 0) return parent;
  if (parent < 0 || !(await findTerm(tx, taxonomy.name, parent))) {
    throw new Refusal('rest_term_invalid', 400, `There is no ${taxonomy.noun.one} of this number to be the parent.`);
  }
  return parent;
}

/** Writes the paths of everything below a term whose path has changed; gives the numbers of what has moved. */
export async function moveTermPaths(tx: WriteHandle, taxonomy: Taxonomy, id: number, path: string): Promise<number[]> {
  const moved: number[] = [];
  let level = new Map([[id, path]]);
  while (level.size > 0) {
    const next = new Map<number, string>();
    for (const child of await findTermsBelow(tx, taxonomy.name, [...level.keys()])) {
      const to = `${level.get(child.parent) ?? ''}/${child.slug}`;
      next.set(child.id, to);
      if (to === child.path) continue;
      await placeTerm(tx, child.id, child.parent, to);
      moved.push(child.id);
    }
    level = next;
  }
  return moved;
}
