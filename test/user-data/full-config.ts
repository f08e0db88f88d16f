// Declares a site configuration with all kinds of declarations. Custom names, such as those of templates, menu locations and
// roles, equal names of the contract.

import type { SiteConfig } from '../../server/config/site-config.ts';
import {
  declareEndpoints,
  type Extension,
  implement,
  type ModuleDeclaration,
  settingParameters,
  Type,
} from '../../server/extensions/interface.ts';
import { bothSpellings, namesLike } from './texts.ts';

const text = { type: 'string', default: '' } as const;
const list = { type: 'array', items: { type: 'string' }, default: [] } as const;
const anyObject = { type: 'object', properties: {}, additionalProperties: true, default: {} } as const;
const nested = {
  ...{ type: 'object', default: {} },
  properties: { heading: { type: 'string' }, lines: { type: 'array', items: { type: 'string' } }, more: anyObject },
} as const;

/** Content types whose entries can have a template. */
const typesWithTemplates = ['post', 'page', 'attachment', 'cms_block', 'cms_navigation', 'form', 'recipe'];

/** Names of the contract that are valid role names: lowercase letters and underscores. */
export const roles = namesLike(/^[a-z][a-z_]+$/);

export const fullConfig: SiteConfig = {
  types: [
    {
      ...{ name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' }, hierarchical: true },
      supports: ['title', 'editor', 'author', 'excerpt', 'comments', 'revisions', 'page-attributes', 'custom-fields'],
      meta: { origin: { ...text, revised: true }, steps: list, sources: anyObject, card: nested },
    },
  ],
  taxonomies: [{ name: 'course', restBase: 'courses', noun: { one: 'course', many: 'courses' }, types: ['recipe'] }],
  templates: Object.fromEntries(typesWithTemplates.map((type) => [type, bothSpellings])),
  menuLocations: Object.fromEntries(bothSpellings.map((name) => [name, `Location ${name}`])),
  roles: Object.fromEntries(roles.map((role) => [role, ['read']])),
};

const settings = {
  label: Type.String({ description: 'The label.', default: '' }),
  labels: Type.Array(Type.String(), { description: 'Further labels.', default: [] }),
  anything: Type.Unsafe<object>({ ...anyObject, description: 'Any object.' }),
  card: Type.Unsafe<object>({ ...nested, description: 'A text with several parts.' }),
};

const endpoints = declareEndpoints({
  'get-settings': { methods: ['GET'], permission: 'managers', parameters: {} },
  'update-settings': {
    methods: ['POST', 'PUT', 'PATCH'],
    permission: 'managers',
    parameters: settingParameters(settings),
  },
});

const shelfModule: ModuleDeclaration<typeof endpoints> = { name: 'shelf' };

/** An extension that has settings with every kind of schema, and a setting that no route accepts as a parameter. */
export const shelf: Extension = {
  ...{ name: 'shelf', version: '1.0.0', title: 'The shelf', description: 'Stores texts.', namespace: 'shelf/v1' },
  settings: { ...settings, undeclared: Type.Unsafe<unknown>({ default: null }) },
  resources: [
    {
      ...{ title: 'shelf', namespace: 'shelf/v1', module: shelfModule, fields: {}, links: [] },
      routes: [
        {
          ...{ path: '/shelf/v1/settings', parameters: {} },
          endpoints: [endpoints['get-settings'], endpoints['update-settings']],
        },
      ],
    },
  ],
  open: ({ settings: settingsStore, database }) => ({
    modules: [
      implement(shelfModule, {
        permissions: {
          managers: {
            permit: ({ actor }) =>
              actor.can('manage_options')
                ? undefined
                : { code: 'shelf_closed', message: 'You are not allowed to manage the shelf.' },
          },
        },
        operations: {
          'get-settings': { run: async () => ({ kind: 'value', value: await settingsStore.read() }) },
          'update-settings': {
            run: async (call) => {
              const undeclared = call.submitted('undeclared');
              const changes = { ...call.args, ...(undeclared !== undefined && { undeclared }) };
              await database.transaction((tx) => settingsStore.write(tx, changes));
              return { kind: 'value', value: await settingsStore.read() };
            },
          },
        },
      }),
    ],
  }),
};
