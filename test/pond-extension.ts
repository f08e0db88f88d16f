import {
  type DeclaredAbility,
  declareEndpoints,
  type Extension,
  implement,
  type ModuleDeclaration,
  Type,
} from '../server/extensions/interface.ts';

const endpoints = declareEndpoints({
  'count-fish': {
    methods: ['GET'],
    permission: 'fishers',
    parameters: {
      kind: Type.String({ description: 'The kind of fish.' }),
      ripe: Type.Boolean({ default: false }),
    },
  },
});

const pondModule: ModuleDeclaration<typeof endpoints> = { name: 'pond' };

/** A test extension that uses every feature of ability declarations. */
export const pond: Extension = {
  name: 'pond',
  version: '1.0.0',
  title: 'The pond',
  description: 'Fish of the pond.',
  namespace: 'pond/v1',
  resources: [
    {
      ...{ title: 'fish', namespace: 'pond/v1', module: pondModule, fields: {}, links: [] },
      routes: [{ path: '/pond/v1/fish/<kind>', parameters: {}, endpoints: [endpoints['count-fish']] }],
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
    modules: [
      implement(pondModule, {
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
      }),
    ],
  }),
};
