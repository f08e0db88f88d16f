// Catalogues of other services, which Octavo does not ask: they are empty (protocol.md §20).
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** The operations of the room `directories`; each is a file of that name there. */
export const directoryOperations = ['list-directory-patterns', 'list-directory-blocks'] as const;

/** The rules that their routes name. */
export const directoryPermissions = ['read-pattern-directory', 'read-block-directory'] as const;

const shown = { context: everywhere, readonly: true };
const { context, page, per_page, search } = pagingParameters();

export const patternDirectory: Resource = {
  title: 'pattern-directory-item',
  description: 'Always empty: no other service is asked for patterns. See the route `block-patterns/patterns`.',
  namespace: 'cms/v2',
  room: 'directories',
  fields: {
    id: Type.Integer({ description: 'The number of the pattern.', ...shown }),
    title: Type.String({ description: 'What people call it.', ...shown }),
    content: Type.String({ description: 'Its blocks.', ...shown }),
  },
  links: [],
  routes: [
    {
      path: '/cms/v2/pattern-directory/patterns',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-directory-patterns',
          totals: false,
          permission: 'read-pattern-directory',
          parameters: { context, page, per_page: { ...per_page, default: 100 }, search },
        },
      ],
    },
  ],
};

export const blockDirectory: Resource = {
  title: 'block-directory-item',
  description: 'Always empty: no other service is asked for blocks. See the route `block-types`.',
  namespace: 'cms/v2',
  room: 'directories',
  fields: {
    id: Type.String({ description: 'The name of the block.', ...shown }),
    name: Type.String({ description: 'The name of the block, with its namespace.', ...shown }),
    title: Type.String({ description: 'What people call it.', ...shown }),
  },
  links: [],
  routes: [
    {
      path: '/cms/v2/block-directory/search',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-directory-blocks',
          totals: false,
          permission: 'read-block-directory',
          parameters: {
            context,
            page,
            per_page,
            term: Type.String({ description: 'Words to look for.', minLength: 1, first: true }),
            search: optional(search),
          },
        },
      ],
    },
  ],
};
