// Declares the directories in which external services offer patterns and blocks (protocol.md §20). Octavo uses no such service, so the
// directories are always empty.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { pagingParameters } from '../shared/list-parameters.ts';

const { context, page, per_page, search } = pagingParameters();

export const directoryPatternFields = {
  id: ReadOnly.Integer('The ID of the pattern.', everywhere),
  title: ReadOnly.String('The display name.', everywhere),
  content: ReadOnly.String('The blocks of the pattern.', everywhere),
};

export const directoryBlockFields = {
  id: ReadOnly.String('The name of the block.', everywhere),
  name: ReadOnly.String('The name of the block, with its namespace.', everywhere),
  title: ReadOnly.String('The display name.', everywhere),
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
