// Defines the permissions of the taxonomy routes (protocol.md §17).

import { internalTaxonomies, type TaxonomyEndpoints } from '../../../contract/cms-v2/taxonomies.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { Permissions } from '../../http/implement.ts';

/** Returns the taxonomies of a content type; all taxonomies if `type` is empty. */
export const taxonomiesOfType = ({ taxonomies }: Contract, type = ''): Taxonomy[] =>
  [...taxonomies.values()].filter(({ types }) => type === '' || types.includes(type));

/** Whether the actor may assign terms of a taxonomy, and therefore view it in the edit context. */
export const canAssign = (actor: Actor, { rights }: Taxonomy): boolean => actor.can(rights.assign);

const forbiddenErrors = {
  list: { code: 'rest_cannot_view', message: 'You are not allowed to view these taxonomies in the edit context.' },
  internal: { code: 'rest_forbidden', message: 'This taxonomy is internal.' },
  editContext: {
    code: 'rest_forbidden_context',
    message: 'You are not allowed to view this taxonomy in the edit context.',
  },
};

/**
 * Returns the permissions of taxonomies, keyed by their names in the contract. For unknown taxonomies they return no error, so
 * that the operation responds 404.
 */
export const defineTaxonomyPermissions = (contract: Contract): Permissions<TaxonomyEndpoints, object> => ({
  'list-taxonomies': {
    permit: ({ args, actor }) =>
      args.context === 'edit' && !taxonomiesOfType(contract, args.type).some((each) => canAssign(actor, each))
        ? forbiddenErrors.list
        : undefined,
  },
  'read-taxonomy': {
    permit: ({ path, args, actor }) => {
      if (internalTaxonomies.includes(path.taxonomy ?? '')) return forbiddenErrors.internal;
      const found = contract.taxonomies.get(path.taxonomy ?? '');
      return found && args.context === 'edit' && !canAssign(actor, found) ? forbiddenErrors.editContext : undefined;
    },
  },
});
