// Declares the extensions of this instance, which clients know as plugins (protocol.md §20).
import { type Args, contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { updateMethods } from '../grammar/route.ts';
import { enumOf, everywhere, Type, viewAndEdit } from '../grammar/schema.ts';

/** Operations of the module `plugins`. Each is implemented in a file with its name, such as `list-plugins.ts`. */
export const pluginOperations = [
  'list-plugins',
  'get-plugin',
  'create-plugin',
  'update-plugin',
  'delete-plugin',
] as const;

/** Permissions that the routes require. */
export const pluginPermissions = [
  'list-plugins',
  'read-plugin',
  'install-plugin',
  'update-plugin',
  'delete-plugin',
] as const;

/** The states of an extension. There is no state for activation on several sites, because an instance has a single site. */
export const pluginStates = ['inactive', 'active'] as const;

const text = (description: string) => Type.String({ description, context: viewAndEdit, readonly: true });
const named = (description: string) => Type.String({ description, context: everywhere, readonly: true });

export const pluginFields = {
  plugin: { ...named('The identifier of the extension.'), isName: true },
  status: enumOf(pluginStates, {
    description: 'The status of the extension: `active` or `inactive`.',
    context: everywhere,
  }),
  name: named('The display name.'),
  plugin_uri: text('The URL of the website of the extension.'),
  author: text('The author.'),
  author_uri: text("The URL of the author's website."),
  description: Type.Object(
    { raw: text('The description, as written.'), rendered: text('The description, as HTML for display.') },
    { description: 'The description.', context: viewAndEdit, readonly: true },
  ),
  version: text('The version.'),
  network_only: Type.Boolean({
    description: 'Whether the extension can only be activated for all sites of an instance.',
    context: everywhere,
    readonly: true,
  }),
  requires_cms: named('The minimum version of the service; empty for any.'),
  requires_runtime: named('The minimum version of the runtime; empty for any.'),
  textdomain: { ...named('The text domain for translations.'), isName: true },
};

const state = { first: true, description: 'The status to set: `active` or `inactive`.' };
const states = Type.Unsafe<readonly (typeof pluginStates)[number][]>({
  type: 'array',
  items: { type: 'string', enum: pluginStates },
  description: 'Limits the list to extensions in one of these states.',
});
const listParameters = {
  context: contextParameter,
  search: optional(
    Type.String({
      description: 'Limits the list to extensions whose name or description contains this text.',
      first: true,
    }),
  ),
  status: optional(states),
};
export type PluginListArgs = Args<typeof listParameters>;

const changes = { status: optional(enumOf(pluginStates, state)) };
export type PluginUpdateArgs = Args<typeof changes>;

const collection = '/cms/v2/plugins';

export const plugins: Resource<typeof pluginFields> = {
  title: 'plugin',
  namespace: 'cms/v2',
  module: 'plugins',
  fields: pluginFields,
  links: [{ rel: 'self', href: `${collection}/{plugin}`, names: ['plugin'] }],
  routes: [
    {
      path: collection,
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'list-plugins', permission: 'list-plugins', parameters: listParameters },
        {
          methods: ['POST'],
          operation: 'create-plugin',
          permission: 'install-plugin',
          parameters: {
            slug: Type.String({
              description: 'The name of the extension.',
              pattern: '[\\w\\-]+',
              first: true,
              isName: true,
            }),
            status: enumOf(pluginStates, { ...state, default: 'inactive' }),
          },
        },
      ],
    },
    {
      path: `${collection}/<plugin>`,
      parameters: {
        plugin: optional(
          Type.String({
            description: 'The identifier of the extension.',
            segment: '[^.\\/]+(?:\\/[^.\\/]+)?',
            isName: true,
          }),
        ),
      },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-plugin',
          permission: 'read-plugin',
          parameters: { context: contextParameter },
        },
        { methods: [...updateMethods], operation: 'update-plugin', permission: 'update-plugin', parameters: changes },
        { methods: ['DELETE'], operation: 'delete-plugin', permission: 'delete-plugin', parameters: {} },
      ],
    },
  ],
};
