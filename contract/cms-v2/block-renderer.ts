// One dynamic block, shown as readers see it (protocol.md §20).
import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { editOnly, Type, words } from '../grammar/schema.ts';
import { blockNameSegment } from './block-types.ts';

/** The operation of the room `block-renderer`; it is a file of that name there. */
export const blockRendererOperations = ['render-block'] as const;

/** The rule that its route names. */
export const blockRendererPermissions = ['render-block'] as const;

const parameters = {
  // The default is none of the words: the context must be asked for (protocol.md §20).
  context: words(['edit'], { description: 'How much is shown; it must be edit.', default: 'view', first: true }),
  attributes: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The attributes of the block.',
    default: {},
    first: true,
    check: 'block-attributes',
  }),
  post_id: optional(Type.Integer({ description: 'The number of the entry that the block stands in.' })),
};
export type RenderBlockArgs = Args<typeof parameters>;

export const blockRenderer: Resource = {
  title: 'rendered-block',
  namespace: 'cms/v2',
  room: 'block-renderer',
  fields: {
    rendered: Type.String({ description: 'The block as HTML.', context: editOnly, readonly: true }),
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
          description: 'Returns a dynamic block with these attributes as HTML.',
          permission: 'render-block',
          parameters,
        },
      ],
    },
  ],
};
