// The settings of a site: what each may be, and what it is at the start (protocol.md §19). The ones marked inward are
// not part of the settings resource; they are set on the command line.
import { isZone } from '../time/zone.ts';

export interface Setting<V> {
  readonly start: V;
  /** What people set it to, read from text; undefined where the text does not fit. */
  readonly read: (text: string) => V | undefined;
  /** What it takes, for people. */
  readonly takes: string;
  readonly inward?: true;
}

const text = (start: string): Setting<string> => ({ start, read: (value) => value, takes: 'text' });

const integer = (start: number): Setting<number> => ({
  start,
  read: (value) => (/^-?\d{1,15}$/.test(value) ? Number(value) : undefined),
  takes: 'a whole number',
});

const count = (start: number): Setting<number> => ({
  start,
  read: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
  takes: 'a whole number, 0 or more',
});

const choice = <W extends string>(start: W, ...others: W[]): Setting<W> => ({
  start,
  read: (value) => [start, ...others].find((each) => each === value),
  takes: [start, ...others].join(' or '),
});

const yesOrNo = (start: boolean): Setting<boolean> => ({
  start,
  read: (value) => ({ '1': true, true: true, '0': false, false: false })[value],
  takes: '1 or 0',
});

const inward = <V>(setting: Setting<V>): Setting<V> => ({ ...setting, inward: true });

export const declaredSettings = {
  title: text('Octavo'),
  description: text(''),
  timezone: {
    start: '',
    read: (value: string) => (value === '' || isZone(value) ? value : undefined),
    takes: 'the name of a time zone',
  },
  default_category: integer(1),
  show_on_front: choice('posts', 'page'),
  page_on_front: integer(0),
  page_for_posts: integer(0),
  default_comment_status: choice<'open' | 'closed'>('open', 'closed'),
  default_ping_status: choice<'open' | 'closed'>('open', 'closed'),
  comment_previously_approved: inward(yesOrNo(true)),
  comment_moderation: inward(yesOrNo(false)),
  comment_max_links: inward(count(2)),
  moderation_keys: inward(text('')),
  disallowed_keys: inward(text('')),
  close_comments_days_old: inward(count(0)),
  comment_depth: inward(count(0)),
  anonymous_comments: inward(yesOrNo(false)),
  anonymous_comments_per_minute: inward(count(30)),
  show_avatars: inward(yesOrNo(true)),
  avatar_address: inward(text('https://secure.gravatar.com/avatar/{hash}?s={size}&d=mm&r=g')),
} as const satisfies Record<string, Setting<never> | Setting<string> | Setting<number> | Setting<boolean>>;

export type SettingName = keyof typeof declaredSettings;
export type SettingValues = {
  readonly [K in SettingName]: (typeof declaredSettings)[K] extends Setting<infer V> ? V : never;
};

/** Whether there is a setting of this name. */
export const isSetting = (name: string): name is SettingName => Object.hasOwn(declaredSettings, name);
