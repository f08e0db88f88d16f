// Declares the extensions of this instance, which clients know as plugins (protocol.md §20).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, listOf, ReadOnly, Type, viewAndEdit } from '../grammar/schema.ts';

/** The states of an extension. There is no state for activation on several sites, because an instance has a single site. */
const pluginStates = ['inactive', 'active'] as const;

const text = (description: string) => ReadOnly.String(description, viewAndEdit);
const named = (description: string) => ReadOnly.String(description, everywhere);

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
  network_only: ReadOnly.Boolean(
    'Whether the extension can only be activated for all sites of an instance.',
    everywhere,
  ),
  requires_cms: named('The minimum version of the service; empty for any.'),
  requires_runtime: named('The minimum version of the runtime; empty for any.'),
  textdomain: { ...named('The text domain for translations.'), isName: true },
};

const state = { first: true, description: 'The status to set: `active` or `inactive`.' };
const listParameters = {
  context: contextParameter,
  search: optional(
    Type.String({
      description: 'Limits the list to extensions whose name or description contains this text.',
      first: true,
    }),
  ),
  status: optional(listOf(pluginStates, { description: 'Limits the list to extensions in one of these states.' })),
};
const createParameters = {
  slug: Type.String({
    description: 'The name of the extension.',
    pattern: '[\\w\\-]+',
    first: true,
    isName: true,
  }),
  status: enumOf(pluginStates, { ...state, default: 'inactive' }),
};

const endpoints = declareEndpoints({
  'list-plugins': { permission: 'list-plugins', parameters: listParameters },
  'create-plugin': { permission: 'install-plugin', parameters: createParameters },
  'get-plugin': { permission: 'read-plugin', parameters: { context: contextParameter } },
  'update-plugin': { permission: 'update-plugin', parameters: { status: optional(enumOf(pluginStates, state)) } },
  'delete-plugin': { permission: 'delete-plugin', parameters: {} },
});
export type PluginEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const pluginsModule: ModuleDeclaration<PluginEndpoints, typeof pluginFields> = { name: 'plugins' };

const collection = '/cms/v2/plugins';

export const plugins: Resource<typeof pluginFields> = {
  title: 'plugin',
  namespace: 'cms/v2',
  module: pluginsModule,
  fields: pluginFields,
  links: [{ rel: 'self', href: `${collection}/{plugin}`, names: ['plugin'] }],
  routes: [
    { path: collection, parameters: {}, endpoints: [endpoints['list-plugins'], endpoints['create-plugin']] },
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
      endpoints: [endpoints['get-plugin'], endpoints['update-plugin'], endpoints['delete-plugin']],
    },
  ],
};
