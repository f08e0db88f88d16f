// Declares the initial configurations of lists and forms in editors, for entries, terms and the site (protocol.md §20).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';

const readonlyField = { context: everywhere, readonly: true };
const readonlyObject = (description: string) => Type.Unsafe<object>({ type: 'object', description, ...readonlyField });
/** Declares a configuration with `fields`, some of which are names of taxonomies. */
const withFields = (description: string) =>
  Type.Unsafe<object>({
    type: 'object',
    description,
    properties: { fields: { type: 'array', items: { type: 'string' }, isName: true } },
    additionalProperties: true,
    ...readonlyField,
  });

const parameters = {
  kind: Type.String({ description: 'The kind of resource: `postType`, `taxonomy` or `root`.', first: true }),
  name: Type.String({
    description: 'The name of the content type or taxonomy; `site` for the settings of the site.',
    first: true,
    isName: true,
  }),
};

export const viewConfigFields = {
  kind: ReadOnly.String('The kind of resource: `postType`, `taxonomy` or `root`.', everywhere),
  name: ReadOnly.String('The name of the content type or taxonomy.', everywhere, { isName: true }),
  version: ReadOnly.Integer('The version of the configuration format.', everywhere),
  default_view: withFields('The initial view of the list.'),
  default_layouts: readonlyObject('The initial configuration of each layout.'),
  view_list: Type.Unsafe<readonly object[]>({
    type: 'array',
    items: { type: 'object' },
    description: 'The available views.',
    ...readonlyField,
  }),
  form: withFields('The fields of the form.'),
};

const endpoints = declareEndpoints({
  'get-view-config': { permission: 'read-view-config', parameters },
});
export type ViewConfigEndpoints = typeof endpoints;

/** The module with the code of this endpoint. */
export const viewConfigModule: ModuleDeclaration<ViewConfigEndpoints, typeof viewConfigFields> = {
  name: 'view-config',
};

export const viewConfig: Resource<typeof viewConfigFields> = {
  title: 'view-config',
  noun: { one: 'view configuration', many: 'view configuration' },
  namespace: 'cms/v2',
  module: viewConfigModule,
  fields: viewConfigFields,
  links: [],
  routes: [{ path: '/cms/v2/view-config', parameters: {}, endpoints: [endpoints['get-view-config']] }],
};
