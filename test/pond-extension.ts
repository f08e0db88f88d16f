import { type DeclaredAbility, type Extension, Type } from '../server/extensions/interface.ts';

/** A test extension that uses every feature of ability declarations. */
export const pond: Extension = {
  name: 'pond',
  version: '1.0.0',
  title: 'The pond',
  description: 'Fish of the pond.',
  namespace: 'pond/v1',
  resources: [
    {
      ...{ title: 'fish', namespace: 'pond/v1', module: 'pond', fields: {}, links: [] },
      routes: [
        {
          path: '/pond/v1/fish/<kind>',
          parameters: {},
          endpoints: [
            {
              methods: ['GET'],
              operation: 'count-fish',
              permission: 'fishers',
              parameters: {
                kind: Type.String({ description: 'The kind of fish.' }),
                ripe: Type.Boolean({ default: false }),
              },
            },
          ],
        },
      ],
    },
  ],
  abilities: [
    {
      name: 'count-fish',
      label: 'Count fish',
      description: 'Counts the fish of a kind.',
      request: { method: 'GET', path: '/pond/v1/fish/<kind>' },
      output: Type.Object({ kind: Type.String(), count: Type.Integer(), ripe: Type.Boolean() }),
    } satisfies DeclaredAbility,
  ],
  open: () => ({
    modules: {
      pond: {
        permissions: {
          fishers: {
            permit: ({ actor }) =>
              actor.can('edit_posts') ? undefined : { code: 'pond_closed', message: 'You are not allowed to fish.' },
          },
        },
        operations: {
          'count-fish': {
            run: async ({ args, path }) => ({
              kind: 'value',
              value: { kind: path.kind, count: 3, ripe: args.ripe },
              headers: {},
            }),
          },
        },
      },
    },
  }),
};
