// A site that declares everything a site can declare of its own. Where its names are no names of the contract (templates, places
// for menus, roles, categories of consent), they are those of the table.

import type { SiteConfig } from '../../server/config/site-config.ts';
import { type Extension, settingParameters, Type } from '../../server/extensions/interface.ts';
import { bothSpellings, namesLike } from './texts.ts';

const text = { type: 'string', default: '' } as const;
const list = { type: 'array', items: { type: 'string' }, default: [] } as const;
const free = { type: 'object', properties: {}, additionalProperties: true, default: {} } as const;
const nested = {
  ...{ type: 'object', default: {} },
  properties: { heading: { type: 'string' }, lines: { type: 'array', items: { type: 'string' } }, more: free },
} as const;

/** Types that entries can choose a template for. */
const typesWithTemplates = ['post', 'page', 'attachment', 'cms_block', 'cms_navigation', 'form', 'recipe'];

/** Roles are named in lower-case letters, digits and the like. */
export const roles = namesLike(/^[a-z][a-z_]+$/);

export const wholeConfig: SiteConfig = {
  types: [
    {
      ...{ name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' }, hierarchical: true },
      supports: ['title', 'editor', 'author', 'excerpt', 'comments', 'revisions', 'page-attributes', 'custom-fields'],
      meta: { origin: { ...text, revised: true }, steps: list, sources: free, card: nested },
    },
  ],
  taxonomies: [{ name: 'course', restBase: 'courses', noun: { one: 'course', many: 'courses' }, types: ['recipe'] }],
  templates: Object.fromEntries(typesWithTemplates.map((type) => [type, bothSpellings])),
  menuLocations: Object.fromEntries(bothSpellings.map((name) => [name, `Where ${name} is`])),
  roles: Object.fromEntries(roles.map((role) => [role, ['read']])),
};

const settings = {
  label: Type.String({ description: 'What people call it.', default: '' }),
  labels: Type.Array(Type.String(), { description: 'What else.', default: [] }),
  anything: Type.Unsafe<object>({ ...free, description: 'Whatever people store.' }),
  card: Type.Unsafe<object>({ ...nested, description: 'Text in several parts.' }),
};

/** An extension with settings of every shape, and one that no parameter declares. */
export const shelf: Extension = {
  ...{ name: 'shelf', version: '1.0.0', title: 'The shelf', description: 'What people store.', namespace: 'shelf/v1' },
  settings: { ...settings, undeclared: Type.Unsafe<unknown>({ default: null }) },
  resources: [
    {
      ...{ title: 'shelf', namespace: 'shelf/v1', room: 'shelf', fields: {}, links: [] },
      routes: [
        {
          ...{ path: '/shelf/v1/settings', parameters: {} },
          endpoints: [
            { methods: ['GET'], operation: 'get-settings', permission: 'managers', parameters: {} },
            {
              ...{ methods: ['POST', 'PUT', 'PATCH'], operation: 'update-settings', permission: 'managers' },
              parameters: settingParameters(settings),
            },
          ],
        },
      ],
    },
  ],
  open: ({ settings: own, database }) => ({
    rooms: {
      shelf: {
        permissions: {
          managers: {
            permit: ({ actor }) =>
              actor.can('manage_options') ? undefined : { code: 'shelf_closed', message: 'Not you.' },
          },
        },
        operations: {
          'get-settings': { run: async () => ({ kind: 'value', value: await own.read() }) },
          'update-settings': {
            run: async (call) => {
              const undeclared = call.sent('undeclared');
              const changes = { ...(call.args as object), ...(undeclared !== undefined && { undeclared }) };
              await database.transaction((tx) => own.write(tx, changes));
              return { kind: 'value', value: await own.read() };
            },
          },
        },
      },
    },
  }),
};
