// Presents content types as JSON records (protocol.md §15).
import type { typeFields } from '../../../contract/cms-v2/types.ts';
import type { DescribedType } from '../../../contract/grammar/content-type.ts';
import type { Presenter } from '../../http/module.ts';

type TypePresenter = Presenter<typeof typeFields, DescribedType, undefined>;

const fields: TypePresenter['fields'] = {
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
};

export const typePresenter: TypePresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ restBase, restNamespace, below }) => ({
    rest_base: restBase,
    rest_namespace: restNamespace,
    has_collection: below === undefined,
  }),
};
