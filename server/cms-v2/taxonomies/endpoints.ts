// Implements the endpoints of taxonomies (protocol.md §17).
import {
  internalTaxonomies,
  type TaxonomyEndpoints,
  taxonomiesModule,
  type taxonomyFields,
} from '../../../contract/cms-v2/taxonomies.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';

/** Returns the taxonomies of a content type; all taxonomies if `type` is empty. */
const taxonomiesOfType = ({ taxonomies }: Contract, type = ''): Taxonomy[] =>
  [...taxonomies.values()].filter(({ types }) => type === '' || types.includes(type));

/** Whether the actor may assign terms of a taxonomy, and therefore view it in the edit context. */
const canAssign = (actor: Actor, { rights }: Taxonomy): boolean => actor.can(rights.assign);

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
const defineTaxonomyPermissions = (contract: Contract): Permissions<TaxonomyEndpoints, object> => ({
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

const presenter: Presenter<typeof taxonomyFields, Taxonomy, undefined> = {
  prepare: async () => undefined,
  fields: {
    capabilities: ({ description }) => description.capabilities,
    description: ({ description }) => description.description,
    hierarchical: ({ hierarchical }) => hierarchical,
    labels: ({ description }) => description.labels,
    name: ({ description }) => description.labels.name,
    slug: ({ name }) => name,
    show_cloud: ({ description }) => description.show_cloud,
    types: ({ types }) => types,
    rest_base: ({ restBase }) => restBase,
    rest_namespace: ({ restNamespace }) => restNamespace,
    visibility: ({ description }) => description.visibility,
  },
  facts: ({ restBase, restNamespace }) => ({ rest_base: restBase, rest_namespace: restNamespace }),
};

/** Returns the module of taxonomies. */
export function taxonomiesEndpoints(contract: Contract): Module {
  return implement(taxonomiesModule, {
    permissions: defineTaxonomyPermissions(contract),
    operations: {
      // GET /cms/v2/taxonomies: lists the taxonomies (protocol.md §17).
      /**
       * Responds with the taxonomies, keyed by name; if `type` is submitted, only with the taxonomies of this content type. In
       * the edit context, taxonomies whose terms the caller may not assign are omitted.
       */
      'list-taxonomies': {
        async run({ args, actor }) {
          const visible = taxonomiesOfType(contract, args.type).filter(
            (each) => args.context !== 'edit' || canAssign(actor, each),
          );
          return { kind: 'keyed', keysAreNames: true, rows: new Map(visible.map((each) => [each.name, each])) };
        },
      },

      // GET /cms/v2/taxonomies/<taxonomy>: returns a taxonomy (protocol.md §17).
      /** Responds with the taxonomy. Throws ApiError 404 `rest_taxonomy_invalid` if it does not exist. */
      'get-taxonomy': {
        async run({ path }) {
          const row = contract.taxonomies.get(path.taxonomy ?? '');
          if (!row) throw new ApiError('rest_taxonomy_invalid', 404, 'No taxonomy with this name.');
          return { kind: 'record', row };
        },
      },
    },
    presenter,
  });
}
