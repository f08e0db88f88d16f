// Declares the block renderer, which renders single dynamic blocks (protocol.md §20).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { editOnly, ReadOnly, Type } from '../grammar/schema.ts';
import { blockNameSegment } from './block-types.ts';

const parameters = {
  // The default is not a valid value, so requests must contain `context` (protocol.md §20).
  context: Type.Unsafe<'edit' | 'view'>({
    type: 'string',
    enum: ['edit'],
    description: 'The scope of the response, which must be `edit`.',
    default: 'view',
    first: true,
  }),
  attributes: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The attributes of the block.',
    default: {},
    first: true,
    check: 'block-attributes',
  }),
  post_id: optional(Type.Integer({ description: 'The ID of the entry that contains the block.' })),
};

export const renderedBlockFields = {
  rendered: ReadOnly.String('The block, as HTML.', editOnly),
};

const endpoints = declareEndpoints({
  'render-block': {
    methods: ['GET', 'POST'],
    description: 'Renders a dynamic block with the given attributes, and returns the HTML.',
    permission: 'render-block',
    parameters,
  },
});
export type BlockRendererEndpoints = typeof endpoints;

/** The module with the code of this endpoint. */
export const blockRendererModule: ModuleDeclaration<BlockRendererEndpoints, typeof renderedBlockFields> = {
  name: 'block-renderer',
};

export const blockRenderer: Resource<typeof renderedBlockFields> = {
  title: 'rendered-block',
  namespace: 'cms/v2',
  module: blockRendererModule,
  fields: renderedBlockFields,
  links: [],
  routes: [
    {
      path: '/cms/v2/block-renderer/<name>',
      parameters: {
        name: optional(
          Type.String({
            description: 'The name of the block, with its namespace.',
            segment: `${blockNameSegment}/${blockNameSegment}`,
          }),
        ),
      },
      endpoints: [endpoints['render-block']],
    },
  ],
};
