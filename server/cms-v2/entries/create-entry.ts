// Creates entries: POST on the collection of a content type (posts-and-pages.md §4, §5).

import type { WriteHandle } from '../../database/handle.ts';
import { parseSubmittedSlug } from '../../rendering/slug.ts';
import { type Composition, composeEntry } from './compose-entry.ts';
import { mayPublish } from './conditions.ts';
import { type EntryDeps, typeOf } from './deps.ts';
import { treeLock, usersLock } from './lock-entry.ts';
import type { EntryOperations } from './operations.ts';
import type { WholeEntry } from './rows.ts';
import { isUnnamedStatus } from './slugs.ts';
import { resolveTerms } from './term-choice.ts';
import { textWorkOf } from './text-work.ts';

/** Creates an entry, and responds with status 201 and the entry in the edit context. */
export function createEntry(deps: EntryDeps): EntryOperations['create-entry'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const textWork = textWorkOf(deps.texts, call);
      const create = (tx: WriteHandle) => createInTransaction(deps, tx, { call, type, textWork });
      const row = await textWork.complete(() => deps.database.transaction(create));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}

/**
 * Creates an entry in the caller's transaction, which runs in `textWork.complete`, and returns it. Throws the errors of `composeEntry`
 * and `resolveTerms`.
 */
export async function createInTransaction(
  deps: EntryDeps,
  tx: WriteHandle,
  { call, type, textWork }: Pick<Composition, 'call' | 'type' | 'textWork'>,
): Promise<WholeEntry> {
  await tx.share(usersLock);
  if (type.hierarchical) await tx.lock(treeLock(type));
  const entry = await composeEntry({ deps, read: tx, call, type, before: undefined, textWork });
  const terms = await resolveTerms(deps, tx, call, type, { id: undefined, status: entry.status });
  const requestedSlug =
    entry.status === 'pending' && !mayPublish(call.actor, type) ? undefined : parseSubmittedSlug(call.args.slug);
  const mustBeFree = call.args.status !== undefined && isUnnamedStatus(call.args.status);
  const guid = (id: number) => deps.site.urls.home + type.address.other.replace('{id}', String(id));
  const choice = { slug: requestedSlug ?? '', mustBeFree };
  return deps.writer.create(tx, type, { entry, choice, terms, guid });
}
