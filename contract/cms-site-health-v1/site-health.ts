// What the instance can tell of its own state (protocol.md §20). Each test tries what it tells of.
import type { Resource } from '../grammar/resource.ts';
import { Type, words } from '../grammar/schema.ts';

/** The tests, each an operation of the room `site-health` and a file of that name there, with what each does. */
const descriptions = {
  storage: 'Tests whether a write is stored, and how long that takes.',
  'disk-space': 'Tests how much space is left on the disk.',
  clock: 'Tests whether the clocks of the service and of its database agree.',
  'file-store': 'Tests whether uploaded files can be stored and read.',
  'loopback-requests': 'Tests whether the service reaches itself at its own address.',
  'https-status': 'Tests whether the site is reached over HTTPS.',
  'background-jobs': 'Tests whether scheduled entries are published, and background jobs run, on time.',
  'page-cache': 'Tests whether cached responses are dropped when what they were made of changes.',
  mail: 'Tests whether mail can be sent.',
} as const;

/** Their names, in the order of their routes. */
export const healthTests = Object.keys(descriptions) as readonly (keyof typeof descriptions)[];

/** The other operation of the room. */
export const healthOperations = [...healthTests, 'get-directory-sizes'] as const;

/** The rule that their routes name. */
export const healthPermissions = ['view-site-health'] as const;

const readonly = true;
const text = (description: string) => Type.String({ description, readonly });

export const healthTestFields = {
  test: text('The name of the test.'),
  label: text('What was found, in one line.'),
  status: words(['good', 'recommended', 'critical'], { description: 'How urgent it is.', readonly }),
  badge: Type.Object(
    { label: text('What it is about.'), color: text('The colour of the badge.') },
    { description: 'What it is about.', readonly },
  ),
  description: text('What was found and what it means, as HTML.'),
  actions: text('What can be done, as HTML.'),
};

const namespace = 'cms-site-health/v1';
const permission = 'view-site-health';

export const siteHealth: Resource<typeof healthTestFields> = {
  title: 'site-health-test',
  namespace,
  room: 'site-health',
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
      size: text('As people read it; empty where it could not be told in time.'),
      debug: text('With the number of bytes, or why there is none.'),
      raw: Type.Integer({ description: 'Bytes.', readonly }),
    },
    { description, readonly },
  );

export const directorySizeFields = {
  data_size: size('The data folder without uploads and database.'),
  database_size: size('The database.'),
  uploads_size: size('Uploaded files.'),
  theme_size: size('The theme.'),
  total_size: size('All of these.'),
};

export const directorySizes: Resource<typeof directorySizeFields> = {
  title: 'directory-sizes',
  namespace,
  room: 'site-health',
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
