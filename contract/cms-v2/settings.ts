// Declares the settings of a site, with schemas, initial values and defaults, for the API and the command line (protocol.md §19).
import type { TUnsafe } from 'typebox';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, type TSchema, Type } from '../grammar/schema.ts';

/** The declaration of a setting. */
export interface Setting<V> {
  /** The schema for requests. Its `default` is the value in responses after null was submitted. */
  readonly schema: TSchema;
  /** The value on a new site; null if it is not set. */
  readonly start: V | null;
  /** The effective value if the setting is null or not set. */
  readonly without: V;
  /** A description of the values that the command line accepts. */
  readonly takes: string;
  /** The only values that the command line accepts; requests may submit others. */
  readonly known?: readonly V[];
}

interface SettingOptions<V> extends Partial<Pick<Setting<V>, 'start' | 'without' | 'takes' | 'known'>> {
  readonly default?: V;
  readonly format?: string;
}

/** Returns the annotations of a setting. `label` is for user interfaces and may be empty. An unset setting without a default is null. */
const annotations = <V>(label: string, description: string, { default: defaultValue, format }: SettingOptions<V>) => ({
  title: label,
  description,
  default: defaultValue ?? null,
  ...(defaultValue === undefined && { alsoTypes: ['null'] }),
  ...(format ? { format } : {}),
});

const text = (label: string, description: string, more: SettingOptions<string> = {}): Setting<string> => ({
  schema: Type.String(annotations(label, description, more)),
  start: more.start === undefined ? (more.default ?? '') : more.start,
  without: more.without ?? more.default ?? '',
  takes: more.takes ?? 'text',
  ...(more.known ? { known: more.known } : {}),
});

const integer = (label: string, description: string, more: SettingOptions<number> = {}): Setting<number> => ({
  schema: Type.Integer(annotations(label, description, more)),
  start: more.start === undefined ? (more.default ?? 0) : more.start,
  without: more.without ?? more.default ?? 0,
  takes: more.takes ?? 'an integer of at least 0',
});

const flag = (label: string, description: string, more: SettingOptions<boolean> = {}): Setting<boolean> => ({
  schema: Type.Boolean(annotations(label, description, more)),
  start: more.default ?? false,
  without: more.default ?? false,
  takes: '1 or 0',
});

type OpenOrClosed = 'open' | 'closed';

/** Declares a setting whose effective value is `closed` if it is not set. */
const openOrClosed = (label: string, description: string): Setting<OpenOrClosed> => ({
  schema: enumOf(['open', 'closed'], annotations(label, description, {})),
  start: 'open',
  without: 'closed',
  takes: 'open or closed',
});

type DeclaredSettings = Record<string, Setting<never> | Setting<string> | Setting<number> | Setting<boolean>>;

/** Settings that are part of this route. */
const apiSettings = {
  title: text('Title', 'The name of the site.', { start: 'Octavo' }),
  description: text('Tagline', 'A short description of the site.'),
  email: text('', 'The email address of the site administrator.', { format: 'email', takes: 'an email address' }),
  timezone: text('', 'The time zone of the site, for example `Europe/Berlin`.', { takes: 'the name of a time zone' }),
  date_format: text('', 'The display format of dates.', { start: 'F j, Y' }),
  time_format: text('', 'The display format of times.', { start: 'g:i a' }),
  start_of_week: integer('', 'The first day of the week; 0 is Sunday.', { start: 1 }),
  language: text('', 'The language of the site.', { default: 'en_US', takes: 'en_US, de_DE or an empty string' }),
  use_smilies: flag('', 'Whether emoticons such as :-) are converted to images.', { default: true }),
  default_category: integer('', 'The ID of the default category of posts.', { start: 1 }),
  default_post_format: text('', 'The default format of posts.', { start: '0' }),
  posts_per_page: integer('Maximum posts per page', 'Maximum number of posts per page of the site; -1 for all.', {
    default: 10,
    takes: 'an integer other than 0; -1 for all',
  }),
  show_on_front: text('Show on front', 'The content of the front page: `posts` or `page`.', {
    start: 'posts',
    takes: 'posts or page',
    known: ['posts', 'page'],
  }),
  page_on_front: integer('Page on front', 'The ID of the page that is displayed as the front page.'),
  page_for_posts: integer('', 'The ID of the page that displays the latest posts.'),
  default_ping_status: openOrClosed('', 'The ping status of new posts: `open` or `closed`.'),
  default_comment_status: openOrClosed(
    'Allow comments on new posts',
    'The comment status of new posts: `open` or `closed`.',
  ),
  site_logo: integer('Logo', 'The media ID of the logo.', { start: null }),
  site_icon: integer('Icon', 'The media ID of the icon.'),
} as const satisfies DeclaredSettings;

/** Settings that are not part of this route: they are changed on the command line and through `/octavo/v1/settings`. */
const internalSettings = {
  comment_previously_approved: flag(
    '',
    'Whether comments are approved automatically if their author already has an approved comment.',
    { default: true },
  ),
  comment_moderation: flag('', 'Whether all comments must be approved.', { default: false }),
  comment_max_links: integer('', 'Comments with at least this number of links must be approved; 0 to disable.', {
    default: 2,
  }),
  moderation_keys: text('', 'Words, one per line. Comments that contain one of them must be approved.'),
  disallowed_keys: text('', 'Words, one per line. Comments that contain one of them are moved to the trash.'),
  close_comments_days_old: integer('', 'The number of days after which comments on an entry are closed; 0 to disable.'),
  comment_depth: integer('', 'Maximum nesting depth of replies to comments; 0 for no limit.'),
  anonymous_comments: flag('', 'Whether anonymous callers may comment.', { default: false }),
  anonymous_comments_per_minute: integer(
    '',
    'Maximum number of comments by anonymous callers per minute, all callers together.',
    { default: 30 },
  ),
  comments_notify: flag('', 'Whether authors get an email about comments on their entries.', { default: true }),
  moderation_notify: flag('', 'Whether moderators get an email about comments that must be approved.', {
    default: true,
  }),
  notes_notify: flag('', 'Whether authors get an email about notes on their entries.', { default: true }),
  menus_public: flag('', 'Whether menus, their items and their locations are public.', { default: false }),
  permalink_structure: text('', 'The template of the URL paths of posts.', {
    default: '/%postname%/',
    takes: 'a path with tags, such as /%year%/%monthnum%/%postname%/',
  }),
  mail_log_days: integer('', 'Number of days for which the mail log is retained.', { default: 30 }),
  show_avatars: flag('', 'Whether avatars are displayed.', { default: true }),
  avatar_address: text('', 'The URL template of avatars, with the placeholders {hash} and {size}.', {
    default: 'https://secure.gravatar.com/avatar/{hash}?s={size}&d=mm&r=g',
  }),
} as const satisfies DeclaredSettings;

export const declaredSettings = { ...apiSettings, ...internalSettings };

/** The `url` setting: the URL of the site, which is configured at startup. Submitted values have no effect. */
const siteUrl = Type.String({
  title: '',
  description: 'The URL of the site.',
  default: null,
  format: 'uri',
});

/** Settings that cannot be null (docs/deviations.md). */
export const neverNull: readonly string[] = ['url', 'email'];

/** The type of the values of a setting. */
export type SettingValue<Name extends keyof typeof declaredSettings> =
  (typeof declaredSettings)[Name] extends Setting<infer V> ? V : never;

/** The schemas of settings by name. Those of settings that are not part of the API are absent. */
type SettingFields = { readonly [Name in keyof typeof declaredSettings]?: TUnsafe<SettingValue<Name>> } & {
  readonly url?: typeof siteUrl;
};

const urlField: [string, TSchema] = ['url', siteUrl];

/** The settings that are part of the API, in the order of the response. */
export const settingFields: SettingFields = Object.fromEntries(
  Object.entries(apiSettings).flatMap(([name, { schema }]): [string, TSchema][] => [
    [name, schema],
    ...(name === 'description' ? [urlField] : []),
  ]),
);

/** The parameters for updating settings. All are validated in the first round, before any setting is stored. */
const settingParameters = writable(settingFields, 'change');

const endpoints = declareEndpoints({
  'get-settings': { permission: 'manage-settings', parameters: {} },
  'update-settings': { permission: 'manage-settings', parameters: settingParameters },
});
export type SettingsEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const settingsModule: ModuleDeclaration<SettingsEndpoints, SettingFields> = { name: 'settings' };

export const settings: Resource<SettingFields> = {
  title: 'settings',
  namespace: 'cms/v2',
  module: settingsModule,
  fields: settingFields,
  links: [],
  routes: [
    {
      path: '/cms/v2/settings',
      parameters: {},
      endpoints: [endpoints['get-settings'], endpoints['update-settings']],
    },
  ],
};
