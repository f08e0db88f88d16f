// Declares the directories in which external services offer patterns and blocks (protocol.md §20). Octavo uses no such service, so the
// directories are always empty.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

const readonlyField = { context: everywhere, readonly: true };
const { context, page, per_page, search } = pagingParameters();

export const directoryPatternFields = {
  id: Type.Integer({ description: 'The ID of the pattern.', ...readonlyField }),
  title: Type.String({ description: 'The display name.', ...readonlyField }),
  content: Type.String({ description: 'The blocks of the pattern.', ...readonlyField }),
};

export const directoryBlockFields = {
  id: Type.String({ description: 'The name of the block.', ...readonlyField }),
  name: Type.String({ description: 'The name of the block, with its namespace.', ...readonlyField }),
  title: Type.String({ description: 'The display name.', ...readonlyField }),
};

const endpoints = declareEndpoints({
  'list-directory-patterns': {
    totals: false,
    permission: 'read-pattern-directory',
    parameters: { context, page, per_page: { ...per_page, default: 100 }, search },
  },
  'list-directory-blocks': {
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
});

/** The module with the code of these endpoints. */
export const directoriesModule: ModuleDeclaration<
  typeof endpoints,
  typeof directoryPatternFields & typeof directoryBlockFields
> = { name: 'directories' };

export const patternDirectory: Resource<typeof directoryPatternFields> = {
  title: 'pattern-directory-item',
  description: 'Always empty, because no external pattern directory is used. See the route `block-patterns/patterns`.',
  namespace: 'cms/v2',
  module: directoriesModule,
  fields: directoryPatternFields,
  links: [],
  routes: [
    {
      path: '/cms/v2/pattern-directory/patterns',
      parameters: {},
      endpoints: [endpoints['list-directory-patterns']],
    },
  ],
};

export const blockDirectory: Resource<typeof directoryBlockFields> = {
  title: 'block-directory-item',
  description: 'Always empty, because no external block directory is used. See the route `block-types`.',
  namespace: 'cms/v2',
  module: directoriesModule,
  fields: directoryBlockFields,
  links: [],
  routes: [
    {
      path: '/cms/v2/block-directory/search',
      parameters: {},
      endpoints: [endpoints['list-directory-blocks']],
    },
  ],
};
