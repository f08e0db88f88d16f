// Presents content types as JSON records (protocol.md §15).
import type { typeFields } from '../../../contract/cms-v2/types.ts';
import type { DescribedType } from '../../../contract/grammar/content-type.ts';
import type { FieldMaker, Presenter } from '../../http/module.ts';

const fields: Record<keyof typeof typeFields, (type: DescribedType) => unknown> = {
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

export const typePresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ restBase, restNamespace, below }: DescribedType) => ({
    rest_base: restBase,
    rest_namespace: restNamespace,
    has_collection: below === undefined,
  }),
};
