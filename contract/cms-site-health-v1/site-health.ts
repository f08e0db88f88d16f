// Declares the site health tests and the directory sizes (protocol.md §20). Each test performs the operation that it reports on.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, Type } from '../grammar/schema.ts';

const testEndpoint = (description: string) =>
  ({ methods: ['GET'], description, permission: 'view-site-health', parameters: {} }) as const;

/** The endpoints of the tests, in the order of their routes. Each test is an operation. */
const testEndpoints = declareEndpoints({
  storage: testEndpoint('Tests whether writes to the database succeed, and how long they take.'),
  'disk-space': testEndpoint('Tests the free disk space.'),
  clock: testEndpoint('Tests whether the clocks of the service and its database agree.'),
  'file-store': testEndpoint('Tests whether uploaded files can be stored and read.'),
  'loopback-requests': testEndpoint('Tests whether the service can reach itself at its own URL.'),
  'https-status': testEndpoint('Tests whether the site uses HTTPS.'),
  'background-jobs': testEndpoint('Tests whether scheduled entries are published and background jobs run on time.'),
  'page-cache': testEndpoint('Tests whether cached responses are invalidated when their data changes.'),
  mail: testEndpoint('Tests whether mail can be sent.'),
});
export type HealthTest = keyof typeof testEndpoints;

const sizeEndpoints = declareEndpoints({
  'get-directory-sizes': { permission: 'view-site-health', parameters: {} },
});
export type HealthEndpoints = typeof testEndpoints & typeof sizeEndpoints;

const readonly = true;
const text = (description: string) => Type.String({ description, readonly });

export const healthTestFields = {
  test: text('The name of the test.'),
  label: text('The result, in one line.'),
  status: enumOf(['good', 'recommended', 'critical'], { description: 'The severity.', readonly }),
  badge: Type.Object(
    { label: text('The label of the badge.'), color: text('The color of the badge.') },
    { description: 'The topic of the test.', readonly },
  ),
  description: text('The details of the result, as HTML.'),
  actions: text('Suggested actions, as HTML.'),
};

const size = (description: string) =>
  Type.Object(
    {
      size: text('The formatted size; empty if it could not be determined in time.'),
      debug: text('The formatted size with the number of bytes, or the reason why the size is unknown.'),
      raw: Type.Integer({ description: 'The size in bytes.', readonly }),
    },
    { description, readonly },
  );

export const directorySizeFields = {
  data_size: size('The data directory, without uploads and the database.'),
  database_size: size('The database.'),
  uploads_size: size('Uploaded files.'),
  theme_size: size('The theme.'),
  total_size: size('The total.'),
};

/** The module with the code of these endpoints. */
export const siteHealthModule: ModuleDeclaration<
  HealthEndpoints,
  typeof healthTestFields & typeof directorySizeFields
> = { name: 'site-health' };

const namespace = 'cms-site-health/v1';

export const siteHealth: Resource<typeof healthTestFields> = {
  title: 'site-health-test',
  namespace,
  module: siteHealthModule,
  fields: healthTestFields,
  links: [],
  routes: Object.values(testEndpoints).map((endpoint) => ({
    path: `/${namespace}/tests/${endpoint.operation}`,
    parameters: {},
    endpoints: [endpoint],
  })),
};

export const directorySizes: Resource<typeof directorySizeFields> = {
  title: 'directory-sizes',
  namespace,
  module: siteHealthModule,
  fields: directorySizeFields,
  links: [],
  routes: [
    {
      path: `/${namespace}/directory-sizes`,
      parameters: {},
      endpoints: [sizeEndpoints['get-directory-sizes']],
    },
  ],
};
