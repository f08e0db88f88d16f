// The extensions of this instance, under the name that clients know (protocol.md §20).
import { type Args, contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { everywhere, Type, viewAndEdit, words } from '../grammar/schema.ts';

/** The operations of the room `plugins`; each is a file of that name there. */
export const pluginOperations = [
  'list-plugins',
  'get-plugin',
  'create-plugin',
  'update-plugin',
  'delete-plugin',
] as const;

/** The rules that their routes name. */
export const pluginPermissions = [
  'list-plugins',
  'read-plugin',
  'install-plugin',
  'update-plugin',
  'delete-plugin',
] as const;

/** Network-wide activation belongs to instances with several sites, which this service is not. */
export const pluginStates = ['inactive', 'active'] as const;

const text = (description: string) => Type.String({ description, context: viewAndEdit, readonly: true });
const named = (description: string) => Type.String({ description, context: everywhere, readonly: true });

export const pluginFields = {
  plugin: { ...named('What requests call it.'), isName: true },
  status: words(pluginStates, { description: 'Whether it is at work.', context: everywhere }),
  name: named('What people call it.'),
  plugin_uri: text('Where it is told of.'),
  author: text('Who made it.'),
  author_uri: text('Where they are.'),
  description: Type.Object(
    { raw: text('What it does, as it is written.'), rendered: text('What it does, as HTML for display.') },
    { description: 'What it does.', context: viewAndEdit, readonly: true },
  ),
  version: text('Its version.'),
  network_only: Type.Boolean({
    description: 'Whether it can be at work for all sites of an instance only.',
    context: everywhere,
    readonly: true,
  }),
  requires_cms: named('The oldest version of the service that it works with; empty: any.'),
  requires_runtime: named('The oldest version of the runtime that it works with; empty: any.'),
  textdomain: { ...named('The name under which its texts are translated.'), isName: true },
};

const state = { first: true, description: 'Whether it is to be at work.' };
const states = Type.Unsafe<readonly (typeof pluginStates)[number][]>({
  type: 'array',
  items: { type: 'string', enum: pluginStates },
  description: 'Only extensions in these states.',
});
const listParameters = {
  context: contextParameter,
  search: optional(
    Type.String({ description: 'Only extensions with this text in their name or description.', first: true }),
  ),
  status: optional(states),
};
export type PluginListArgs = Args<typeof listParameters>;

const changes = { status: optional(words(pluginStates, state)) };
export type PluginUpdateArgs = Args<typeof changes>;

const collection = '/cms/v2/plugins';

export const plugins: Resource<typeof pluginFields> = {
  title: 'plugin',
  namespace: 'cms/v2',
  room: 'plugins',
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
              description: 'What the extension is called.',
              pattern: '[\\w\\-]+',
              first: true,
              isName: true,
            }),
            status: words(pluginStates, { ...state, default: 'inactive' }),
          },
        },
      ],
    },
    {
      path: `${collection}/<plugin>`,
      parameters: {
        plugin: optional(
          Type.String({
            description: 'What requests call the extension.',
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
        { methods: [...changing], operation: 'update-plugin', permission: 'update-plugin', parameters: changes },
        { methods: ['DELETE'], operation: 'delete-plugin', permission: 'delete-plugin', parameters: {} },
      ],
    },
  ],
};
