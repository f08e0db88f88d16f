// An in-memory site for tests of single blocks without a database.

import { renderContentParts, serializeParts } from '../../server/rendering/content-parts.ts';
import { fillContents, type Loader } from '../../server/rendering/dynamic/fill.ts';
import { type EntryQuery, keyOf, type LoadedData, type Need } from '../../server/rendering/dynamic/needs.ts';
import type { PageView } from '../../server/rendering/dynamic/page-view.ts';
import type {
  CommentView,
  EmbedView,
  EntryView,
  ImageView,
  TermView,
  TrackView,
  UserView,
} from '../../server/rendering/dynamic/views.ts';

/** Returns an entry with an ID and default values. */
export const createEntryView = (id: number, more: Partial<EntryView> = {}): EntryView => ({
  id,
  type: 'post',
  title: `Post ${id}`,
  excerpt: `<p>Excerpt ${id}</p>\n`,
  url: `http://x.test/post-${id}/`,
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

/** Returns a term with an ID and default values. */
export const termOf = (id: number, more: Partial<TermView> = {}): TermView => ({
  id,
  taxonomy: 'category',
  name: `Term ${id}`,
  description: `About term ${id}`,
  url: `http://x.test/term-${id}/`,
  parent: 0,
  count: id,
  ...more,
});

export const testUser: UserView = {
  id: 1,
  name: 'Ada &amp; Co',
  description: 'Writes <b>a lot</b>.',
  url: 'http://x.test/author/ada/',
  avatarUrl: 'http://x.test/ada?s={size}',
};

/** Returns a comment on entry 9. */
export const commentOf = (id: number, more: Partial<CommentView> = {}): CommentView => ({
  id,
  post: 9,
  parent: 0,
  authorName: `Author ${id}`,
  authorUrl: `http://author-${id}.test/`,
  avatarUrl: 'http://x.test/somebody?s={size}',
  content: `<p>Comment ${id}</p>\n`,
  date: `2026-01-${String(id).padStart(2, '0')}T10:00:00`,
  ...more,
});

/** Returns a public image. */
export const imageOf = (id: number, more: Partial<ImageView> = {}): ImageView => ({
  id,
  parent: 9,
  isPublic: true,
  url: `http://x.test/picture-${id}/`,
  fileUrl: `http://x.test/picture-${id}.jpg`,
  caption: `Picture <em>${id}</em>`,
  titleKey: `picture ${id}`,
  date: `2026-01-${String(id).padStart(2, '0')}T10:00:00`,
  menuOrder: 0,
  isPortrait: false,
  fileOfSize: (size) => ({ src: `http://x.test/picture-${id}-${size}.jpg`, width: 640, height: 480 }),
  imgOfSize: (size, describedBy) =>
    `<img src="http://x.test/picture-${id}.jpg" class="size-${size}" aria-describedby="${describedBy}" />`,
  ...more,
});

/** Returns a public audio file. */
export const trackOf = (id: number, more: Partial<TrackView> = {}): TrackView => ({
  id,
  parent: 9,
  isPublic: true,
  url: `http://x.test/track-${id}/`,
  fileUrl: `http://x.test/track-${id}.mp3`,
  caption: '',
  titleKey: `track ${id}`,
  date: `2026-01-${String(id).padStart(2, '0')}T10:00:00`,
  menuOrder: 0,
  medium: 'audio',
  rawFileUrl: `http://x.test/track-${id}.mp3`,
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

/** Returns the data for the iframe of an entry. */
export const frameOf = (name: string, more: Partial<EmbedView> = {}): EmbedView => ({
  link: `http://x.test/${name}/`,
  frameUrl: `http://x.test/${name}/embed/`,
  title: `The <em>${name}</em>`,
  ...more,
});

/** The data of a test site. */
export interface TestSite extends Partial<Omit<LoadedData, 'site'>> {
  readonly site?: Partial<LoadedData['site']>;
  /** Raw content of other entries by ID. */
  readonly contents?: Readonly<Record<number, { readonly type: string; readonly raw: string }>>;
}

/** Renders content, and returns the HTML and the needs that each level has requested. */
export async function renderContent(
  raw: string,
  { site, contents = {}, ...more }: TestSite = {},
  entry: EntryView = createEntryView(9),
  page?: PageView,
): Promise<{ html: string; requestedNeeds: readonly (readonly Need[])[] }> {
  const requestedNeeds: (readonly Need[])[] = [];
  const data: LoadedData = {
    site: {
      title: 'A site',
      description: 'About things',
      front: 'http://x.test',
      theme: 'quarto',
      signInUrl: 'http://x.test/account/sign-in',
      apiUrl: undefined,
      logo: 0,
      ...site,
    },
    entries: () => [],
    total: () => 0,
    entry: () => undefined,
    content: (id) => {
      const content = contents[id];
      return content && { id, ...content, stored: serializeParts(renderContentParts(content.raw)) };
    },
    terms: () => [],
    termsOf: () => [],
    user: (id) => (id === 1 ? testUser : undefined),
    image: () => undefined,
    imagesOf: () => [],
    track: () => undefined,
    tracksOf: () => [],
    entryAtUrl: () => undefined,
    periods: () => [],
    days: () => [],
    comments: () => [],
    commentsOf: () => ({ comments: [], omitsReplies: false }),
    commentCounts: () => ({ total: 0, threads: 0 }),
    neighborsOf: () => ({}),
    form: () => undefined,
    templatePart: () => undefined,
    siteNavigation: () => undefined,
    pattern: () => undefined,
    ...more,
  };
  const loader: Loader = { data, load: async (needs) => void requestedNeeds.push(needs) };
  const [html = ''] = await fillContents(
    [{ stored: serializeParts(renderContentParts(raw)), entry, ...(page && { page }) }],
    loader,
  );
  return { html, requestedNeeds };
}

/** Renders content to HTML. */
export const renderHtml = async (...args: Parameters<typeof renderContent>): Promise<string> =>
  (await renderContent(...args)).html;

/** Returns the distinct entry queries that rendering the content requires. */
export async function queriesOf(raw: string): Promise<EntryQuery[]> {
  const { requestedNeeds } = await renderContent(raw);
  const needs = new Map(requestedNeeds.flat().map((need) => [keyOf(need), need]));
  return [...needs.values()].flatMap((need) => (need.kind === 'entries' ? [need.query] : []));
}
