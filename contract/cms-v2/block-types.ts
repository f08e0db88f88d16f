// Declares block types (protocol.md §20).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, strings, type TSchema, Type } from '../grammar/schema.ts';

/** The regular expression for the namespace of a block, and for its name without the namespace. */
export const blockNameSegment = '[a-zA-Z0-9_-]+';

const readonlyField = { context: everywhere, readonly: true };
const text = (description: string) => ReadOnly.String(description, everywhere);
const nullableText = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, ...readonlyField });
const names = (description: string) => strings({ description, ...readonlyField });
const nullableNames = (description: string) =>
  Type.Unsafe<readonly string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description,
    ...readonlyField,
  });
const readonlyObject = (description: string) => Type.Unsafe<object>({ type: 'object', description, ...readonlyField });
const nullableObject = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'null'], description, ...readonlyField });
const records = (description: string) =>
  Type.Unsafe<readonly object[]>({ type: 'array', items: { type: 'object' }, description, ...readonlyField });

export const blockTypeFields = {
  api_version: ReadOnly.Integer('The version of the block API.', everywhere),
  name: text('The name of the block, with its namespace.'),
  title: text('The display name.'),
  category: nullableText('The category in which editors offer the block.'),
  parent: nullableNames('The allowed types of the parent block; null for no restriction.'),
  ancestor: nullableNames('The block types of which at least one must be an ancestor; null for no restriction.'),
  allowed_blocks: nullableNames('The allowed types of direct children; null for no restriction.'),
  icon: nullableText('The name of the icon.'),
  description: text('The description.'),
  keywords: names('Search keywords.'),
  textdomain: nullableText('The text domain for translations.'),
  attributes: readonlyObject(
    'The schemas of the attributes. Attributes with a source are stored in the HTML, the others in the block comment.',
  ),
  provides_context: readonlyObject('The context values for inner blocks, each with the attribute that contains it.'),
  uses_context: names('The context values that the block uses from outer blocks.'),
  selectors: readonlyObject('CSS selectors for the styles of the block, if they differ from its class.'),
  supports: readonlyObject(
    'The block supports that editors can offer. For dynamic blocks, the service applies them when it renders the block; for static blocks, they change the saved HTML.',
  ),
  styles: records('The available styles.'),
  variations: records('The variations that editors offer.'),
  block_hooks: readonlyObject('Blocks next to which the block is inserted automatically.'),
  example: nullableObject('An example for previews.'),
  is_dynamic: ReadOnly.Boolean('Whether the block is dynamic (rendered per request).', everywhere),
  editor_script_handles: names('The handles of the scripts for the editor.'),
  script_handles: names('The handles of the scripts for the editor and for pages.'),
  view_script_handles: names('The handles of the scripts for pages.'),
  view_script_module_ids: names('The IDs of the script modules for pages.'),
  editor_style_handles: names('The handles of the style sheets for the editor.'),
  style_handles: names('The handles of the style sheets for the editor and for pages.'),
  view_style_handles: names('The handles of the style sheets for pages.'),
  editor_script: nullableText('The handle of the first editor script. Deprecated; use `editor_script_handles`.'),
  script: nullableText('The handle of the first editor and page script. Deprecated; use `script_handles`.'),
  view_script: nullableText('The handle of the first page script. Deprecated; use `view_script_handles`.'),
  editor_style: nullableText('The handle of the first editor style sheet. Deprecated; use `editor_style_handles`.'),
  style: nullableText('The handle of the first editor and page style sheet. Deprecated; use `style_handles`.'),
} satisfies Record<string, TSchema>;

const collection = '/cms/v2/block-types';
const segment = blockNameSegment;
const namespace = Type.String({ description: 'The namespace of blocks.', segment });
const parameters = { context: contextParameter };

const endpoints = declareEndpoints({
  'list-block-types': {
    permission: 'read-block-types',
    answers: 'list',
    parameters: { ...parameters, namespace: optional(namespace) },
  },
  'get-block-type': { permission: 'read-block-types', parameters },
});

/** The module with the code of these endpoints. */
export const blockTypesModule: ModuleDeclaration<typeof endpoints, typeof blockTypeFields> = { name: 'block-types' };

export const blockTypes: Resource<typeof blockTypeFields> = {
  title: 'block-type',
  namespace: 'cms/v2',
  module: blockTypesModule,
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
      endpoints: [endpoints['list-block-types']],
    },
    {
      path: `${collection}/<namespace>`,
      parameters: { namespace: optional(namespace) },
      endpoints: [{ ...endpoints['list-block-types'], parameters }],
    },
    {
      path: `${collection}/<namespace>/<name>`,
      parameters: {
        namespace: optional(namespace),
        name: optional(Type.String({ description: 'The name of the block, without its namespace.', segment })),
      },
      endpoints: [endpoints['get-block-type']],
    },
  ],
};
