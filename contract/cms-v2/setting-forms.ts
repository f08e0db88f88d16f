// Declares how user interfaces present the settings of a site: groups, labels, help and choices. Every setting has a form, so that a new
// setting appears in every settings screen without further code.
import { formats } from '../columns.ts';
import type { declaredSettings } from './settings.ts';

/** The groups of settings with their titles, in the order in which user interfaces display them. */
export const settingGroups = {
  general: 'General',
  writing: 'Writing',
  reading: 'Reading',
  discussion: 'Discussion',
  permalinks: 'Permalinks',
  privacy: 'Privacy',
} as const;

/**
 * Controls for values that a schema does not describe: the name of a time zone, a display format of dates or times, several lines of text,
 * a URL path with tags, the ID of a page, category or image, or lists of IDs of terms, keyed by the names of their taxonomies.
 */
export const settingControls = [
  ...(['timezone', 'date-format', 'time-format', 'lines', 'permalink'] as const),
  ...(['page', 'category', 'image', 'terms'] as const),
] as const;

/** The presentation of a setting. */
export interface SettingForm {
  readonly group: keyof typeof settingGroups;
  readonly label: string;
  /** One or two sentences in plain words. */
  readonly help: string;
  readonly control?: (typeof settingControls)[number];
  /** The only values, with their labels. */
  readonly choices?: readonly (readonly [value: string | number, label: string])[];
  /** Common values, for settings that accept others too. */
  readonly suggestions?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const openOrClosed = [
  ['open', 'Yes'],
  ['closed', 'No'],
] as const;

/** The format 0 stands for the standard format. */
const formatChoices = formats.map(
  (name) => [name === 'standard' ? '0' : name, name[0]?.toUpperCase() + name.slice(1)] as const,
);

/** Maximum retention and age, in days: a hundred years. */
const maxDays = 36_500;

const general = {
  title: {
    group: 'general',
    label: 'Site title',
    help: 'The name of your site, as visitors and search engines see it.',
  },
  description: { group: 'general', label: 'Tagline', help: 'In a few words, what your site is about.' },
  email: {
    group: 'general',
    label: 'Administration email address',
    help: 'Messages about the site are sent to this address. Visitors never see it.',
  },
  language: {
    group: 'general',
    label: 'Site language',
    help: 'The language of your content, for browsers and search engines, and of the admin for users who have not chosen another one.',
    choices: [
      ['en_US', 'English (United States)'],
      ['de_DE', 'Deutsch'],
    ],
  },
  timezone: {
    group: 'general',
    label: 'Time zone',
    help: 'The time zone of all dates of the site, such as Europe/Berlin. Leave it empty for UTC.',
    control: 'timezone',
  },
  date_format: {
    group: 'general',
    label: 'Date format',
    help: 'Letters stand for parts of the date: Y for the year, F or m for the month, j or d for the day, l for the weekday.',
    control: 'date-format',
    suggestions: ['F j, Y', 'j F Y', 'Y-m-d', 'm/d/Y', 'd/m/Y'],
  },
  time_format: {
    group: 'general',
    label: 'Time format',
    help: 'Letters stand for parts of the time: g or H for the hour, i for the minutes, a or A for am and pm.',
    control: 'time-format',
    suggestions: ['g:i a', 'g:i A', 'H:i'],
  },
  start_of_week: {
    group: 'general',
    label: 'Week starts on',
    help: 'The first day of the week in calendars.',
    choices: days.map((name, day) => [day, name] as const),
  },
  site_icon: {
    group: 'general',
    label: 'Site icon',
    help: 'The image in the tab of the browser and in bookmarks. It should be square, with at least 512 × 512 pixels.',
    control: 'image',
  },
  site_logo: { group: 'general', label: 'Logo', help: 'The image that themes display as your logo.', control: 'image' },
} as const satisfies Record<string, SettingForm>;

const writing = {
  default_category: {
    group: 'writing',
    label: 'Default category',
    help: 'Posts that are saved without a category get this one.',
    control: 'category',
  },
  default_post_format: {
    group: 'writing',
    label: 'Default post format',
    help: 'New posts have this format unless another one is chosen.',
    choices: formatChoices,
  },
  use_smilies: {
    group: 'writing',
    label: 'Convert emoticons to images',
    help: 'Emoticons such as :-) are displayed as small images.',
  },
} as const satisfies Record<string, SettingForm>;

const reading = {
  show_on_front: {
    group: 'reading',
    label: 'The front page displays',
    help: 'A page that you have written, or your latest posts.',
    choices: [
      ['posts', 'Your latest posts'],
      ['page', 'A page'],
    ],
  },
  page_on_front: {
    group: 'reading',
    label: 'Front page',
    help: 'The page that is displayed as the front page, if the front page displays a page.',
    control: 'page',
  },
  page_for_posts: {
    group: 'reading',
    label: 'Page of posts',
    help: 'The page at whose URL the latest posts are displayed, if the front page displays a page.',
    control: 'page',
  },
  posts_per_page: {
    group: 'reading',
    label: 'Posts per page',
    help: 'The number of posts on a page of the site. Enter -1 to display all posts on one page.',
    minimum: -1,
  },
} as const satisfies Record<string, SettingForm>;

const discussion = {
  default_comment_status: {
    group: 'discussion',
    label: 'Allow comments on new posts',
    help: 'You can change this for each post.',
    choices: openOrClosed,
  },
  default_ping_status: {
    group: 'discussion',
    label: 'Allow pings on new posts',
    help: 'Pings tell you that other sites link to a post. You can change this for each post.',
    choices: openOrClosed,
  },
  anonymous_comments: {
    group: 'discussion',
    label: 'Visitors may comment without an account',
    help: 'Otherwise, only users who are signed in may comment.',
  },
  anonymous_comments_per_minute: {
    group: 'discussion',
    label: 'Comments of visitors per minute',
    help: 'Protects against floods of comments: the most comments that all visitors without an account may write in a minute.',
    minimum: 0,
  },
  comment_moderation: {
    group: 'discussion',
    label: 'Every comment must be approved',
    help: 'Comments appear on the site only after you have approved them.',
  },
  comment_previously_approved: {
    group: 'discussion',
    label: 'The first comment of an author must be approved',
    help: 'Comments of authors who already have an approved comment appear at once.',
  },
  comment_max_links: {
    group: 'discussion',
    label: 'Links that require approval',
    help: 'A comment with this many links must be approved, because spam often contains links. Enter 0 for no limit.',
    minimum: 0,
  },
  moderation_keys: {
    group: 'discussion',
    label: 'Words that require approval',
    help: 'One word per line. A comment that contains one of them in its text, name, email address or URL must be approved.',
    control: 'lines',
  },
  disallowed_keys: {
    group: 'discussion',
    label: 'Disallowed words',
    help: 'One word per line. A comment that contains one of them is moved to the trash.',
    control: 'lines',
  },
  close_comments_days_old: {
    group: 'discussion',
    label: 'Close comments after days',
    help: 'Comments on a post are closed this many days after its publication. Enter 0 to keep them open.',
    minimum: 0,
    maximum: maxDays,
  },
  comment_depth: {
    group: 'discussion',
    label: 'Levels of replies',
    help: 'How deeply replies to comments can be nested. Enter 0 for no limit.',
    minimum: 0,
  },
  comments_notify: {
    group: 'discussion',
    label: 'Email authors about comments',
    help: 'The author of a post gets an email about each new comment.',
  },
  moderation_notify: {
    group: 'discussion',
    label: 'Email moderators about comments to approve',
    help: 'Moderators get an email about each comment that must be approved.',
  },
  notes_notify: {
    group: 'discussion',
    label: 'Email authors about notes',
    help: 'The author of an entry gets an email about each note that another user adds in the editor.',
  },
} as const satisfies Record<string, SettingForm>;

const permalinksAndPrivacy = {
  permalink_structure: {
    group: 'permalinks',
    label: 'URLs of posts',
    help: 'Tags in percent signs stand for values of the post: %postname%, %post_id%, %year%, %monthnum%, %day%. Former URLs continue to work.',
    control: 'permalink',
    suggestions: [
      '/%postname%/',
      '/%year%/%monthnum%/%postname%/',
      '/%year%/%monthnum%/%day%/%postname%/',
      '/archives/%post_id%/',
    ],
  },
  show_avatars: {
    group: 'privacy',
    label: 'Display avatars',
    help: 'Avatars come from the service below, which receives a hash of the email address.',
  },
  avatar_address: {
    group: 'privacy',
    label: 'URL of avatars',
    help: '{hash} stands for the hash of the email address, {size} for the size of the image.',
  },
  menus_public: {
    group: 'privacy',
    label: 'Menus are public',
    help: 'Anyone may read the menus through the API. A separate front end needs this, or a user of its own.',
  },
  mail_log_days: {
    group: 'privacy',
    label: 'Days to keep the mail log',
    help: 'The mail log lists the recipients and subjects of sent emails. Older entries are deleted.',
    minimum: 0,
    maximum: maxDays,
  },
} as const satisfies Record<string, SettingForm>;

/** The presentation of all settings, in the order in which user interfaces display them. */
export const settingForms: { readonly [Name in keyof typeof declaredSettings]: SettingForm } = {
  ...general,
  ...writing,
  ...reading,
  ...discussion,
  ...permalinksAndPrivacy,
};

/** Settings whose values contain text that is stored escaped for HTML. */
export const escapedSettings: readonly string[] = ['title', 'description'];
