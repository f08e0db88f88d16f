// Implements the endpoints of content types (protocol.md §15).
import { internalTypes, type typeFields, typesModule } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { DescribedType } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { canEditSomeType, canEditType, forbiddenErrors, listContentTypes } from './conditions.ts';

const typePresenter: Presenter<typeof typeFields, DescribedType, undefined> = {
  prepare: async () => undefined,
  fields: {
    capabilities: ({ description }) => description.capabilities,
    description: ({ description }) => description.description,
    hierarchical: ({ hierarchical }) => hierarchical,
    has_archive: () => false,
    visibility: ({ description }) => description.visibility,
    viewable: ({ hasPages }) => hasPages,
    labels: ({ description }) => description.labels,
    name: ({ description }) => description.labels.name,
    slug: ({ name }) => name,
    icon: ({ description }) => description.icon,
    supports: ({ description }) => description.supports,
    taxonomies: ({ taxonomies }) => taxonomies,
    rest_base: ({ restBase }) => restBase,
    rest_namespace: ({ restNamespace }) => restNamespace,
    template: ({ description }) => description.template,
    template_lock: ({ description }) => description.template_lock,
  },
  facts: ({ restBase, restNamespace, below }) => ({
    rest_base: restBase,
    rest_namespace: restNamespace,
    has_collection: below === undefined,
  }),
};

/** Returns the module of content types. */
export function typesEndpoints(contract: Contract): Module {
  return implement(typesModule, {
    permissions: {
      // The permission to read a single type is checked by the operation.
      'list-types': {
        permit: ({ args, actor }) =>
          args.context === 'edit' && !canEditSomeType(actor, contract) ? forbiddenErrors.list : undefined,
      },
    },
    operations: {
      // GET /cms/v2/types: lists the content types (protocol.md §15).
      /**
       * Responds with the listed content types, keyed by name. In the edit context, types whose entries the caller may not edit
       * are omitted.
       */
      'list-types': {
        async run({ args, actor }) {
          const visible = listContentTypes(contract).filter(
            (type) => type.listed && (args.context !== 'edit' || canEditType(actor, type)),
          );
          return { kind: 'keyed', keysAreNames: true, rows: new Map(visible.map((type) => [type.name, type])) };
        },
      },

      // GET /cms/v2/types/<type>: returns a content type (protocol.md §15).
      /**
       * Responds with the content type.
       *
       * Throws ApiError 404 `rest_type_invalid` if it does not exist; ApiError 401 or 403 `rest_cannot_read_type` if it is
       * internal, and `rest_forbidden_context` in the edit context if the caller may not edit its entries.
       */
      'get-type': {
        async run({ path, args, actor }) {
          if (internalTypes.includes(path.type ?? '')) throw permissionApiError(forbiddenErrors.internal, actor);
          const row = listContentTypes(contract).find(({ name }) => name === path.type);
          if (!row) throw new ApiError('rest_type_invalid', 404, 'No content type with this name.');
          if (args.context === 'edit' && !canEditType(actor, row))
            throw permissionApiError(forbiddenErrors.editContext, actor);
          return { kind: 'record', row };
        },
      },
    },
    presenter: typePresenter,
  });
}
