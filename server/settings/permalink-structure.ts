// The permalink structure of the site: the template of the URL paths of posts, with tags such as %year% and %postname%.
import { reservedSegments } from '../site.ts';

/** Maximum length of a permalink structure, in characters. */
const maxLength = 200;

/** The tags of permalink structures, with the text that each matches in a path. */
const tags = {
  year: '\\d{4}',
  monthnum: '\\d{2}',
  day: '\\d{2}',
  hour: '\\d{2}',
  minute: '\\d{2}',
  second: '\\d{2}',
  post_id: '\\d{1,15}',
  postname: '[^/]+',
} as const;

type Tag = keyof typeof tags;

const isTag = (name: string): name is Tag => Object.hasOwn(tags, name);

const tagPattern = /%([^%/]*)%/g;

/** First path segments below which the service has pages of its own, in addition to the reserved ones. */
const archiveSegments: ReadonlySet<string> = new Set([
  ...['author', 'category', 'tag', 'type', 'attachment', 'comments', 'page', 'search', 'index.php'],
  ...['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'],
]);

/**
 * Returns the reason why a text is not a valid permalink structure, as the end of a sentence that begins with "it"; undefined if it is valid.
 * `taken` contains further first segments of URLs, such as those of the content types of the site.
 */
export function findPermalinkStructureError(
  structure: string,
  taken: ReadonlySet<string> = new Set(),
): string | undefined {
  if (structure.length > maxLength) return `must have at most ${maxLength} characters`;
  if (!/^\/(?:[^/]+\/)+$/.test(structure))
    return `must begin and end with / and contain no empty segment, for example /%year%/%postname%/`;
  const names = [...structure.matchAll(tagPattern)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isTag(name));
  if (unknown !== undefined)
    return `must not contain %${unknown}%; the tags are ${Object.keys(tags)
      .map((name) => `%${name}%`)
      .join(', ')}`;
  if (new Set(names).size < names.length) return 'must contain each tag at most once';
  if (!names.includes('postname') && !names.includes('post_id')) return 'must contain %postname% or %post_id%';
  if (!/^[a-z0-9._~/-]*$/.test(structure.replace(tagPattern, '')))
    return 'must consist of tags, lowercase letters, digits, hyphens, dots, underscores and tildes';
  if (/%%/.test(structure)) return 'must have text between two tags';
  return findCollision(structure, taken);
}

function findCollision(structure: string, taken: ReadonlySet<string>): string | undefined {
  const segments = segmentsOf(structure);
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'must not contain the segments . and ..';
  const [first = ''] = segments;
  if (
    reservedSegments.has(first) ||
    archiveSegments.has(first) ||
    /^(?:wp-)?sitemap|^robots/.test(first) ||
    taken.has(first)
  )
    return `must not begin with /${first}/, because the site has other pages below it`;
  const last = segments.at(-1) ?? '';
  if (['embed', 'feed', 'amp', 'trackback'].includes(last) || segments.at(-2) === 'page' || segments.at(-2) === 'feed')
    return 'must not end like the URL of a feed, an embedded post or a further page';
  const isDate = segments.length <= 3 && segments.every((segment) => /^(?:\d|%(?!postname%)\w+%)+$/.test(segment));
  return isDate
    ? 'must differ from the URLs of date archives; begin it with a word, for example /archives/%post_id%/'
    : undefined;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** The values of a post for the tags of a permalink structure. */
interface PermalinkValues {
  readonly id: number;
  /** The date as `YYYY-MM-DDTHH:MM:SS` in the time zone of the site. */
  readonly date: string;
  readonly slug: string;
}

/** Returns the URL path of a post according to a permalink structure. */
export const fillPermalinkStructure = (structure: string, values: PermalinkValues): string =>
  structure.replace(tagPattern, (text, name: string) => (isTag(name) ? tagValue(name, values) : text));

/** The positions of the parts of a date. */
const datePositions = {
  year: [0, 4],
  monthnum: [5, 7],
  day: [8, 10],
  hour: [11, 13],
  minute: [14, 16],
  second: [17, 19],
} as const;

function tagValue(tag: Tag, { id, date, slug }: PermalinkValues): string {
  if (tag === 'postname') return slug;
  return tag === 'post_id' ? String(id) : date.slice(...datePositions[tag]);
}

/** The reference to a post in a URL path. */
interface PermalinkMatch {
  readonly id?: number;
  readonly slug?: string;
}

/**
 * Returns the ID and the slug in the path of a post with this permalink structure; undefined if the path does not have the structure. The
 * caller must compare the path with that of the post, because tags with dates are not returned.
 */
export function matchPermalinkStructure(structure: string, path: string): PermalinkMatch | undefined {
  const pattern = structure
    .split(tagPattern)
    .map((part, at) => (at % 2 === 1 && isTag(part) ? `(?<${part}>${tags[part]})` : part.replaceAll('.', '\\.')))
    .join('');
  const { post_id, postname } = new RegExp(`^${pattern}$`).exec(path)?.groups ?? {};
  return post_id === undefined && postname === undefined
    ? undefined
    : { ...(post_id !== undefined && { id: Number(post_id) }), ...(postname !== undefined && { slug: postname }) };
}
