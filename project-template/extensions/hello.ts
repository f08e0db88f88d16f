// An example of an extension. It adds the route GET /rest/hello/v1/greeting, which anyone may call.
import {
  declareEndpoints,
  type Extension,
  implement,
  type ModuleDeclaration,
  type Resource,
  Type,
} from 'octavo/extension';

const endpoints = declareEndpoints({
  'get-greeting': {
    methods: ['GET'],
    permission: 'everyone',
    parameters: { name: Type.String({ description: 'The name to greet.', default: 'world', maxLength: 100 }) },
  },
});

const helloModule: ModuleDeclaration<typeof endpoints> = { name: 'hello' };

const greeting: Resource = {
  title: 'greeting',
  namespace: 'hello/v1',
  module: helloModule,
  fields: {},
  links: [],
  routes: [{ path: '/hello/v1/greeting', parameters: {}, endpoints: [endpoints['get-greeting']] }],
};

const helloEndpoints = implement(helloModule, {
  permissions: {},
  operations: {
    'get-greeting': {
      run: async ({ args: { name } }) => ({ kind: 'value', value: { message: `Hello ${name}!` } }),
    },
  },
});

export const hello: Extension = {
  name: 'hello',
  version: '1.0.0',
  title: 'Hello',
  description: 'Greets callers.',
  namespace: 'hello/v1',
  resources: [greeting],
  open: () => ({ modules: [helloEndpoints] }),
};
