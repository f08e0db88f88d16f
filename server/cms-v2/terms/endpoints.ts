// Binds the endpoints of terms (categories, tags, and terms of custom taxonomies) to their operations.
import type { termOperations } from '../../../contract/shared/terms.ts';
import type { Module, Operation } from '../../http/module.ts';
import { createTerm } from './create-term.ts';
import { deleteTerm } from './delete-term.ts';
import type { TermDeps } from './deps.ts';
import { termEmbeds } from './embeds.ts';
import { getTerm } from './get-term.ts';
import { listTerms } from './list-terms.ts';
import { defineTermPermissions } from './permissions.ts';
import { termPresenter } from './present.ts';
import { updateTerm } from './update-term.ts';

type Operations = Record<(typeof termOperations)[number], Operation>;

/** Binds the endpoints to their operations, permissions, presenter and embed readers. */
export function termsEndpoints(deps: TermDeps): Module & { readonly operations: Operations } {
  const operations: Operations = {
    'list-terms': listTerms(deps),
    'get-term': getTerm(),
    'create-term': createTerm(deps),
    'update-term': updateTerm(deps),
    'delete-term': deleteTerm(deps),
  };
  return {
    permissions: defineTermPermissions(deps),
    operations,
    presenter: termPresenter(deps),
    embeds: termEmbeds(deps),
  };
}
