// Declares the site health tests and the directory sizes (protocol.md §20). Each test performs the operation that it reports on.
import type { Resource } from '../grammar/resource.ts';
import { enumOf, Type } from '../grammar/schema.ts';

/** Descriptions of the tests. Each test is an operation of the module `site-health`, in a file with its name. */
const descriptions = {
  storage: 'Tests whether writes to the database succeed, and how long they take.',
  'disk-space': 'Tests the free disk space.',
  clock: 'Tests whether the clocks of the service and its database agree.',
  'file-store': 'Tests whether uploaded files can be stored and read.',
  'loopback-requests': 'Tests whether the service can reach itself at its own URL.',
  'https-status': 'Tests whether the site uses HTTPS.',
  'background-jobs': 'Tests whether scheduled entries are published and background jobs run on time.',
  'page-cache': 'Tests whether cached responses are invalidated when their data changes.',
  mail: 'Tests whether mail can be sent.',
} as const;

/** The names of the tests, in the order of their routes. */
export const healthTests = Object.keys(descriptions) as readonly (keyof typeof descriptions)[];

/** Operations of the module `site-health`. */
export const healthOperations = [...healthTests, 'get-directory-sizes'] as const;

/** Permissions that the routes require. */
export const healthPermissions = ['view-site-health'] as const;

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

const namespace = 'cms-site-health/v1';
const permission = 'view-site-health';

export const siteHealth: Resource<typeof healthTestFields> = {
  title: 'site-health-test',
  namespace,
  module: 'site-health',
  fields: healthTestFields,
  links: [],
  routes: healthTests.map((test) => ({
    path: `/${namespace}/tests/${test}`,
    parameters: {},
    endpoints: [
      { methods: ['GET'] as const, operation: test, description: descriptions[test], permission, parameters: {} },
    ],
  })),
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

export const directorySizes: Resource<typeof directorySizeFields> = {
  title: 'directory-sizes',
  namespace,
  module: 'site-health',
  fields: directorySizeFields,
  links: [],
  routes: [
    {
      path: `/${namespace}/directory-sizes`,
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'get-directory-sizes', permission, parameters: {} }],
    },
  ],
};
