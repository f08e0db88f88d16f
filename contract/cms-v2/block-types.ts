// The blocks that the service knows (protocol.md §20).
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, type TSchema, Type, texts } from '../grammar/schema.ts';

/** The operations of the room `block-types`; each is a file of that name there. */
export const blockTypeOperations = ['list-block-types', 'get-block-type'] as const;

/** The rule that their routes name. */
export const blockTypePermissions = ['read-block-types'] as const;

/** What stands in an address for a namespace of blocks, and for a name within it. */
export const blockNameSegment = '[a-zA-Z0-9_-]+';

const shown = { context: everywhere, readonly: true };
const text = (description: string) => Type.String({ description, ...shown });
const textOrNone = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, ...shown });
const names = (description: string) => texts({ description, ...shown });
const namesOrNone = (description: string) =>
  Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' }, description, ...shown });
const members = (description: string) => Type.Unsafe<object>({ type: 'object', description, ...shown });
const membersOrNone = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'null'], description, ...shown });
const records = (description: string) =>
  Type.Unsafe<readonly object[]>({ type: 'array', items: { type: 'object' }, description, ...shown });

export const blockTypeFields = {
  api_version: Type.Integer({ description: 'The version of the rules that the block follows.', ...shown }),
  name: text('The name of the block, with its namespace.'),
  title: text('What people call it.'),
  category: textOrNone('Where editors offer it.'),
  parent: namesOrNone('The blocks of which one must stand right around it; null: it may stand anywhere.'),
  ancestor: namesOrNone('The blocks of which one must stand somewhere around it; null: it may stand anywhere.'),
  allowed_blocks: namesOrNone('The blocks that may stand right in it; null: any.'),
  icon: textOrNone('The name of a picture for it.'),
  description: text('What it is.'),
  keywords: names('Words by which it is found.'),
  textdomain: textOrNone('The name under which its texts are translated.'),
  attributes: members(
    'The attributes, each with its schema. Those with a source are in the saved HTML, the others in the comment of the block.',
  ),
  provides_context: members('What blocks inside are told: the attribute behind each name.'),
  uses_context: names('What it takes from blocks around it.'),
  selectors: members('Selectors for its styles, where they differ from its class.'),
  supports: members(
    'What editors may offer for it. Of a block that the service renders, what it shows; of others, what their saved HTML holds.',
  ),
  styles: records('The styles to choose from.'),
  variations: records('Other forms in which editors offer it.'),
  block_hooks: members('Blocks that it is put beside by itself.'),
  example: membersOrNone('An example, for previews.'),
  is_dynamic: Type.Boolean({ description: 'Whether it is made when it is shown.', ...shown }),
  editor_script_handles: names('Scripts of the editor.'),
  script_handles: names('Scripts of the editor and of pages.'),
  view_script_handles: names('Scripts of pages.'),
  view_script_module_ids: names('Script modules of pages.'),
  editor_style_handles: names('Style sheets of the editor.'),
  style_handles: names('Style sheets of the editor and of pages.'),
  view_style_handles: names('Style sheets of pages.'),
  editor_script: textOrNone('The first script of the editor. Read editor_script_handles instead.'),
  script: textOrNone('The first script of the editor and of pages. Read script_handles instead.'),
  view_script: textOrNone('The first script of pages. Read view_script_handles instead.'),
  editor_style: textOrNone('The first style sheet of the editor. Read editor_style_handles instead.'),
  style: textOrNone('The first style sheet of the editor and of pages. Read style_handles instead.'),
} satisfies Record<string, TSchema>;

const collection = '/cms/v2/block-types';
const segment = blockNameSegment;
const namespace = Type.String({ description: 'The namespace of blocks.', segment });
const parameters = { context: contextParameter };
const list = {
  methods: ['GET'],
  operation: 'list-block-types',
  permission: 'read-block-types',
  answers: 'list',
} as const;

export const blockTypes: Resource<typeof blockTypeFields> = {
  title: 'block-type',
  namespace: 'cms/v2',
  room: 'block-types',
  fields: blockTypeFields,
  links: [
    { rel: 'collection', href: collection },
    { rel: 'self', href: `${collection}/{namespace}/{name}` },
    { rel: 'up', href: `${collection}/{namespace}` },
    { rel: 'cms:render-block', href: '/cms/v2/block-renderer/{namespace}/{name}?context=edit', when: 'dynamic' },
  ],
  routes: [
    {
      path: collection,
      parameters: {},
      endpoints: [{ ...list, parameters: { ...parameters, namespace: optional(namespace) } }],
    },
    {
      path: `${collection}/<namespace>`,
      parameters: { namespace: optional(namespace) },
      endpoints: [{ ...list, parameters }],
    },
    {
      path: `${collection}/<namespace>/<name>`,
      parameters: {
        namespace: optional(namespace),
        name: optional(Type.String({ description: 'The name of the block within its namespace.', segment })),
      },
      endpoints: [{ methods: ['GET'], operation: 'get-block-type', permission: 'read-block-types', parameters }],
    },
  ],
};
