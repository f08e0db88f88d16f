// A site in which everything that users without `unfiltered_html` and visitors can write contains a value, and the URLs of all kinds of
// its pages. The same records are updated for each value, so that only the value differs between the pages.
import { createImage } from '../media-site.ts';
import type { Caller, TestResponse, TestSite } from '../site.ts';

/** A kind of page, and its path for a value. */
export interface PageKind {
  readonly name: string;
  readonly pathOf: (value: string) => string;
}

export interface HostileSite {
  readonly kinds: readonly PageKind[];
  /** The post with the comment form. */
  readonly post: { readonly id: number; readonly path: string };
  /** Writes a value to all fields. Values that the API rejects for a field leave it unchanged. */
  write(value: string): Promise<void>;
}

/** A field, and who writes it. Values follow a word, so that the field is not empty when nothing of the value is stored. */
interface Write {
  readonly caller: Caller;
  readonly path: string;
  readonly json: (value: string) => object;
  /** Statuses of responses to values that the field does not accept. */
  readonly rejects?: readonly number[];
}

const word = (value: string): string => `Word ${value}`;

/** Maximum length of a value in the attributes of blocks. The API rejects content that is too expensive to render. */
const maxAttributeLength = 200;

/** Creates the records, in a site with a file store. `advance` advances the clock of the site by seconds: visitors must not comment too often. */
export async function openHostileSite(site: TestSite, advance: (seconds: number) => void): Promise<HostileSite> {
  const settings = { anonymous_comments: true, anonymous_comments_per_minute: 1_000_000, comment_max_links: 0 };
  await site.service.settings.set({ ...settings, comment_previously_approved: false });
  const { id: tag, link: tagLink } = await site.create('/cms/v2/tags', { name: 'Tag', slug: 'tag' });
  const { id: category } = await site.create('/cms/v2/categories', { name: 'Above', slug: 'above' });
  const entry = { title: 'Title', content: 'Content', status: 'publish', tags: [tag], date: '2026-01-02T00:00:00' };
  const post = await site.create(
    '/cms/v2/posts',
    { ...entry, slug: 'text', categories: [category], format: 'aside' },
    'author',
  );
  const blocks = await site.create(
    '/cms/v2/posts',
    { ...entry, slug: 'blocks', date: '2026-01-03T00:00:00' },
    'author',
  );
  const draft = await site.create('/cms/v2/posts', { title: 'Draft', content: 'Draft' }, 'contributor');
  const preview = await site.create('/octavo/v1/previews', { entry: draft.id });
  const locked = { ...entry, slug: 'locked', password: 'secret', date: '2026-01-04T00:00:00' };
  const guarded = await site.create('/cms/v2/posts', locked, 'author');
  const before = { ...entry, slug: 'before', date: '2026-01-01T00:00:00' };
  const neighbor = await site.create('/cms/v2/posts', before, 'author');
  const comment = await site.create('/cms/v2/comments', { post: post.id, content: 'Comment' }, 'subscriber');
  const { body: media } = await uploadImage(site, 'image.png', await createImage(8, 6));
  const image = Number(media.id);
  await site.request('author', 'POST', `/cms/v2/posts/${post.id}`, { featured_media: image });
  const texts = (value: string) => ({ title: word(value), content: `<p>Word</p>${value}`, excerpt: word(value) });
  const writes: readonly Write[] = [
    { caller: 'author', path: `posts/${post.id}`, json: texts },
    { caller: 'author', path: `posts/${neighbor.id}`, json: texts },
    { caller: 'author', path: `posts/${guarded.id}`, json: texts },
    { caller: 'contributor', path: `posts/${draft.id}`, json: texts },
    {
      ...{ caller: 'author', path: `media/${image}` },
      json: (value) => ({ title: word(value), alt_text: word(value), caption: word(value), description: word(value) }),
    },
    {
      caller: 'author',
      path: `posts/${blocks.id}`,
      json: (value) => ({ content: `[gallery ids="${image}"]${blocksWith(value.slice(0, maxAttributeLength))}` }),
    },
    {
      ...{ caller: 'author', path: `posts/${blocks.id}` },
      json: (value) => ({ meta: { footnotes: JSON.stringify([{ id: value, content: value }]) } }),
    },
    {
      ...{ caller: 'administrator', path: `tags/${tag}`, rejects: [400] },
      json: (value) => ({ name: word(value), description: word(value) }),
    },
    {
      ...{ caller: 'author', path: 'users/me', rejects: [400] },
      json: (value) => ({ name: word(value), nickname: word(value), first_name: value, description: word(value) }),
    },
    { caller: 'author', path: 'users/me', rejects: [400], json: (value) => ({ url: value }) },
    { caller: 'subscriber', path: 'users/me', rejects: [400], json: (value) => ({ name: word(value), url: value }) },
    { caller: 'subscriber', path: `comments/${comment.id}`, rejects: [403], json: (value) => ({ content: value }) },
    {
      ...{ caller: 'administrator', path: 'settings', rejects: [400] },
      json: (value) => ({ title: word(value), description: word(value) }),
    },
  ];
  let visitorComment = 0;
  const commentAsVisitor = async (value: string) => {
    if (visitorComment > 0)
      await site.request('administrator', 'DELETE', `/cms/v2/comments/${visitorComment}?force=true`);
    advance(20);
    const author = { author_name: word(value).slice(0, 200), author_email: 'visitor@far.test' };
    const sent = { post: post.id, content: word(value), ...author };
    const withUrl = await site.request('anonymous', 'POST', '/cms/v2/comments', { ...sent, author_url: value });
    const { status, body } =
      withUrl.status === 400 ? await site.request('anonymous', 'POST', '/cms/v2/comments', sent) : withUrl;
    if (status !== 201) throw new Error(`A comment was rejected with ${status}: ${JSON.stringify(body)}`);
    visitorComment = Number(body.id);
  };
  const pathOf = (link: string) => link.replace('http://site.test', '');
  const fixed = (name: string, path: string): PageKind => ({ name, pathOf: () => path });
  const withValue = (name: string, path: string): PageKind => ({
    name,
    pathOf: (value) => path.replace('VALUE', encodeURIComponent(value.toWellFormed())),
  });
  return {
    post: { id: post.id, path: pathOf(post.link) },
    kinds: [
      ...[fixed('home', '/'), fixed('post', pathOf(post.link)), fixed('blocks', pathOf(blocks.link))],
      ...[fixed('frame', `${pathOf(post.link)}embed/`), fixed('password form', pathOf(guarded.link))],
      ...[fixed('preview', pathOf(preview.link)), fixed('tag', pathOf(tagLink)), fixed('author', '/author/author/')],
      ...[
        fixed('attachment', pathOf(media.link)),
        fixed('category', '/category/above/'),
        ...[fixed('year', '/2026/'), fixed('month', '/2026/01/'), fixed('day', '/2026/01/02/')],
        ...[fixed('format', '/type/aside/')],
        fixed('not found', '/nothing/'),
      ],
      ...[withValue('search', '/?s=VALUE')],
      ...[withValue('page of a query', `${pathOf(blocks.link)}?query-1-page=VALUE`)],
      ...[withValue('reply', `${pathOf(post.link)}?replytocom=VALUE`), withValue('path', '/nothing/VALUE/')],
      ...[withValue('page number', '/page/VALUE/'), withValue('author path', '/author/VALUE/')],
    ],
    async write(value) {
      for (const { caller, path, json, rejects = [] } of writes) {
        const { status, body } = await site.request(caller, 'POST', `/cms/v2/${path}`, json(value));
        if (status !== 200 && !rejects.includes(status))
          throw new Error(`${path} was rejected with ${status}: ${JSON.stringify([value, body])}`);
      }
      await commentAsVisitor(value);
    },
  };
}

/** Uploads an image as an author, and returns the response. */
export function uploadImage(site: TestSite, name: string, bytes: Uint8Array): Promise<TestResponse> {
  // Names are sent as UTF-8. The header cannot contain quotes and control characters.
  const sent = Buffer.from(name.replace(/["\\]|\p{Cc}/gu, '')).toString('latin1');
  const disposition = `attachment; filename="${sent}"`;
  const headers = { 'content-type': 'image/png', 'content-disposition': disposition };
  return site.sendBody('author', 'POST', '/cms/v2/media', bytes, headers);
}

/** Returns content with dynamic blocks, with the value in their attributes, and with blocks that have styles of their own. */
function blocksWith(value: string): string {
  const attributes = {
    className: value,
    anchor: value,
    label: value,
    type: 'archive',
    arrow: value,
    level: 2,
    url: value,
  };
  const style = {
    spacing: { blockGap: value, padding: value, margin: { top: value } },
    color: { text: value, background: value, gradient: value },
    elements: {
      link: { color: { text: value }, ':hover': { color: { text: value } } },
      heading: { color: { text: value } },
    },
    typography: { fontSize: value, fontFamily: value },
    border: { radius: value, color: value },
    background: { backgroundImage: { url: value } },
    css: value,
  };
  const layouts = [
    { type: 'constrained', contentSize: value, wideSize: value, justifyContent: value },
    { type: 'flex', orientation: value, flexWrap: value, verticalAlignment: value, justifyContent: value },
    { type: 'grid', columnCount: value, minimumColumnWidth: value, rowCount: value },
    { type: value },
  ];
  const json = (object: object) =>
    JSON.stringify(object).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('--', '\\u002d\\u002d');
  const names = [
    ...['query-title', 'post-navigation-link', 'post-comments-form', 'comments-pagination', 'post-content', 'search'],
    ...['site-title', 'navigation-link', 'post-author', 'latest-comments', 'footnotes', 'read-more'],
  ];
  return [
    ...names.map((name) => `<!-- wp:${name} ${json({ ...attributes, showTitle: true, linkLabel: true })} /-->`),
    ...layouts.map(
      (layout) => `<!-- wp:group ${json({ layout, style })} --><div class="wp-block-group">In</div><!-- /wp:group -->`,
    ),
    `<!-- wp:columns ${json({ isStackedOnMobile: false, style })} --><div class="wp-block-columns"></div><!-- /wp:columns -->`,
  ].join('');
}
