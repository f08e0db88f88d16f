// Implements the endpoints that read a term of any taxonomy, and merge it into another one.
import { type TermMergeEndpoints, termMergesModule } from '../../../contract/octavo-v1/term-merges.ts';
import { termsModule } from '../../../contract/shared/terms.ts';
import { limitsError } from '../../access/limits.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, parseId } from '../../http/module.ts';
import { findTermsOfAnyTaxonomy } from '../menu-items/store.ts';
import { forbiddenErrors, mayDelete, mayEdit } from '../terms/conditions.ts';
import type { TermDeps, TermHook } from '../terms/deps.ts';
import type { TermMergeOperations, TermMergeTargets, TermOfTaxonomy } from './deps.ts';
import { mergeTerm } from './merge-term.ts';

/**
 * Returns the term with this ID, of a taxonomy with the common routes of terms. Throws ApiError 404 `rest_term_invalid` if there is none, and
 * for menus, whose items cannot be merged.
 */
async function requireTerm({ contract, database }: TermDeps, id: number): Promise<TermOfTaxonomy> {
  const [row] = id > 0 ? await findTermsOfAnyTaxonomy(database.read, [id]) : [];
  const taxonomy = row && contract.taxonomies.get(row.taxonomy);
  const resource = row && contract.resources.get(row.taxonomy);
  if (!row || !taxonomy || resource?.module !== termsModule)
    throw new ApiError('rest_term_invalid', 404, 'No term with this ID.');
  return { row, taxonomy, resource };
}

/** Returns the permissions of terms of any taxonomy, keyed by their names in the contract. */
function defineTermMergePermissions(deps: TermDeps): Permissions<TermMergeEndpoints, TermMergeTargets> {
  // Both permissions share this function, so that the term is loaded only once.
  const load = ({ path }: Pick<Call, 'path'>) => requireTerm(deps, parseId(path.id));
  return {
    'read-term': {
      load,
      // An application password that is not allowed in the namespace of the taxonomy must not be able to use its terms here either.
      permit: ({ actor, args }, { taxonomy }) =>
        args.context === 'edit' && !mayEdit(actor, taxonomy)
          ? forbiddenErrors.editContext
          : limitsError(actor, ['GET'], taxonomy.restNamespace),
    },
    'merge-term': {
      load,
      permit: ({ actor }, { row, taxonomy }) => {
        if (!mayEdit(actor, taxonomy)) return forbiddenErrors.edit;
        return mayDelete(actor, taxonomy, row.id, deps.site.settings.values.default_category)
          ? limitsError(actor, ['DELETE'], taxonomy.restNamespace)
          : forbiddenErrors.delete;
      },
    },
  };
}

// GET /octavo/v1/terms/<id>: returns a term of any taxonomy.

/** Responds with the loaded term, as the route of its taxonomy does. */
const getTerm = (): TermMergeOperations['get-term'] => ({
  run: async ({ args: { context } }, { resource, row }) => ({ kind: 'record-of', resource, row, status: 200, context }),
});

/** Returns the module of terms of any taxonomy. The hooks run when a term is merged, in their order. */
export function termMergesEndpoints(deps: TermDeps, hooks: readonly TermHook[]): Module {
  return implement(termMergesModule, {
    permissions: defineTermMergePermissions(deps),
    operations: { 'get-term': getTerm(), 'merge-term': mergeTerm(deps, hooks) },
  });
}
