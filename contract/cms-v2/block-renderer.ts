// Declares the block renderer, which renders single dynamic blocks (protocol.md §20).
import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { editOnly, enumOf, Type } from '../grammar/schema.ts';
import { blockNameSegment } from './block-types.ts';

/** Operations of the module `block-renderer`. Each is implemented in a file with its name, such as `render-block.ts`. */
export const blockRendererOperations = ['render-block'] as const;

/** Permissions that the routes require. */
export const blockRendererPermissions = ['render-block'] as const;

const parameters = {
  // The default is not a valid value, so requests must contain `context` (protocol.md §20).
  context: enumOf(['edit'], {
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
export type RenderBlockArgs = Args<typeof parameters>;

export const blockRenderer: Resource = {
  title: 'rendered-block',
  namespace: 'cms/v2',
  module: 'block-renderer',
  fields: {
    rendered: Type.String({ description: 'The block, as HTML.', context: editOnly, readonly: true }),
  },
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
      endpoints: [
        {
          methods: ['GET', 'POST'],
          operation: 'render-block',
          description: 'Renders a dynamic block with the given attributes, and returns the HTML.',
          permission: 'render-block',
          parameters,
        },
      ],
    },
  ],
};
