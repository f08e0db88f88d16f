// The settings of a site (protocol.md §19): what each may be, what it is at the start, and what holds without it. Requests
// and the command line read the same declarations.
import { optional, type Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { type TSchema, Type, words } from '../grammar/schema.ts';

/** The operations of the room `settings`; each is a file of that name there. */
export const settingsOperations = ['get-settings', 'update-settings'] as const;

/** The rules that its routes name. */
export const settingsPermissions = ['manage-settings'] as const;

/** What is known of one setting. */
export interface Setting<V> {
  /** What requests may send for it. Its `default` is what answers show once null was sent; null where they show null. */
  readonly schema: TSchema;
  /** On a new site; null where nothing was ever set. */
  readonly start: V | null;
  /** What holds where null was sent or nothing was set. */
  readonly without: V;
  /** What it takes, for people; what a person may say is narrower than what requests may send where `known` says so. */
  readonly takes: string;
  readonly known?: readonly V[];
  /** Belongs to no request; it is set on the command line. */
  readonly inward?: true;
}

interface More<V> extends Partial<Pick<Setting<V>, 'start' | 'without' | 'takes' | 'known' | 'inward'>> {
  readonly default?: V;
  readonly format?: string;
}

/** The label is for user interfaces; most have none. A setting without a default is null where none was ever set. */
const noteOf = <V>(label: string, description: string, { default: byDefault, format }: More<V>) => ({
  title: label,
  description,
  default: byDefault ?? null,
  ...(byDefault === undefined && { alsoTypes: ['null'] }),
  ...(format ? { format } : {}),
});

const text = (label: string, description: string, more: More<string> = {}): Setting<string> => ({
  schema: Type.String(noteOf(label, description, more)),
  start: more.start === undefined ? (more.default ?? '') : more.start,
  without: more.without ?? more.default ?? '',
  takes: more.takes ?? 'text',
  ...(more.known ? { known: more.known } : {}),
  ...(more.inward ? { inward: more.inward } : {}),
});

const integer = (label: string, description: string, more: More<number> = {}): Setting<number> => ({
  schema: Type.Integer(noteOf(label, description, more)),
  start: more.start === undefined ? (more.default ?? 0) : more.start,
  without: more.without ?? more.default ?? 0,
  takes: more.takes ?? 'a whole number, not below 0',
  ...(more.inward ? { inward: more.inward } : {}),
});

const yesOrNo = (label: string, description: string, more: More<boolean> = {}): Setting<boolean> => ({
  schema: Type.Boolean(noteOf(label, description, more)),
  start: more.default ?? false,
  without: more.default ?? false,
  takes: '1 or 0',
  ...(more.inward ? { inward: more.inward } : {}),
});

type OpenOrClosed = 'open' | 'closed';

/** What nobody has decided is closed. */
const openOrClosed = (label: string, description: string): Setting<OpenOrClosed> => ({
  schema: words(['open', 'closed'], noteOf(label, description, {})),
  start: 'open',
  without: 'closed',
  takes: 'open or closed',
});

export const declaredSettings = {
  title: text('Title', 'What the site is called.', { start: 'Octavo' }),
  description: text('Tagline', 'What the site is about, in a few words.'),
  email: text('', "The address that the site's mail goes to.", { format: 'email', takes: 'an e-mail address' }),
  timezone: text('', 'The time zone of the site, by the name of a city.', { takes: 'the name of a time zone' }),
  date_format: text('', 'How dates are shown.', { start: 'F j, Y' }),
  time_format: text('', 'How times are shown.', { start: 'g:i a' }),
  start_of_week: integer('', 'The day a week begins with; 0 is Sunday.', { start: 1 }),
  language: text('', 'The language of the site.', { default: 'en_US', takes: 'en_US, or nothing' }),
  use_smilies: yesOrNo('', 'Whether :-) becomes a picture.', { default: true }),
  default_category: integer('', 'The category of posts that are given none.', { start: 1 }),
  default_post_format: text('', 'The format of posts that are given none.', { start: '0' }),
  posts_per_page: integer('Maximum posts per page', 'How many posts a page of the site shows; -1: all.', {
    default: 10,
    takes: 'a whole number, not 0; -1 stands for all',
  }),
  show_on_front: text('Show on front', 'What the front page shows.', {
    start: 'posts',
    takes: 'posts or page',
    known: ['posts', 'page'],
  }),
  page_on_front: integer('Page on front', 'The page that the front page shows.'),
  page_for_posts: integer('', 'The page that shows the latest posts.'),
  default_ping_status: openOrClosed('', 'Whether new posts take pings.'),
  default_comment_status: openOrClosed('Allow comments on new posts', 'Whether comments can be written on new posts.'),
  site_logo: integer('Logo', 'The number of the picture that is the logo.', { start: null }),
  site_icon: integer('Icon', 'The number of the picture that is the icon.'),
  comment_previously_approved: yesOrNo('', 'Whether who was approved once may comment at once.', {
    default: true,
    inward: true,
  }),
  comment_moderation: yesOrNo('', 'Whether every comment waits for approval.', { default: false, inward: true }),
  comment_max_links: integer('', 'A comment with so many links waits for approval; 0: none does for that.', {
    default: 2,
    inward: true,
  }),
  moderation_keys: text('', 'Words on lines of their own; a comment with one of them waits for approval.', {
    inward: true,
  }),
  disallowed_keys: text('', 'Words on lines of their own; a comment with one of them is put in the trash.', {
    inward: true,
  }),
  close_comments_days_old: integer('', 'After how many days an entry takes no comments any longer; 0: never.', {
    inward: true,
  }),
  comment_depth: integer('', 'How deep answers to comments may go; 0: as deep as they like.', { inward: true }),
  anonymous_comments: yesOrNo('', 'Whether requests without an account may comment.', { default: false, inward: true }),
  anonymous_comments_per_minute: integer('', 'How many comments one address may send a minute without an account.', {
    default: 30,
    inward: true,
  }),
  comments_notify: yesOrNo('', 'Whether authors get a mail about comments on their entries.', {
    default: true,
    inward: true,
  }),
  moderation_notify: yesOrNo('', 'Whether moderators get a mail about comments that wait for them.', {
    default: true,
    inward: true,
  }),
  notes_notify: yesOrNo('', 'Whether authors get a mail about notes on their entries.', {
    default: true,
    inward: true,
  }),
  menus_public: yesOrNo('', 'Whether everyone may read menus, their items and their locations.', {
    default: false,
    inward: true,
  }),
  mail_log_days: integer('', 'For how many days it is kept which mails were sent, and which were not.', {
    default: 30,
    inward: true,
  }),
  show_avatars: yesOrNo('', 'Whether pictures of people are shown.', { default: true, inward: true }),
  avatar_address: text('', 'The address of the picture of a person, with {hash} and {size} in it.', {
    default: 'https://secure.gravatar.com/avatar/{hash}?s={size}&d=mm&r=g',
    inward: true,
  }),
} as const satisfies Record<string, Setting<never> | Setting<string> | Setting<number> | Setting<boolean>>;

/** The address is configured where the service is started; what requests send for it changes nothing. */
const address = Type.String({
  title: '',
  description: 'The address of the site.',
  default: null as never,
  format: 'uri',
});

/** Settings that have a value always: null is refused for them (docs/deviations.md). */
export const neverNull: readonly string[] = ['url', 'email'];

/** The settings as requests know them, in the order of the answers. */
export const settingFields: Parameters = Object.fromEntries(
  Object.entries(declaredSettings)
    .filter(([, setting]) => !('inward' in setting))
    .flatMap(([name, { schema }]): [string, TSchema][] => [
      [name, schema],
      ...(name === 'description' ? [['url', address] as [string, TSchema]] : []),
    ]),
);

/** All that is sent is checked in the first round, before anything is stored; null is heard, not checked. */
const sent: Parameters = Object.fromEntries(
  Object.entries(settingFields).map(([name, schema]) => {
    const { default: _shown, ...rest } = schema as TSchema & { default?: unknown };
    return [name, optional({ ...rest, first: true } as TSchema)];
  }),
);

export const settings: Resource = {
  title: 'settings',
  namespace: 'cms/v2',
  room: 'settings',
  fields: settingFields,
  links: [],
  routes: [
    {
      path: '/cms/v2/settings',
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'get-settings', permission: 'manage-settings', parameters: {} },
        { methods: changing, operation: 'update-settings', permission: 'manage-settings', parameters: sent },
      ],
    },
  ],
};
