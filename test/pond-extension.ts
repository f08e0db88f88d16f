import { type DeclaredAbility, type Extension, Type } from '../server/extensions/interface.ts';

/** An extension whose abilities are declared in every way there is. */
export const pond: Extension = {
  name: 'pond',
  version: '1.0.0',
  title: 'The pond',
  description: 'What swims in the pond.',
  namespace: 'pond/v1',
  resources: [
    {
      ...{ title: 'fish', namespace: 'pond/v1', room: 'pond', fields: {}, links: [] },
      routes: [
        {
          path: '/pond/v1/fish/<kind>',
          parameters: {},
          endpoints: [
            {
              methods: ['GET'],
              operation: 'count-fish',
              permission: 'fishers',
              parameters: { kind: Type.String({ description: 'Which.' }), ripe: Type.Boolean({ default: false }) },
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
      asks: { method: 'GET', path: '/pond/v1/fish/<kind>' },
      output: Type.Object({ kind: Type.String(), count: Type.Integer(), ripe: Type.Boolean() }),
    } satisfies DeclaredAbility,
  ],
  open: () => ({
    rooms: {
      pond: {
        permissions: {
          fishers: {
            permit: ({ actor }) => (actor.can('edit_posts') ? undefined : { code: 'pond_closed', message: 'Not you.' }),
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
