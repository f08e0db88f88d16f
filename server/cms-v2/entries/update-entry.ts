// Updates the submitted fields of entries: POST, PUT and PATCH on the item route of a content type (posts-and-pages.md §5).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { parseSubmittedSlug } from '../../rendering/slug.ts';
import { composeEntry } from './compose-entry.ts';
import { mayPublish } from './conditions.ts';
import { type EntryDeps, typeOf } from './deps.ts';
import type { EntryArgs } from './entry-args.ts';
import type { SlugChoice } from './entry-writer.ts';
import { lockEntry } from './lock-entry.ts';
import type { EntryOperations } from './operations.ts';
import type { WholeEntry } from './rows.ts';
import { isUnnamedStatus } from './slugs.ts';
import type { ComposedEntry } from './store.ts';
import { resolveTerms } from './term-choice.ts';
import { textWorkOf } from './text-work.ts';

/** Updates an entry, and responds with it in the edit context. */
export function updateEntry(deps: EntryDeps): EntryOperations['update-entry'] {
  return {
    async run(call, loadedEntry) {
      const type = typeOf(deps.contract, call);
      const textWork = textWorkOf(deps.texts, call);
      const update = async (tx: WriteHandle) => {
        const before = await lockEntry(tx, type, loadedEntry.id, call.actor, 'edit');
        await call.requireMatch();
        const entry = await composeEntry({ deps, read: tx, call, type, before, textWork });
        const terms = await resolveTerms(deps, tx, call, type, { id: before.id, status: entry.status });
        const choice = slugChoice(call, type, before, entry);
        return deps.writer.update(tx, type, { before, entry, choice, terms, editor: call.actor.id });
      };
      const row = await textWork.complete(() => deps.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/**
 * Returns the slug for an updated entry (posts-and-pages.md §9). An entry that is restored from the trash gets its previous slug,
 * regardless of the submitted slug. Any other entry gets the submitted slug or, without one, keeps its current slug. A pending
 * entry of a caller who may not publish gets an empty slug. When an entry is saved that is neither a draft nor pending, an empty slug
 * is replaced with one that is generated from the title.
 */
function slugChoice(
  { args, actor }: Call<EntryArgs>,
  type: ContentType,
  before: WholeEntry,
  entry: ComposedEntry,
): SlugChoice & { slugBeforeTrash: string | null } {
  const staysInTrash = entry.status === 'trash';
  const previousSlug = before.status === 'trash' && !staysInTrash ? before.slug_before_trash : null;
  const submitted = parseSubmittedSlug(args.slug);
  const isUnnamed = entry.status === 'pending' && !mayPublish(actor, type);
  return {
    slug: isUnnamed ? '' : previousSlug || (submitted ?? previousSlug ?? before.slug),
    mustBeFree: !previousSlug && submitted !== undefined && (args.status === undefined || isUnnamedStatus(args.status)),
    slugBeforeTrash: staysInTrash ? before.slug_before_trash : null,
  };
}
