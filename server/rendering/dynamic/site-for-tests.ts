// A site of a few plain things, for tests of single blocks without a database.

import { contentParts, packParts } from '../parts.ts';
import { fillContents, type Loader } from './fill.ts';
import { type EntryQuery, type Found, keyOf, type Need } from './needs.ts';
import type { ShownComment, ShownEntry, ShownFrame, ShownPicture, ShownTerm, ShownTrack, ShownUser } from './shown.ts';

/** An entry of a number; what is not given is plain. */
export const entryOf = (id: number, more: Partial<ShownEntry> = {}): ShownEntry => ({
  id,
  type: 'post',
  title: `Post ${id}`,
  excerpt: `<p>Excerpt ${id}</p>\n`,
  address: `http://x.test/post-${id}/`,
  date: `2026-01-${String(id).padStart(2, '0')}T10:00:00`,
  modified: '2026-02-01T10:00:00',
  author: 1,
  parent: 0,
  menuOrder: 0,
  meta: '{}',
  titleKey: `post ${id}`,
  featuredMedia: 0,
  ...more,
});

/** A term of a number. */
export const termOf = (id: number, more: Partial<ShownTerm> = {}): ShownTerm => ({
  id,
  taxonomy: 'category',
  name: `Term ${id}`,
  description: `About term ${id}`,
  address: `http://x.test/term-${id}/`,
  parent: 0,
  count: id,
  ...more,
});

export const somebody: ShownUser = {
  id: 1,
  name: 'Ada &amp; Co',
  description: 'Writes <b>a lot</b>.',
  address: 'http://x.test/author/ada/',
  picture: 'http://x.test/ada?s={size}',
};

/** A comment on the entry 9. */
export const commentOf = (id: number, more: Partial<ShownComment> = {}): ShownComment => ({
  id,
  post: 9,
  parent: 0,
  authorName: `Author ${id}`,
  authorUrl: `http://author-${id}.test/`,
  picture: 'http://x.test/somebody?s={size}',
  content: `<p>Comment ${id}</p>\n`,
  date: `2026-01-${String(id).padStart(2, '0')}T10:00:00`,
  ...more,
});

/** A picture that everybody may see. */
export const pictureOf = (id: number, more: Partial<ShownPicture> = {}): ShownPicture => ({
  id,
  parent: 9,
  isPublic: true,
  address: `http://x.test/picture-${id}/`,
  file: `http://x.test/picture-${id}.jpg`,
  caption: `Picture <em>${id}</em>`,
  titleKey: `picture ${id}`,
  date: `2026-01-${String(id).padStart(2, '0')}T10:00:00`,
  menuOrder: 0,
  isUpright: false,
  fileIn: (size) => ({ src: `http://x.test/picture-${id}-${size}.jpg`, width: 640, height: 480 }),
  elementIn: (size, describedBy) =>
    `<img src="http://x.test/picture-${id}.jpg" class="size-${size}" aria-describedby="${describedBy}" />`,
  ...more,
});

/** A sound that everybody may see. */
export const trackOf = (id: number, more: Partial<ShownTrack> = {}): ShownTrack => ({
  id,
  parent: 9,
  isPublic: true,
  address: `http://x.test/track-${id}/`,
  file: `http://x.test/track-${id}.mp3`,
  caption: '',
  titleKey: `track ${id}`,
  date: `2026-01-${String(id).padStart(2, '0')}T10:00:00`,
  menuOrder: 0,
  medium: 'audio',
  source: `http://x.test/track-${id}.mp3`,
  title: `Track ${id}`,
  description: '',
  type: 'audio/mpeg',
  artist: '',
  album: '',
  length: '',
  width: 0,
  height: 0,
  cover: 0,
  ...more,
});

/** An entry of the site as others embed it. */
export const frameOf = (name: string, more: Partial<ShownFrame> = {}): ShownFrame => ({
  link: `http://x.test/${name}/`,
  frame: `http://x.test/${name}/embed/`,
  title: `The <em>${name}</em>`,
  ...more,
});

/** What a site consists of, for a test. */
export interface TestSite extends Partial<Omit<Found, 'site'>> {
  readonly site?: Partial<Found['site']>;
  /** The raw contents of other entries. */
  readonly contents?: Readonly<Record<number, { readonly type: string; readonly raw: string }>>;
}

/** A content as a reader gets it, and what was asked for, level by level. */
export async function show(
  raw: string,
  { site, contents = {}, ...more }: TestSite = {},
  entry: ShownEntry = entryOf(9),
): Promise<{ html: string; asked: readonly (readonly Need[])[] }> {
  const asked: (readonly Need[])[] = [];
  const found: Found = {
    site: {
      title: 'A site',
      description: 'About things',
      front: 'http://x.test',
      theme: 'quarto',
      signIn: 'http://x.test/account/sign-in',
      logo: 0,
      ...site,
    },
    entries: () => [],
    total: () => 0,
    entry: () => undefined,
    content: (id) => {
      const content = contents[id];
      return content && { id, ...content, stored: packParts(contentParts(content.raw)) };
    },
    terms: () => [],
    termsOf: () => [],
    user: (id) => (id === 1 ? somebody : undefined),
    picture: () => undefined,
    picturesOf: () => [],
    track: () => undefined,
    tracksOf: () => [],
    addressed: () => undefined,
    periods: () => [],
    days: () => [],
    comments: () => [],
    commentsOf: () => ({ comments: [], total: 0 }),
    templatePart: () => undefined,
    pattern: () => undefined,
    ...more,
  };
  const loader: Loader = { found, load: async (needs) => void asked.push(needs) };
  const [html = ''] = await fillContents([{ stored: packParts(contentParts(raw)), entry }], loader);
  return { html, asked };
}

/** The HTML of a content alone. */
export const shownOf = async (...args: Parameters<typeof show>): Promise<string> => (await show(...args)).html;

/** The queries among the needs of a content, each once. */
export async function queriesOf(raw: string): Promise<EntryQuery[]> {
  const { asked } = await show(raw);
  const needs = new Map(asked.flat().map((need) => [keyOf(need), need]));
  return [...needs.values()].flatMap((need) => (need.kind === 'entries' ? [need.query] : []));
}
