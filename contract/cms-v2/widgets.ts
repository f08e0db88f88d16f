// Declares classic widget areas (protocol.md §20). Block themes have none, so all lists are empty. The routes exist for clients that
// request them: they check permissions, and their schemas explain why the lists are empty.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, forceParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { type Route, updateMethods } from '../grammar/route.ts';
import { everywhere, ReadOnly, strings, Type } from '../grammar/schema.ts';

const writableField = { context: everywhere };
const text = (description: string) => ReadOnly.String(description, everywhere);
const context = contextParameter;
const segment = '[\\w-]+';
const idParameter = (description: string) => ({ id: optional(Type.String({ description, segment })) });

/** The settings of a widget. */
const instance = Type.Object(
  {
    encoded: Type.Optional(Type.String({ description: 'The serialized settings.' })),
    hash: Type.Optional(Type.String({ description: 'The signature of the serialized settings.' })),
    raw: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'The settings.' })),
  },
  { description: 'The settings of the widget.', ...writableField, first: true },
);

const noWidgetsNotice =
  'Block themes have no widget areas, so lists of areas, widgets and widget types are always empty. Use template parts (`template-parts`) instead.';

export const sidebarFields = {
  id: text('The identifier of the area.'),
  name: text('The display name.'),
  description: text('The description.'),
  class: text('The CSS class.'),
  before_widget: text('HTML before each widget.'),
  after_widget: text('HTML after each widget.'),
  before_title: text('HTML before each title.'),
  after_title: text('HTML after each title.'),
  status: text('The status of the area: `active` or `inactive`.'),
  widgets: strings({ description: 'The IDs of the widgets in the area, in order.', ...writableField }),
};

export const widgetFields = {
  id: text('The identifier of the widget.'),
  id_base: text('The type of the widget.'),
  sidebar: Type.String({ description: 'The area of the widget.', ...writableField }),
  rendered: text('The widget, as HTML.'),
  rendered_form: text('The form of the widget, as HTML.'),
  instance,
};

export const widgetTypeFields = {
  id: text('The identifier of the widget type.'),
  name: text('The display name.'),
  description: text('The description.'),
  is_multi: ReadOnly.Boolean('Whether there can be multiple widgets of the type.', everywhere),
  classname: text('The CSS class.'),
};

const widgetParameters = {
  id_base: optional(Type.String({ description: 'The type of the widget.', first: true })),
  instance: optional(instance),
  form_data: optional(Type.String({ description: 'The submitted form, encoded as a query string.', first: true })),
};

// All endpoints of single areas, widgets and widget types respond 404, so their operations receive no arguments. The routes add the
// parameters that these endpoints accept.
const endpoints = declareEndpoints({
  'list-sidebars': { permission: 'manage-widgets', parameters: { context } },
  'get-sidebar': { permission: 'manage-widgets', parameters: {} },
  'list-widgets': {
    permission: 'manage-widgets',
    batch: true,
    parameters: {
      context,
      sidebar: optional(Type.String({ description: 'Limits the list to widgets of this area.' })),
    },
  },
  'create-widget': {
    permission: 'manage-widgets',
    batch: true,
    parameters: {
      ...widgetParameters,
      sidebar: Type.String({ description: 'The area of the widget.', first: true }),
    },
  },
  'get-widget': { permission: 'manage-widgets', batch: true, parameters: {} },
  'list-widget-types': { permission: 'manage-widgets', parameters: { context } },
  'get-widget-type': { permission: 'manage-widgets', parameters: {} },
});

/** The module with the code of these endpoints. */
export const widgetsModule: ModuleDeclaration<
  typeof endpoints,
  typeof sidebarFields & typeof widgetFields & typeof widgetTypeFields
> = { name: 'widgets' };

export const sidebars: Resource<typeof sidebarFields> = {
  title: 'sidebar',
  description: noWidgetsNotice,
  namespace: 'cms/v2',
  module: widgetsModule,
  fields: sidebarFields,
  links: [
    { rel: 'collection', href: '/cms/v2/sidebars' },
    { rel: 'self', href: '/cms/v2/sidebars/{id}' },
    { rel: 'cms:widget', href: '/cms/v2/widgets?sidebar={id}', embeddable: true },
  ],
  routes: [
    { path: '/cms/v2/sidebars', parameters: {}, endpoints: [endpoints['list-sidebars']] },
    {
      path: '/cms/v2/sidebars/<id>',
      parameters: idParameter('The identifier of the area.'),
      endpoints: [
        { ...endpoints['get-sidebar'], parameters: { context } },
        {
          ...endpoints['get-sidebar'],
          methods: updateMethods,
          parameters: {
            widgets: optional(strings({ description: 'The IDs of the widgets in the area, in order.', first: true })),
          },
        },
      ],
    },
  ],
};

export const widgets: Resource<typeof widgetFields> = {
  title: 'widget',
  description: noWidgetsNotice,
  namespace: 'cms/v2',
  module: widgetsModule,
  fields: widgetFields,
  links: [
    { rel: 'self', href: '/cms/v2/widgets/{id}' },
    { rel: 'collection', href: '/cms/v2/widgets' },
    { rel: 'about', href: '/cms/v2/widget-types/{id_base}', embeddable: true },
    { rel: 'cms:sidebar', href: '/cms/v2/sidebars/{sidebar}' },
  ],
  routes: [
    { path: '/cms/v2/widgets', parameters: {}, endpoints: [endpoints['list-widgets'], endpoints['create-widget']] },
    {
      path: '/cms/v2/widgets/<id>',
      parameters: idParameter('The identifier of the widget.'),
      endpoints: [
        { ...endpoints['get-widget'], parameters: { context } },
        {
          ...endpoints['get-widget'],
          methods: updateMethods,
          parameters: {
            ...widgetParameters,
            sidebar: optional(Type.String({ description: 'The new area of the widget.', first: true })),
          },
        },
        {
          ...endpoints['get-widget'],
          methods: ['DELETE'],
          parameters: { force: forceParameter('Deletes the widget permanently instead of deactivating it.') },
        },
      ],
    },
  ],
};

const form = { ...idParameter('The identifier of the widget type.') };
const encoding = { instance: optional(instance), form_data: widgetParameters.form_data };

export const widgetTypes: Resource<typeof widgetTypeFields> = {
  title: 'widget-type',
  description: noWidgetsNotice,
  namespace: 'cms/v2',
  module: widgetsModule,
  fields: widgetTypeFields,
  links: [
    { rel: 'collection', href: '/cms/v2/widget-types' },
    { rel: 'self', href: '/cms/v2/widget-types/{id}' },
  ],
  routes: [
    { path: '/cms/v2/widget-types', parameters: {}, endpoints: [endpoints['list-widget-types']] },
    {
      path: '/cms/v2/widget-types/<id>',
      parameters: form,
      endpoints: [{ ...endpoints['get-widget-type'], parameters: { context } }],
    },
    ...['encode', 'render'].map(
      (verb): Route => ({
        path: `/cms/v2/widget-types/<id>/${verb}`,
        parameters: form,
        endpoints: [{ ...endpoints['get-widget-type'], methods: ['POST'], parameters: encoding }],
      }),
    ),
  ],
};
