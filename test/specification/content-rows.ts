// Declares the routes of `cms/v2` as the tables of the specification list them.
import {
  blockFields,
  commentFields,
  mediaFields,
  menuItemFields,
  navigationFields,
  pageFields,
  postFields,
  templateFields,
  termFields,
  userFields,
} from './fields.ts';
import {
  blockList,
  commentList,
  fontList,
  list,
  mediaList,
  menuItemList,
  none,
  pageList,
  postList,
  revisionList,
  userList,
} from './lists.ts';
import {
  any,
  byDefault,
  context,
  flag,
  force,
  integer,
  mustForce,
  oneOf,
  type Parameters,
  paging,
  type Row,
  required,
  strings,
  text,
  withoutDefaults,
} from './schemas.ts';

const read: Parameters = { ...context, excerpt_length: integer, password: text };

/** Returns the routes of a content type: list, item, revisions and autosaves. */
function entryRoutes(
  base: string,
  parameters: { list: Parameters; create: Parameters; change: Parameters; read: Parameters; revisions: boolean },
): Row[] {
  const at = `/cms/v2/${base}`;
  const revisions: Row[] = [
    ['GET', `${at}/<>/revisions`, revisionList()],
    ['GET', `${at}/<>/revisions/<>`, context],
    ['DELETE', `${at}/<>/revisions/<>`, mustForce],
  ];
  return [
    ['GET', at, parameters.list],
    ['POST', at, parameters.create],
    ['GET', `${at}/<>`, parameters.read],
    ['POST PUT PATCH', `${at}/<>`, parameters.change],
    ['DELETE', `${at}/<>`, force],
    ...(parameters.revisions ? revisions : []),
    ['GET', `${at}/<>/autosaves`, { ...context, parent: integer }],
    ['POST', `${at}/<>/autosaves`, { ...withoutDefaults(parameters.change), parent: integer }],
    ['GET', `${at}/<>/autosaves/<>`, context],
  ];
}

const templateRoutes = (base: string): Row[] => {
  const at = `/cms/v2/${base}`;
  const isTemplatePart = base === 'template-parts';
  return [
    ['GET', at, { ...context, cms_id: integer, area: text, post_type: text }],
    ['POST', at, templateFields('create', isTemplatePart)],
    ['GET', `${at}/lookup`, { slug: required(text), is_custom: flag, template_prefix: text }],
    ['GET', `${at}/<>`, context],
    ['POST PUT PATCH', `${at}/<>`, templateFields('change', isTemplatePart)],
    ['DELETE', `${at}/<>`, force],
    ['GET', `${at}/<>/revisions`, revisionList(text)],
    ['GET', `${at}/<>/revisions/<>`, context],
    ['DELETE', `${at}/<>/revisions/<>`, mustForce],
    ['GET', `${at}/<>/autosaves`, context],
    ['POST', `${at}/<>/autosaves`, templateFields('change', isTemplatePart)],
    ['GET', `${at}/<>/autosaves/<>`, context],
  ];
};

const termOrders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'];

function termRoutes(base: string, more: Parameters, filters: Parameters): Row[] {
  const at = `/cms/v2/${base}`;
  const listed: Parameters = {
    ...{ ...context, ...paging(), search: text, exclude: none, include: none, hide_empty: byDefault(false, flag) },
    ...{ order: byDefault('asc', oneOf('asc', 'desc')), orderby: byDefault('name', oneOf(...termOrders)) },
    ...{ post: byDefault(null, integer), slug: strings, ...filters },
  };
  return [
    ['GET', at, listed],
    ['POST', at, termFields('create', more)],
    ['GET', `${at}/<>`, context],
    ['POST PUT PATCH', `${at}/<>`, termFields('change', more)],
    ['DELETE', `${at}/<>`, force],
  ];
}

const userDelete: Parameters = { ...force, reassign: required(integer) };
const version = byDefault(3, { ...integer, minimum: 2, maximum: 3 });

const mediaCreate: Parameters = {
  ...{ generate_sub_sizes: byDefault(true, flag), convert_format: byDefault(true, flag) },
  url: { ...text, format: 'uri' },
};

const edit: Parameters = {
  ...{ src: required({ ...text, format: 'uri' }), modifiers: { type: 'array', minItems: 1 } },
  rotation: { ...integer, minimum: 0, maximum: 360, exclusiveMinimum: true, exclusiveMaximum: true },
  ...Object.fromEntries(
    ['x', 'y', 'width', 'height'].map((name) => [name, { type: 'number', minimum: 0, maximum: 100 }]),
  ),
  ...{ caption: any, description: any, title: any, post: integer, alt_text: text },
};

export const contentRows: readonly Row[] = [
  ...entryRoutes('posts', { list: postList, create: postFields, change: postFields, read, revisions: true }),
  ...entryRoutes('pages', { list: pageList, create: pageFields, change: pageFields, read, revisions: true }),
  ...entryRoutes('blocks', { list: blockList, create: blockFields, change: blockFields, read, revisions: true }),
  ...entryRoutes('navigation', {
    ...{
      list,
      create: navigationFields,
      change: navigationFields,
      read: { ...context, password: text },
      revisions: true,
    },
  }),
  ...entryRoutes('menu-items', {
    ...{ list: menuItemList, create: menuItemFields('create'), change: menuItemFields('change'), read: context },
    revisions: false,
  }),
  ['GET', '/cms/v2/media', mediaList],
  ['POST', '/cms/v2/media', { ...mediaFields, ...mediaCreate }],
  ['GET', '/cms/v2/media/<>', context],
  ['POST PUT PATCH', '/cms/v2/media/<>', mediaFields],
  ['DELETE', '/cms/v2/media/<>', force],
  ['POST', '/cms/v2/media/<>/post-process', { action: required(oneOf('create-image-subsizes')) }],
  ['POST', '/cms/v2/media/<>/edit', edit],
  [
    'POST',
    '/cms/v2/media/<>/sideload',
    { image_size: required({ minItems: 1 }), convert_format: byDefault(true, flag) },
  ],
  ['POST', '/cms/v2/media/<>/finalize', { sub_sizes: byDefault([], { type: 'array', maxItems: 100 }) }],
  ...templateRoutes('templates'),
  ...templateRoutes('template-parts'),
  [
    'GET',
    '/cms/v2/global-styles/<>/revisions',
    { ...context, parent: integer, page: paging().page ?? any, offset: integer },
  ],
  ['GET', '/cms/v2/global-styles/<>/revisions/<>', context],
  ['GET', '/cms/v2/global-styles/themes/<>/variations', { stylesheet: text }],
  ['GET', '/cms/v2/global-styles/themes/<>', { stylesheet: text }],
  ['GET', '/cms/v2/global-styles/<>', {}],
  [
    'POST PUT PATCH',
    '/cms/v2/global-styles/<>',
    { styles: { type: 'object' }, settings: { type: 'object' }, title: any },
  ],
  ['GET', '/cms/v2/types', context],
  ['GET', '/cms/v2/types/<>', { ...context, type: text }],
  ['GET', '/cms/v2/statuses', context],
  ['GET', '/cms/v2/statuses/<>', { ...context, status: text }],
  ['GET', '/cms/v2/taxonomies', { ...context, type: text }],
  ['GET', '/cms/v2/taxonomies/<>', { ...context, taxonomy: text }],
  ...termRoutes('categories', { parent: integer }, { parent: integer }),
  ...termRoutes('tags', {}, { offset: integer }),
  ...termRoutes('menus', { locations: strings, auto_add: flag }, { offset: integer }),
  ...termRoutes('cms_pattern_category', {}, { offset: integer }),
  ['GET', '/cms/v2/users', userList],
  ['POST', '/cms/v2/users', userFields('create')],
  ['GET', '/cms/v2/users/<>', context],
  ['POST PUT PATCH', '/cms/v2/users/<>', userFields('change')],
  ['DELETE', '/cms/v2/users/<>', userDelete],
  ['GET', '/cms/v2/users/me', context],
  ['POST PUT PATCH', '/cms/v2/users/me', userFields('change')],
  ['DELETE', '/cms/v2/users/me', userDelete],
  ['GET', '/cms/v2/users/<>/application-passwords', context],
  ['POST', '/cms/v2/users/<>/application-passwords', { app_id: any, name: required({ ...text, minLength: 1 }) }],
  ['DELETE', '/cms/v2/users/<>/application-passwords'],
  ['GET', '/cms/v2/users/<>/application-passwords/introspect', context],
  ['GET', '/cms/v2/users/<>/application-passwords/<>', context],
  ['POST PUT PATCH', '/cms/v2/users/<>/application-passwords/<>', { app_id: any, name: { ...text, minLength: 1 } }],
  ['DELETE', '/cms/v2/users/<>/application-passwords/<>'],
  ['GET', '/cms/v2/comments', commentList],
  ['POST', '/cms/v2/comments', withoutDefaults(commentFields)],
  ['GET', '/cms/v2/font-families', { ...fontList, slug: strings }],
  ['POST', '/cms/v2/font-families', { theme_json_version: version, font_family_settings: required(text) }],
  ['GET', '/cms/v2/font-families/<>', context],
  ['POST PUT PATCH', '/cms/v2/font-families/<>', { theme_json_version: version, font_family_settings: required(text) }],
  ['DELETE', '/cms/v2/font-families/<>', force],
  ['GET', '/cms/v2/font-families/<>/font-faces', { ...fontList, font_family_id: required(integer) }],
  [
    'POST',
    '/cms/v2/font-families/<>/font-faces',
    { font_family_id: required(integer), theme_json_version: version, font_face_settings: required(text) },
  ],
  [
    'GET',
    '/cms/v2/font-families/<>/font-faces/<>',
    { ...context, font_family_id: required(integer), id: required(integer) },
  ],
  [
    'DELETE',
    '/cms/v2/font-families/<>/font-faces/<>',
    { ...force, font_family_id: required(integer), id: required(integer) },
  ],
];
