// The tables of the specification as data: every route with its methods, and what is said of its parameters. A copy, so that
// what the declarations say is compared with something that does not come from them.

/** What is said of a parameter, in the words of JSON schema; `required` as the index tells it. */
export type Said = Readonly<Record<string, unknown>>;
export type Parameters = Readonly<Record<string, Said>>;

/** Methods, the path with `<>` for what varies, parameters of each of the methods. */
export type Row = readonly [methods: string, path: string, parameters?: Parameters];

const integer: Said = { type: 'integer' };
const text: Said = { type: 'string' };
const flag: Said = { type: 'boolean' };
const integers: Said = { type: 'array' };
const texts: Said = { type: 'array' };
const any: Said = {};
const needed = (said: Said): Said => ({ ...said, required: true });
const byDefault = (value: unknown, said: Said = {}): Said => ({ ...said, default: value });
const oneOf = (...values: string[]): Said => ({ enum: values });

const context: Parameters = { context: { enum: ['view', 'embed', 'edit'], default: 'view' } };
const force: Parameters = { force: byDefault(false, flag) };
const mustForce: Parameters = { force: flag };

const states = oneOf('publish', 'future', 'draft', 'pending', 'private');
const openOrClosed = oneOf('open', 'closed');
const common: Parameters = { date: any, date_gmt: any, slug: text, status: states };
const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];

const entryFields: Parameters = {
  ...common,
  ...{ password: text, title: any, content: any, author: integer, excerpt: any, featured_media: integer },
  ...{ comment_status: openOrClosed, ping_status: openOrClosed, meta: any, template: text },
};
const postFields: Parameters = {
  ...entryFields,
  ...{ format: { enum: formats }, sticky: flag, categories: integers, tags: integers },
};
const pageFields: Parameters = { ...entryFields, parent: integer, menu_order: integer };
const mediaFields: Parameters = {
  ...common,
  ...{ title: any, author: integer, featured_media: integer, comment_status: openOrClosed, ping_status: openOrClosed },
  ...{ meta: any, template: text, alt_text: text, caption: any, description: any, post: integer },
};
const itemTypes = oneOf('taxonomy', 'post_type', 'post_type_archive', 'custom');
const menuItemFields = (when: 'create' | 'change'): Parameters => {
  const start = (value: unknown, said: Said) => (when === 'create' ? byDefault(value, said) : said);
  return {
    ...{ title: any, type: start('custom', itemTypes), status: start('publish', states) },
    ...{ parent: start(0, { ...integer, minimum: 0 }), attr_title: text, classes: texts, description: text },
    ...{
      menu_order: start(1, { ...integer, minimum: 1 }),
      object: text,
      object_id: start(0, { ...integer, minimum: 0 }),
    },
    ...{ target: oneOf('_blank', ''), url: { ...text, format: 'uri' }, xfn: texts, menus: integer, meta: any },
  };
};
const blockFields: Parameters = {
  ...common,
  ...{
    password: text,
    title: any,
    content: any,
    excerpt: any,
    template: text,
    meta: any,
    cms_pattern_category: integers,
  },
};
const navigationFields: Parameters = { ...common, password: text, title: any, content: any, template: text };
const templateFields = (when: 'create' | 'change', part: boolean): Parameters => {
  const start = (value: unknown, said: Said) => (when === 'create' ? byDefault(value, said) : said);
  return {
    slug: { ...text, minLength: 1, ...(when === 'create' ? { required: true } : {}) },
    ...{ theme: text, type: text, content: start('', any), title: start('', any), description: start('', text) },
    ...{ status: start('publish', states), author: integer, ...(part ? { area: text } : {}) },
  };
};
const termFields = (when: 'create' | 'change', more: Parameters = {}): Parameters => ({
  name: when === 'create' ? needed(text) : text,
  ...{ description: text, slug: text, meta: any, ...more },
});
const userFields = (when: 'create' | 'change'): Parameters => {
  const must = (said: Said) => (when === 'create' ? needed(said) : said);
  return {
    ...{
      username: must(text),
      name: text,
      first_name: text,
      last_name: text,
      email: must({ ...text, format: 'email' }),
    },
    ...{ url: { ...text, format: 'uri' }, description: text, locale: oneOf('', 'en_US'), nickname: text, slug: text },
    ...{ roles: texts, password: must(text), meta: any },
  };
};
const commentFields: Parameters = {
  ...{
    author: integer,
    author_email: { ...text, format: 'email' },
    author_ip: { ...text, format: 'ip' },
    author_name: text,
  },
  ...{ author_url: { ...text, format: 'uri' }, author_user_agent: text, content: any, date: any, date_gmt: any },
  ...{ parent: byDefault(0, integer), post: byDefault(0, integer), status: text },
};
/** What an update says of comment fields: no defaults. */
const withoutDefaults = (fields: Parameters): Parameters =>
  Object.fromEntries(Object.entries(fields).map(([name, { default: _start, ...said }]) => [name, said]));

const paging = (perPage = 10): Parameters => ({
  page: byDefault(1, { ...integer, minimum: 1 }),
  per_page: byDefault(perPage, { ...integer, minimum: 1, maximum: 100 }),
});
const moments: Parameters = Object.fromEntries(
  ['after', 'before', 'modified_after', 'modified_before'].map((name) => [name, { ...text, format: 'date-time' }]),
);
const orders = ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'];
const none = byDefault([], { type: 'array' });
const filterStates = [
  ...['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit', 'request-pending'],
  ...['request-confirmed', 'request-failed', 'request-completed', 'any'],
];
const statusFilter = byDefault('publish', { type: 'array', items: { enum: filterStates } });

const list: Parameters = {
  ...context,
  ...paging(),
  ...moments,
  ...{ search: text, exclude: none, include: none, search_semantics: oneOf('exact'), offset: integer },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('date', oneOf(...orders)) },
  search_columns: byDefault([], { type: 'array', items: { enum: ['post_title', 'post_content', 'post_excerpt'] } }),
  ...{ slug: texts, status: statusFilter },
};
const byAuthor: Parameters = { author: none, author_exclude: none };
const relation: Parameters = { tax_relation: oneOf('AND', 'OR') };
const ordered = byDefault('date', oneOf(...orders, 'menu_order'));

const postList: Parameters = {
  ...{ ...list, ...byAuthor, ...relation, categories: any, categories_exclude: any, tags: any, tags_exclude: any },
  ...{ sticky: flag, ignore_sticky: byDefault(true, flag) },
  format: { type: 'array', uniqueItems: true, items: { enum: formats } },
};
const pageList: Parameters = {
  ...{ ...list, ...byAuthor, menu_order: integer, parent: none, parent_exclude: none, orderby: ordered },
};
const mediaList: Parameters = {
  ...{ ...list, ...byAuthor, parent: none, parent_exclude: none, mime_type: texts },
  media_type: { type: 'array', items: { enum: ['image', 'video', 'text', 'application', 'audio'] } },
  status: byDefault('inherit', { type: 'array', items: { enum: ['inherit', 'private', 'trash'] } }),
};
const menuItemList: Parameters = {
  ...{ ...list, ...paging(100), ...relation, menus: any, menus_exclude: any, menu_order: integer },
  order: byDefault('asc', oneOf('asc', 'desc')),
  orderby: byDefault('menu_order', oneOf(...orders, 'menu_order')),
};
const blockList: Parameters = {
  ...{ ...list, ...relation, cms_pattern_category: any, cms_pattern_category_exclude: any },
};
const revisionOrders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'];
const revisionList = (parent: Said = integer): Parameters => ({
  ...{ ...context, parent, page: byDefault(1, { ...integer, minimum: 1 }) },
  per_page: { ...integer, minimum: 1, maximum: 100, default: undefined },
  ...{ search: text, exclude: none, include: none, offset: integer },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('date', oneOf(...revisionOrders)) },
});

const read: Parameters = { ...context, excerpt_length: integer, password: text };

/** An entry's routes: list, item, and what belongs to it. */
function entryRoutes(
  base: string,
  parts: { list: Parameters; create: Parameters; change: Parameters; read: Parameters; revisions: boolean },
): Row[] {
  const at = `/cms/v2/${base}`;
  const revisions: Row[] = [
    ['GET', `${at}/<>/revisions`, revisionList()],
    ['GET', `${at}/<>/revisions/<>`, context],
    ['DELETE', `${at}/<>/revisions/<>`, mustForce],
  ];
  return [
    ['GET', at, parts.list],
    ['POST', at, parts.create],
    ['GET', `${at}/<>`, parts.read],
    ['POST PUT PATCH', `${at}/<>`, parts.change],
    ['DELETE', `${at}/<>`, force],
    ...(parts.revisions ? revisions : []),
    ['GET', `${at}/<>/autosaves`, { ...context, parent: integer }],
    ['POST', `${at}/<>/autosaves`, { ...withoutDefaults(parts.change), parent: integer }],
    ['GET', `${at}/<>/autosaves/<>`, context],
  ];
}

const templateRoutes = (base: string): Row[] => {
  const at = `/cms/v2/${base}`;
  const part = base === 'template-parts';
  return [
    ['GET', at, { ...context, cms_id: integer, area: text, post_type: text }],
    ['POST', at, templateFields('create', part)],
    ['GET', `${at}/lookup`, { slug: needed(text), is_custom: flag, template_prefix: text }],
    ['GET', `${at}/<>`, context],
    ['POST PUT PATCH', `${at}/<>`, templateFields('change', part)],
    ['DELETE', `${at}/<>`, force],
    ['GET', `${at}/<>/revisions`, revisionList(text)],
    ['GET', `${at}/<>/revisions/<>`, context],
    ['DELETE', `${at}/<>/revisions/<>`, mustForce],
    ['GET', `${at}/<>/autosaves`, context],
    ['POST', `${at}/<>/autosaves`, templateFields('change', part)],
    ['GET', `${at}/<>/autosaves/<>`, context],
  ];
};

const termOrders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'];
function termRoutes(base: string, more: Parameters, filters: Parameters): Row[] {
  const at = `/cms/v2/${base}`;
  const listed: Parameters = {
    ...{ ...context, ...paging(), search: text, exclude: none, include: none, hide_empty: byDefault(false, flag) },
    ...{ order: byDefault('asc', oneOf('asc', 'desc')), orderby: byDefault('name', oneOf(...termOrders)) },
    ...{ post: byDefault(null, integer), slug: texts, ...filters },
  };
  return [
    ['GET', at, listed],
    ['POST', at, termFields('create', more)],
    ['GET', `${at}/<>`, context],
    ['POST PUT PATCH', `${at}/<>`, termFields('change', more)],
    ['DELETE', `${at}/<>`, force],
  ];
}

const userOrders = ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'];
const userList: Parameters = {
  ...{ ...context, ...paging(), search: text, exclude: none, include: none, offset: integer, slug: texts },
  ...{ order: byDefault('asc', oneOf('asc', 'desc')), orderby: byDefault('name', oneOf(...userOrders)) },
  ...{ roles: texts, capabilities: texts, who: oneOf('authors'), has_published_posts: any },
  search_columns: byDefault([], { type: 'array', items: { enum: ['email', 'name', 'id', 'username', 'slug'] } }),
};
const userDelete: Parameters = { ...force, reassign: needed(integer) };

const commentOrders = ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'];
const commentList: Parameters = {
  ...{ ...context, ...paging(), search: text, after: { format: 'date-time' }, before: { format: 'date-time' } },
  ...{ author: integers, author_exclude: integers, author_email: { format: 'email' }, exclude: none, include: none },
  ...{ offset: integer, parent: none, parent_exclude: none, post: none, password: text },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('date_gmt', oneOf(...commentOrders)) },
  ...{ status: byDefault('approve'), type: byDefault('comment') },
};

const version = byDefault(3, { ...integer, minimum: 2, maximum: 3 });
const fontList: Parameters = {
  ...{ ...context, ...paging(), exclude: none, include: none, search_semantics: any, offset: integer },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('id', oneOf('id', 'include')) },
};

const mediaCreate: Parameters = {
  ...{ generate_sub_sizes: byDefault(true, flag), convert_format: byDefault(true, flag) },
  url: { ...text, format: 'uri' },
};
const edit: Parameters = {
  ...{ src: needed({ ...text, format: 'uri' }), modifiers: { type: 'array', minItems: 1 } },
  rotation: { ...integer, minimum: 0, maximum: 360, exclusiveMinimum: true, exclusiveMaximum: true },
  ...Object.fromEntries(
    ['x', 'y', 'width', 'height'].map((name) => [name, { type: 'number', minimum: 0, maximum: 100 }]),
  ),
  ...{ caption: any, description: any, title: any, post: integer, alt_text: text },
};

const contentRows: readonly Row[] = [
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
  ['POST', '/cms/v2/media/<>/post-process', { action: needed(oneOf('create-image-subsizes')) }],
  ['POST', '/cms/v2/media/<>/edit', edit],
  ['POST', '/cms/v2/media/<>/sideload', { image_size: needed({ minItems: 1 }), convert_format: byDefault(true, flag) }],
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
  ...termRoutes('menus', { locations: texts, auto_add: flag }, { offset: integer }),
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
  ['POST', '/cms/v2/users/<>/application-passwords', { app_id: any, name: needed({ ...text, minLength: 1 }) }],
  ['DELETE', '/cms/v2/users/<>/application-passwords'],
  ['GET', '/cms/v2/users/<>/application-passwords/introspect', context],
  ['GET', '/cms/v2/users/<>/application-passwords/<>', context],
  ['POST PUT PATCH', '/cms/v2/users/<>/application-passwords/<>', { app_id: any, name: { ...text, minLength: 1 } }],
  ['DELETE', '/cms/v2/users/<>/application-passwords/<>'],
  ['GET', '/cms/v2/comments', commentList],
  ['POST', '/cms/v2/comments', withoutDefaults(commentFields)],
  ['GET', '/cms/v2/font-families', { ...fontList, slug: texts }],
  ['POST', '/cms/v2/font-families', { theme_json_version: version, font_family_settings: needed(text) }],
  ['GET', '/cms/v2/font-families/<>', context],
  ['POST PUT PATCH', '/cms/v2/font-families/<>', { theme_json_version: version, font_family_settings: needed(text) }],
  ['DELETE', '/cms/v2/font-families/<>', force],
  ['GET', '/cms/v2/font-families/<>/font-faces', { ...fontList, font_family_id: needed(integer) }],
  [
    'POST',
    '/cms/v2/font-families/<>/font-faces',
    { font_family_id: needed(integer), theme_json_version: version, font_face_settings: needed(text) },
  ],
  [
    'GET',
    '/cms/v2/font-families/<>/font-faces/<>',
    { ...context, font_family_id: needed(integer), id: needed(integer) },
  ],
  [
    'DELETE',
    '/cms/v2/font-families/<>/font-faces/<>',
    { ...force, font_family_id: needed(integer), id: needed(integer) },
  ],
];

const rootRows: readonly Row[] = [
  ['GET', '/', { context: byDefault('view') }],
  [
    'POST',
    '/batch/v1',
    {
      validation: byDefault('normal', oneOf('require-all-validate', 'normal')),
      requests: needed({ type: 'array', maxItems: 25 }),
    },
  ],
  [
    'GET',
    '/oembed/1.0/embed',
    { url: needed({ ...text, format: 'uri' }), format: byDefault('json'), maxwidth: byDefault(600) },
  ],
  [
    'GET',
    '/oembed/1.0/proxy',
    {
      ...{ url: needed({ ...text, format: 'uri' }), format: byDefault('json', oneOf('json', 'xml')) },
      ...{ maxwidth: byDefault(600), maxheight: any, discover: byDefault(true, flag) },
    },
  ],
];

const taxonomy: Parameters = { taxonomy: needed(any) };
const posts = (namespace: string, names: string): Row[] =>
  names.split(' ').map((name): Row => ['POST', `/${namespace}/${name}`]);

/** The routes of plugin namespaces, by the namespace. */
export const pluginRows: Readonly<Record<string, readonly Row[]>> = {
  'bmgr-api/v1': [['GET POST PUT PATCH DELETE', '/bmgr-api/v1/router', { id: any }]],
  'age-check/v3': [
    ['GET', '/age-check/v3/check'],
    ['GET', '/age-check/v3/admin/terms', taxonomy],
    ['GET', '/age-check/v3/admin/terms/selected', taxonomy],
    ['GET', '/age-check/v3/admin/terms/select-all', taxonomy],
  ],
  'sbc/v1': [['GET POST', '/sbc/v1/consent']],
  'cms-mail-smtp/setup-wizard/v1': posts(
    'cms-mail-smtp/setup-wizard/v1',
    'health hydrate update settings import-settings get-connected-data get-oauth-url remove-oauth-connection ' +
      'mailer-disconnect check-mailer-configuration mailer-preflight install-plugin upgrade-plugin get-partner-plugins-info',
  ),
  'cmsforms/v1': [
    ['GET', '/cmsforms/v1/setup-wizard/hydrate'],
    ['POST', '/cmsforms/v1/setup-wizard/update'],
    ['POST', '/cmsforms/v1/setup-wizard/install-plugins', { plugins: { type: 'array', default: [], required: true } }],
    [
      'POST',
      '/cmsforms/v1/setup-wizard/complete',
      { outcome: byDefault('build', oneOf('build', 'import', 'exit', 'forms')) },
    ],
    ['POST', '/cmsforms/v1/setup-wizard/payment-provider/connect-url'],
    ['GET', '/cmsforms/v1/setup-wizard/license/key'],
    ['POST', '/cmsforms/v1/setup-wizard/license/verify', { key: needed(text) }],
  ],
  'spamfilter/v1': [
    ['GET', '/spamfilter/v1/key'],
    ['POST PUT PATCH', '/spamfilter/v1/key', { key: needed(text) }],
    ['DELETE', '/spamfilter/v1/key'],
    ['GET', '/spamfilter/v1/settings'],
    [
      'POST PUT PATCH',
      '/spamfilter/v1/settings',
      { spamfilter_strictness: flag, spamfilter_show_user_comments_approved: flag },
    ],
    ['GET', '/spamfilter/v1/stats', { interval: byDefault('all', oneOf('60-days', '6-months', 'all')) }],
    ['GET', '/spamfilter/v1/stats/<>', { interval: text }],
    ['GET POST PUT PATCH DELETE', '/spamfilter/v1/alert', { key: text }],
    ['POST', '/spamfilter/v1/webhook'],
  ],
};

/** The namespaces that both instances announce. */
const shared = ['oembed/1.0', 'cms/v2', 'cms-site-health/v1', 'cms-block-editor/v1', 'cms-abilities/v1'];

/** The namespaces that an instance announces beside those of both. */
export const instanceNamespaces: Readonly<Record<string, readonly string[]>> = {
  'first-instance': ['age-check/v3', 'bmgr-api/v1', 'cms-mail-smtp/setup-wizard/v1', 'sbc/v1', 'cmsforms/v1'],
  'second-instance': ['spamfilter/v1', 'bmgr-api/v1'],
};

/** Everything that an instance announces. */
export const namespacesOf = (instance: string): readonly string[] => [
  ...shared,
  ...(instanceNamespaces[instance] ?? []),
];

/** The index of a namespace. */
const indexRow = (namespace: string): Row => [
  'GET',
  `/${namespace}`,
  { namespace: byDefault(namespace), context: byDefault('view') },
];

/** The rows of the specification for an instance. */
export const rowsOf = (instance: string): readonly Row[] => [
  ...rootRows,
  ...contentRows,
  ...namespacesOf(instance).map(indexRow),
  ...(instanceNamespaces[instance] ?? []).flatMap((namespace) => pluginRows[namespace] ?? []),
];
