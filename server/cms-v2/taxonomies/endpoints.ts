// Binds the endpoints of taxonomies to their operations (protocol.md §17).

import { taxonomiesModule, type taxonomyFields } from '../../../contract/cms-v2/taxonomies.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { getTaxonomy } from './get-taxonomy.ts';
import { listTaxonomies } from './list-taxonomies.ts';
import { defineTaxonomyPermissions } from './permissions.ts';

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
    operations: { 'list-taxonomies': listTaxonomies(contract), 'get-taxonomy': getTaxonomy(contract) },
    presenter,
  });
}
