// What is told of pages: oEmbed (media-fonts-and-oembed.md, part C), details of addresses, the theme as an archive
// (protocol.md §20), and addresses of previews. All addresses are the site's own, so that nothing outside is asked.
import type { MediaSite } from '../media-site.ts';
import { entry } from './entry-cases.ts';
import { image } from './other-cases.ts';
import {
  administrators,
  type Case,
  editors,
  everybody,
  making,
  next,
  own,
  type Row,
  type Thing,
  writers,
} from './row.ts';

const oembed = '/oembed/1.0';

/** A published post with a picture. */
const page: Thing = async (site) => {
  const { id } = await image(site, 'author');
  const text = { title: `Told ${next()}`, excerpt: `hushed ${next()}`, status: 'publish', featured_media: id };
  return { url: (await site.make('/cms/v2/posts', text)).link };
};

/** The address of a draft. */
const hidden: Thing = async (site, owner) => {
  const { id } = await entry('posts', 'draft')(site, owner);
  return { url: `http://site.test/?p=${id}` };
};

const query = 'url=<url>';
const published = { of: 'a published post', thing: page, query };
const draft = { of: "another's draft", thing: hidden, query };
const untold: Row = [404, 404, 404, 404, 404, 404];
const untoldToWriters: Row = [401, 403, 404, 404, 404, 404];
const details = 'GET /cms-block-editor/v1/url-details';

const tellingCases: Case[] = [
  { route: `GET ${oembed}`, of: 'the index', statuses: everybody },
  { route: `GET ${oembed}/embed`, ...published, statuses: everybody },
  // Others keep the answer, so nobody is told more than everybody.
  { route: `GET ${oembed}/embed`, ...draft, statuses: untold },
  { route: `GET ${oembed}/embed`, ...draft, of: "one's own draft", isOwn: true, statuses: own(untold) },
  { route: `GET ${oembed}/proxy`, ...published, statuses: writers, code: 'rest_forbidden' },
  { route: `GET ${oembed}/proxy`, ...draft, statuses: untoldToWriters, code: 'rest_forbidden' },
  { route: details, ...published, statuses: writers, code: 'rest_cannot_view_url_details' },
  { route: details, ...draft, statuses: untoldToWriters, code: 'rest_cannot_view_url_details' },
  {
    ...{ route: 'GET /cms-block-editor/v1/export', of: 'the theme of the site' },
    ...{ statuses: administrators, code: 'rest_cannot_export_templates' },
  },
];

const previews = '/octavo/v1/previews';
const preview =
  (type: string): Thing =>
  async (site, owner) => {
    const { id } = await entry(type, 'draft')(site, owner);
    const made = await site.make(previews, { entry: id });
    return { entry: made.entry, id: made.id };
  };

/** Who may change an entry may let others look at it. */
const previewCases: Case[] = (
  [
    ["another's post", { thing: preview('posts') }, editors],
    ["one's own post", { thing: preview('posts'), isOwn: true }, own(writers)],
    ["another's page", { thing: preview('pages') }, editors],
  ] as const
)
  .flatMap(([of, about, statuses]): Case[] => [
    { route: `GET ${previews}`, of, ...about, query: 'entry=<entry>', statuses },
    { route: `POST ${previews}`, of, ...about, json: ({ entry }) => ({ entry }), statuses: making(statuses) },
    { route: `DELETE ${previews}/<id>`, of, ...about, statuses },
  ])
  .map((each) => ({ ...each, code: 'rest_cannot_edit' }));

/** All cases of what is told of pages. */
export const pageCases: Case[] = [...tellingCases, ...previewCases];

/** More pages and more addresses at which drafts are looked at. */
export async function addPages(site: MediaSite): Promise<void> {
  await page(site, 'author');
  await preview('posts')(site, 'author');
}
