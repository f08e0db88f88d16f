// Declares the directories in which external services offer patterns and blocks (protocol.md §20). Octavo uses no such service, so the
// directories are always empty.
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

/** Operations of the module `directories`. Each is implemented in a file with its name, such as `list-directory-patterns.ts`. */
export const directoryOperations = ['list-directory-patterns', 'list-directory-blocks'] as const;

/** Permissions that the routes require. */
export const directoryPermissions = ['read-pattern-directory', 'read-block-directory'] as const;

const readonlyField = { context: everywhere, readonly: true };
const { context, page, per_page, search } = pagingParameters();

export const patternDirectory: Resource = {
  title: 'pattern-directory-item',
  description: 'Always empty, because no external pattern directory is used. See the route `block-patterns/patterns`.',
  namespace: 'cms/v2',
  module: 'directories',
  fields: {
    id: Type.Integer({ description: 'The ID of the pattern.', ...readonlyField }),
    title: Type.String({ description: 'The display name.', ...readonlyField }),
    content: Type.String({ description: 'The blocks of the pattern.', ...readonlyField }),
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
  description: 'Always empty, because no external block directory is used. See the route `block-types`.',
  namespace: 'cms/v2',
  module: 'directories',
  fields: {
    id: Type.String({ description: 'The name of the block.', ...readonlyField }),
    name: Type.String({ description: 'The name of the block, with its namespace.', ...readonlyField }),
    title: Type.String({ description: 'The display name.', ...readonlyField }),
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
            term: Type.String({ description: 'The search terms.', minLength: 1, first: true }),
            search: optional(search),
          },
        },
      ],
    },
  ],
};
