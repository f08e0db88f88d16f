// Binds the endpoints of terms (categories, tags, and terms of custom taxonomies) to their operations.
import { termsModule } from '../../../contract/shared/terms.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { createTerm } from './create-term.ts';
import { deleteTerm } from './delete-term.ts';
import type { TermDeps } from './deps.ts';
import { termEmbeds } from './embeds.ts';
import { getTerm } from './get-term.ts';
import type { TermHook } from './hooks.ts';
import { listTerms } from './list-terms.ts';
import { defineTermPermissions } from './permissions.ts';
import { termPresenter } from './present.ts';
import { updateTerm } from './update-term.ts';

/** Returns the module of terms. The hooks run when a term is deleted, in their order. */
export function termsEndpoints(deps: TermDeps, hooks: readonly TermHook[]): Module {
  return implement(termsModule, {
    permissions: defineTermPermissions(deps),
    operations: {
      'list-terms': listTerms(deps),
      'get-term': getTerm(),
      'create-term': createTerm(deps),
      'update-term': updateTerm(deps),
      'delete-term': deleteTerm(deps, hooks),
    },
    presenter: termPresenter(deps),
    embeds: termEmbeds(deps),
  });
}
