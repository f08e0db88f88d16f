// Declares the articles of the demo content. The text of an article is in articles/SLUG.html, as a block editor saves it, with references
// to other content (../references.ts).
import type { formats } from '../../../contract/columns.ts';
import type { ImageName } from './images.ts';
import type { AuthorName } from './people.ts';
import type { CategoryName, TagName } from './subjects.ts';

/** An article of the demo content. */
export interface DemoArticle {
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  /** Time between the publication and the creation of the content, in hours. */
  readonly ageHours: number;
  readonly author: AuthorName;
  readonly category: CategoryName;
  readonly tags: readonly TagName[];
  readonly options: ArticleOptions;
}

interface ArticleOptions {
  /** The featured image. */
  readonly image?: ImageName;
  readonly format?: (typeof formats)[number];
  readonly isSticky?: boolean;
  readonly password?: string;
  /** Texts of the footnotes by the IDs with which the content refers to them. */
  readonly footnotes?: Readonly<Record<string, string>>;
}

/** The password of the protected article. */
export const articlePassword = 'lantern';

const days = (count: number, hours: number): number => 24 * count + hours;

/** The articles from the oldest to the newest. Their texts refer only to older articles. */
export const articles: readonly DemoArticle[] = [
  {
    slug: 'mending-a-chair',
    title: 'How to mend a chair without taking it apart',
    excerpt: 'Most chairs that wobble have one loose joint and five good ones. Leave the five alone.',
    ageHours: days(164, 6),
    author: 'tomas',
    category: 'workshop',
    tags: ['wood', 'slowness'],
    options: { image: 'chair-grain' },
  },
  {
    slug: 'learning-the-grasses',
    title: 'Learning the grasses',
    excerpt: 'The strip between the path and the sea used to contain one thing. Now it contains sixty-one.',
    ageHours: days(147, 9),
    author: 'wilma',
    category: 'walks',
    tags: ['plants', 'slowness'],
    options: { image: 'grass-wind' },
  },
  {
    slug: 'the-swifts-left-on-a-tuesday',
    title: 'The swifts left on a Tuesday',
    excerpt: '',
    ageHours: days(129, 15),
    author: 'wilma',
    category: 'weather',
    tags: ['birds'],
    options: { format: 'aside' },
  },
  {
    slug: 'the-museum-of-one-street',
    title: 'The museum of one street',
    excerpt: 'A silver cup has been turned away. A potato masher has not. A visit to the front room of number eleven.',
    ageHours: days(112, 3),
    author: 'jun',
    category: 'walks',
    tags: ['company'],
    options: { image: 'museum-window' },
  },
  {
    slug: 'walking-home-after-midnight',
    title: 'Walking home after midnight',
    excerpt: 'A road that you know by day is a different road at night. It is longer, to begin with.',
    ageHours: days(93, 11),
    author: 'ines',
    category: 'night-walks',
    tags: ['light', 'slowness'],
    options: { image: 'night-moon' },
  },
  {
    slug: 'a-clock-that-only-knows-the-tide',
    title: 'A clock that only knows the tide',
    excerpt: 'It has one hand, it has never told anyone the time, and it takes a weekend to build.',
    ageHours: days(78, 5),
    author: 'tomas',
    category: 'workshop',
    tags: ['instruments', 'tides'],
    options: { image: 'tide-level' },
  },
  {
    slug: 'overheard-at-the-slipway',
    title: 'Overheard at the slipway',
    excerpt: '',
    ageHours: days(61, 7),
    author: 'ines',
    category: 'workshop',
    tags: ['wood'],
    options: { format: 'quote' },
  },
  {
    slug: 'the-road-that-is-there-twice-a-day',
    title: 'The road that is there twice a day',
    excerpt: 'The road to the island lies under the sea, except when it does not. Eleven crossings in one month.',
    ageHours: days(47, 8),
    author: 'ines',
    category: 'walks',
    tags: ['tides', 'company'],
    options: { image: 'tide-road', isSticky: true },
  },
  {
    slug: 'bread-for-people-who-are-out-all-day',
    title: 'Bread for people who are out all day',
    excerpt: 'Twenty minutes of work, spread over a day in three pieces. It does not mind if you are late.',
    ageHours: days(33, 10),
    author: 'jun',
    category: 'kitchen',
    tags: ['bread', 'slowness'],
    options: { image: 'bread-field' },
  },
  {
    slug: 'seven-colors-of-a-low-shore',
    title: 'Seven colors of a low shore',
    excerpt: 'One stretch of sand in the course of a single day. Six of the seven, to be exact.',
    ageHours: days(21, 4),
    author: 'wilma',
    category: 'weather',
    tags: ['light', 'tides'],
    options: { image: 'shore-5', format: 'gallery' },
  },
  {
    slug: 'a-field-guide-to-fog',
    title: 'A field guide to fog',
    excerpt: 'Fog is a cloud that has lost its appointment. How to tell the four kinds apart, from inside.',
    ageHours: days(12, 13),
    author: 'wilma',
    category: 'weather',
    tags: ['light', 'instruments'],
    options: {
      image: 'fog-lake',
      footnotes: {
        '6f1d3c2a-8f0e-4b52-9a57-3b1c6a0d9e11':
          'The name has nothing to do with anything dangerous. What radiates is the ground, which gives up its heat to a clear sky.',
        'b27c0a94-5d43-4c1f-8e6b-72f5d0c3a8e2':
          'Two of my eleven entries were made from the same boat on the same morning, and perhaps I ought to count them as one.',
      },
    },
  },
  {
    slug: 'supper-by-lantern-light',
    title: 'Supper by lantern light',
    excerpt: '',
    ageHours: days(6, 2),
    author: 'jun',
    category: 'kitchen',
    tags: ['company'],
    options: { image: 'lanterns', password: articlePassword },
  },
  {
    slug: 'the-long-table',
    title: 'In praise of the long table',
    excerpt: 'A small round table is made for conversation. A long one is made for everybody else.',
    ageHours: days(2, 5),
    author: 'jun',
    category: 'kitchen',
    tags: ['company', 'bread'],
    options: { image: 'table-evening' },
  },
  {
    slug: 'what-the-barometer-knows',
    title: 'What the barometer knows',
    excerpt: 'It does not know what the weather is. It does know what the weather is about to become.',
    ageHours: 5,
    author: 'tomas',
    category: 'weather',
    tags: ['instruments'],
    options: { image: 'isobars' },
  },
];
