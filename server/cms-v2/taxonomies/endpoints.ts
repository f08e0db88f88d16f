// Binds the endpoints of taxonomies to their operations (protocol.md §17).

import type { taxonomyFields, taxonomyOperations } from '../../../contract/cms-v2/taxonomies.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { FieldMaker, Module, Operation } from '../../http/module.ts';
import { getTaxonomy } from './get-taxonomy.ts';
import { listTaxonomies } from './list-taxonomies.ts';
import { defineTaxonomyPermissions } from './permissions.ts';

const fields: Record<keyof typeof taxonomyFields, (taxonomy: Taxonomy) => unknown> = {
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
};

/** Binds the endpoints to their operations, permissions and presenter. */
export function taxonomiesEndpoints(contract: Contract): Module {
  const operations: Record<(typeof taxonomyOperations)[number], Operation> = {
    'list-taxonomies': listTaxonomies(contract),
    'get-taxonomy': getTaxonomy(contract),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: ({ restBase, restNamespace }: Taxonomy) => ({ rest_base: restBase, rest_namespace: restNamespace }),
  };
  return { permissions: defineTaxonomyPermissions(contract), operations, presenter };
}
