// The room of terms: categories, tags, a site's own taxonomies.
import type { termOperations } from '../../../contract/shared/terms.ts';
import type { Operation, Room } from '../../http/room.ts';
import { createTerm } from './create-term.ts';
import { deleteTerm } from './delete-term.ts';
import { termEmbeds } from './embeds.ts';
import { getTerm } from './get-term.ts';
import { listTerms } from './list-terms.ts';
import type { TermParts } from './parts.ts';
import { termRules } from './permissions.ts';
import { termPresenter } from './present.ts';
import { updateTerm } from './update-term.ts';

type Operations = Record<(typeof termOperations)[number], Operation>;

/** Joins the room's rules, operations and presenter. */
export function termsRoom(parts: TermParts): Room & { readonly operations: Operations } {
  const operations: Operations = {
    'list-terms': listTerms(parts),
    'get-term': getTerm(),
    'create-term': createTerm(parts),
    'update-term': updateTerm(parts),
    'delete-term': deleteTerm(parts),
  };
  return { permissions: termRules(parts), operations, presenter: termPresenter(parts), embeds: termEmbeds(parts) };
}
