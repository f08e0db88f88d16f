// Declares the data that an admin needs at its start, in one response. It is an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { anyObject, strings, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });
const flag = (description: string) => Type.Boolean({ description });
const name = (description: string) => Type.String({ description, isName: true });
const names = (description: string) => strings({ description, isName: true });
const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const nullableInteger = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

/** The rights of a caller on the entries of a content type. */
const entryRights = Type.Object(
  {
    create: flag('Whether the caller may create entries.'),
    publish: flag('Whether the caller may publish entries.'),
    edit: flag('Whether the caller may edit own entries.'),
    edit_published: flag('Whether the caller may edit published entries.'),
    edit_others: flag('Whether the caller may edit the entries of others.'),
    edit_private: flag('Whether the caller may edit the private entries of others.'),
    read_private: flag('Whether the caller may read the private entries of others.'),
    delete: flag('Whether the caller may delete own entries.'),
    delete_published: flag('Whether the caller may delete published entries.'),
    delete_others: flag('Whether the caller may delete the entries of others.'),
    delete_private: flag('Whether the caller may delete the private entries of others.'),
  },
  { description: 'What the caller may do.' },
);

/** The rights of a caller on the terms of a taxonomy. */
const termRights = Type.Object(
  {
    manage: flag('Whether the caller may manage terms.'),
    edit: flag('Whether the caller may edit terms.'),
    delete: flag('Whether the caller may delete terms.'),
    assign: flag('Whether the caller may assign terms.'),
  },
  { description: 'What the caller may do.' },
);

const contentType = Type.Object({
  slug: name('The identifier.'),
  name: text('The display name.'),
  labels: anyObject({ description: 'Labels for user interfaces.' }),
  icon: nullableText('The name of the icon.'),
  rest_base: name('The REST base of the entries.'),
  rest_namespace: name('The REST namespace of the entries.'),
  hierarchical: flag('Whether the entries form a tree.'),
  viewable: flag('Whether the entries have public pages.'),
  supports: anyObject({ description: 'The features of the entries.' }),
  taxonomies: names('The taxonomies of the entries.'),
  can: entryRights,
});

const taxonomy = Type.Object({
  slug: name('The identifier.'),
  name: text('The display name.'),
  labels: anyObject({ description: 'Labels for user interfaces.' }),
  rest_base: name('The REST base of the terms.'),
  rest_namespace: name('The REST namespace of the terms.'),
  hierarchical: flag('Whether the terms form a tree.'),
  types: names('The content types whose entries can have terms of the taxonomy.'),
  can: termRights,
});

const user = Type.Object(
  {
    id: integer('The ID of the user.'),
    username: text('The username.'),
    name: text('The display name.'),
    locale: text('The language that the user has chosen; empty for the language of the site.'),
    color_scheme: Type.Unsafe<'light' | 'dark' | ''>({
      type: 'string',
      enum: ['light', 'dark', ''],
      description: 'The color scheme that the user has chosen for the admin; empty for that of the system.',
    }),
    roles: strings({ description: 'The roles of the user.' }),
  },
  { description: 'The caller.' },
);

const site = Type.Object(
  {
    title: text('The title, escaped for HTML.'),
    description: text('The tagline, escaped for HTML.'),
    url: text('The URL of the service.'),
    home: text('The URL of the site on which entries are published.'),
    language: text('The language.'),
    is_rtl: flag('Whether the language is written from right to left.'),
    timezone: text('The time zone; empty for UTC.'),
    date_format: text('The display format of dates.'),
    time_format: text('The display format of times.'),
    start_of_week: integer('The first day of the week; 0 is Sunday.'),
  },
  { description: 'The site.' },
);

const limits = Type.Object(
  {
    max_upload_bytes: nullableInteger('Maximum size of an uploaded file; null for callers who may not upload files.'),
    upload_extensions: Type.Unsafe<readonly string[] | null>({
      type: ['array', 'null'],
      description:
        'The extensions of files that may be uploaded, without dots; null for callers who may not upload files.',
      items: { type: 'string' },
    }),
    max_body_bytes: integer('Maximum size of a request body that is not a file, in bytes.'),
    max_text_bytes: integer('Maximum size of a text, such as the content of an entry, in bytes.'),
    max_per_page: integer('Maximum number of items on a page of a list.'),
    default_per_page: integer('Number of items on a page of a list, unless requested otherwise.'),
    max_auto_drafts: integer('Maximum number of auto-drafts of a user.'),
  },
  { description: 'The limits of requests.' },
);

const role = Type.Object({
  name: text('The name of the role.'),
  assignable: flag('Whether the caller may assign the role to other users.'),
});

const mount = Type.Object({
  spelling: text('The spelling of names: `native` or `compatible`.'),
  path: text('The path of the REST root, below the URL of the service.'),
});

const extensionScreen = Type.Object({
  extension: name('The name of the extension.'),
  name: text('The name of the screen.'),
  title: text('The title in English.'),
  component: text('The path of the ES module with the component, below the path of the admin.'),
  translations: Type.Unsafe<Readonly<Record<string, Readonly<Record<string, string>>>>>({
    type: 'object',
    description: 'Translations of the texts of the screen, keyed by language and by the English text.',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
  }),
});

/** The schema of the response. */
export const adminData = Type.Object({
  nonce: text('The current nonce of the session; empty for callers without a session.'),
  session: Type.Unsafe<{ readonly expires: string } | null>({
    type: ['object', 'null'],
    description: 'The session; null for callers without one.',
    properties: { expires: { type: 'string', format: 'date-time', description: 'The time when it ends, in GMT.' } },
  }),
  user,
  capabilities: Type.Unsafe<Readonly<Record<string, true>>>({
    type: 'object',
    description: 'The capabilities of the user, each with the value true.',
  }),
  site,
  types: Type.Array(contentType, { description: 'The content types whose entries the caller may edit.' }),
  taxonomies: Type.Array(taxonomy, { description: 'The taxonomies whose terms the caller may assign.' }),
  roles: Type.Array(role, {
    description: 'The roles, least privileged first; empty for callers who may neither list nor create users.',
  }),
  can_send_mail: flag('Whether a mail server is configured, so that users receive emails.'),
  extensions: names('The names of the enabled extensions.'),
  extension_screens: Type.Array(extensionScreen, {
    description: 'The screens of extensions that the caller may see.',
  }),
  limits,
  event_position: nullableInteger(
    'The position of the latest event, after which `GET /octavo/v1/live` reports changes; null for callers who may not edit entries.',
  ),
  mounts: Type.Array(mount, { description: 'The mounts of the API.' }),
  version: text('The version of the service.'),
});

const endpoints = declareEndpoints({
  'get-admin-data': {
    description:
      'Returns what an admin needs at its start: the user with capabilities and nonce, the site, types, taxonomies, roles, extensions, limits and mounts.',
    answers: 'object',
    response: adminData,
    permission: 'read-admin-data',
    parameters: {},
  },
});
export type AdminEndpoints = typeof endpoints;

/** The module with the code of this endpoint. */
export const adminModule: ModuleDeclaration<AdminEndpoints> = { name: 'admin' };

export const admin: Resource = {
  title: 'admin',
  namespace: octavoNamespace,
  module: adminModule,
  fields: {},
  links: [],
  routes: [{ path: '/octavo/v1/admin', parameters: {}, endpoints: [endpoints['get-admin-data']] }],
};
