// How the screens of editors begin that list and change entries or terms (protocol.md §20).
import type { Args } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type } from '../grammar/schema.ts';

/** The operation of the room `view-config`; it is a file of that name there. */
export const viewConfigOperations = ['get-view-config'] as const;

/** The rule that its route names. */
export const viewConfigPermissions = ['read-view-config'] as const;

const shown = { context: everywhere, readonly: true };
const members = (description: string) => Type.Unsafe<object>({ type: 'object', description, ...shown });
/** Fields are named after taxonomies too. */
const withFields = (description: string) =>
  Type.Unsafe<object>({
    type: 'object',
    description,
    properties: { fields: { type: 'array', items: { type: 'string' }, isName: true } },
    additionalProperties: true,
    ...shown,
  });

const parameters = {
  kind: Type.String({ description: 'The kind of what is shown: postType, taxonomy or root.', first: true }),
  name: Type.String({
    description: 'The name of the content type or taxonomy; site for the form of the site itself.',
    first: true,
    isName: true,
  }),
};
export type ViewConfigArgs = Args<typeof parameters>;

export const viewConfig: Resource = {
  title: 'view-config',
  noun: { one: 'view configuration', many: 'view configuration' },
  namespace: 'cms/v2',
  room: 'view-config',
  fields: {
    kind: Type.String({ description: 'The kind of what is listed.', ...shown }),
    name: Type.String({ description: 'The name of the content type or taxonomy.', ...shown, isName: true }),
    version: Type.Integer({ description: 'The version of this form.', ...shown }),
    default_view: withFields('The list as it begins.'),
    default_layouts: members('How each layout begins.'),
    view_list: Type.Unsafe<readonly object[]>({
      type: 'array',
      items: { type: 'object' },
      description: 'Lists to choose from.',
      ...shown,
    }),
    form: withFields('The fields that can be changed.'),
  },
  links: [],
  routes: [
    {
      path: '/cms/v2/view-config',
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'get-view-config', permission: 'read-view-config', parameters }],
    },
  ],
};
