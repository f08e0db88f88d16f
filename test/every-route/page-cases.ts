// Declares the permission cases of oEmbed (media-fonts-and-oembed.md, part C), URL details, the theme export (protocol.md §20)
// and preview links. All URLs lead to the site itself, so that no external host is contacted.
import type { MediaSite } from '../media-site.ts';
import {
  administrators,
  authors,
  type Case,
  creating,
  editors,
  everybody,
  type Fixture,
  forOwners,
  next,
  type Row,
  signedIn,
  writers,
} from './cases.ts';
import { entry } from './entry-cases.ts';
import { image } from './other-cases.ts';

const oembed = '/oembed/1.0';

/** Creates a published post with an image. */
const page: Fixture = async (site) => {
  const { id } = await image(site, 'author');
  const text = { title: `Embedded ${next()}`, excerpt: `hushed ${next()}`, status: 'publish', featured_media: id };
  return { url: (await site.create('/cms/v2/posts', text)).link };
};

/** Creates a draft and returns its URL. */
const hidden: Fixture = async (site, owner) => {
  const { id } = await entry('posts', 'draft')(site, owner);
  return { url: `http://site.test/?p=${id}` };
};

const query = 'url=<url>';
const published = { description: 'a published post', fixture: page, query };
const draft = { description: "another's draft", fixture: hidden, query };
const notFoundForAll: Row = [404, 404, 404, 404, 404, 404];
const notFoundForWriters: Row = [401, 403, 404, 404, 404, 404];
const details = 'GET /cms-block-editor/v1/url-details';

const oembedCases: Case[] = [
  { route: `GET ${oembed}`, description: 'the index', statuses: everybody },
  { route: `GET ${oembed}/embed`, ...published, statuses: everybody },
  // Shared caches may store the responses, so all callers get the response for anonymous callers.
  { route: `GET ${oembed}/embed`, ...draft, statuses: notFoundForAll },
  {
    route: `GET ${oembed}/embed`,
    ...draft,
    description: "one's own draft",
    isOwn: true,
    statuses: forOwners(notFoundForAll),
  },
  { route: `GET ${oembed}/proxy`, ...published, statuses: writers, code: 'rest_forbidden' },
  { route: `GET ${oembed}/proxy`, ...draft, statuses: notFoundForWriters, code: 'rest_forbidden' },
  { route: details, ...published, statuses: writers, code: 'rest_cannot_view_url_details' },
  { route: details, ...draft, statuses: notFoundForWriters, code: 'rest_cannot_view_url_details' },
  {
    ...{ route: 'GET /cms-block-editor/v1/export', description: 'the active theme' },
    ...{ statuses: administrators, code: 'rest_cannot_export_templates' },
  },
];

const previews = '/octavo/v1/previews';
const preview =
  (type: string): Fixture =>
  async (site, owner) => {
    const { id } = await entry(type, 'draft')(site, owner);
    const made = await site.create(previews, { entry: id });
    return { entry: made.entry, id: made.id };
  };

/** Cases of preview links, which users who may edit an entry may create. */
const previewCases: Case[] = (
  [
    ["another's post", { fixture: preview('posts') }, editors],
    ["one's own post", { fixture: preview('posts'), isOwn: true }, forOwners(writers)],
    ["another's page", { fixture: preview('pages') }, editors],
  ] as const
)
  .flatMap(([description, about, statuses]): Case[] => [
    { route: `GET ${previews}`, description, ...about, query: 'entry=<entry>', statuses },
    {
      route: `POST ${previews}`,
      description,
      ...about,
      json: ({ entry }) => ({ entry }),
      statuses: creating(statuses),
    },
    { route: `DELETE ${previews}/<id>`, description, ...about, statuses },
  ])
  .map((each) => ({ ...each, code: 'rest_cannot_edit' }));

/** Cases of starting entries. Callers may start the entries that they may create. */
const autoDraftCases: Case[] = (
  [
    ['post', creating(writers)],
    ['page', creating(editors)],
  ] as const
).map(([type, statuses]) => ({
  ...{ route: 'POST /octavo/v1/auto-drafts', description: `a ${type}`, json: { type } },
  ...{ statuses, code: 'rest_cannot_create' },
}));

/** Cases of the data that admins and editors need at their start. */
const editorCases: Case[] = [
  {
    ...{ route: 'GET /octavo/v1/admin', description: 'the data of an admin' },
    ...{ statuses: signedIn, code: 'rest_not_logged_in' },
  },
  ...(
    [
      ["another's draft", 'posts', 'draft', false, editors],
      ["one's own draft", 'posts', 'draft', true, forOwners(writers)],
      ["another's published post", 'posts', 'publish', false, editors],
      ["one's own published post", 'posts', 'publish', true, forOwners(authors)],
      ["another's page", 'pages', 'draft', false, editors],
    ] as const
  ).map(
    ([description, type, status, isOwn, statuses]): Case => ({
      ...{ route: 'GET /octavo/v1/editors/<id>', description, fixture: entry(type, status) },
      ...{ isOwn, statuses, code: 'rest_cannot_edit' },
    }),
  ),
];

/** All cases of oEmbed, URL details, the theme export, previews, auto-drafts, admins and editors. */
export const pageCases: Case[] = [...oembedCases, ...previewCases, ...autoDraftCases, ...editorCases];

/** Adds pages and preview links to a site. */
export async function addPages(site: MediaSite): Promise<void> {
  await page(site, 'author');
  await preview('posts')(site, 'author');
}
