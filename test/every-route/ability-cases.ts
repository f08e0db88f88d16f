// What programs are offered to do (protocol.md §20).
import type { MediaSite } from '../media-site.ts';
import { face, family, styles } from './design-cases.ts';
import { called, named } from './other-cases.ts';
import {
  administrators,
  type Case,
  editors,
  everybody,
  type Names,
  next,
  signedIn,
  type Thing,
  writers,
} from './row.ts';

const abilities = '/cms-abilities/v1';
const run = `${abilities}/abilities/<name>/run`;
const ability = (name: string) => called({ name: `octavo/${name}` });
const seeing = { statuses: signedIn, code: 'rest_forbidden' };
const cannotRun = 'rest_ability_cannot_execute';

/** Runs an ability about a thing, given what names the thing and more. */
const running = (method: string, name: string, thing: Thing, input: (names: Names) => object): Case => ({
  ...{ route: `${method} ${run}`, of: name.replaceAll('-', ' '), json: (names) => ({ input: input(names) }) },
  thing: async (site, owner) => ({ ...(await thing(site, owner)), name: `octavo/${name}` }),
  ...{ statuses: administrators, code: cannotRun },
});
const nothing: Thing = async () => ({});
const byId = ({ id }: Names) => ({ id });
const ofFace = ({ id, font_family_id }: Names) => ({ id, font_family_id });
const newFamily = () => ({ name: 'hushed', slug: `hushed-${next()}`, fontFamily: 'Hushed' });
const newFace = () => ({ fontFamily: `hushed ${next()}`, src: 'http://site.test/fonts/box.woff2' });

/** What a site looks like. */
const designCases: Case[] = [
  running('GET', 'list-themes', nothing, () => ({})),
  { ...running('GET', 'get-theme', styles, ({ stylesheet }) => ({ stylesheet })), statuses: writers },
  { ...running('GET', 'get-global-styles', styles, byId), statuses: writers },
  running('POST', 'update-global-styles', styles, ({ id }) => ({ id, title: `hushed ${next()}` })),
  { ...running('GET', 'get-theme-styles', styles, ({ stylesheet }) => ({ stylesheet })), statuses: writers },
  { ...running('GET', 'list-theme-variations', styles, ({ stylesheet }) => ({ stylesheet })), statuses: writers },
  running('GET', 'list-font-families', family, () => ({})),
  running('GET', 'get-font-family', family, byId),
  running('POST', 'create-font-family', nothing, () => ({ font_family_settings: newFamily() })),
  running('POST', 'update-font-family', family, ({ id }) => ({ id, font_family_settings: { name: 'hushed' } })),
  running('DELETE', 'delete-font-family', family, ({ id }) => ({ id, force: true })),
  running('GET', 'list-font-faces', face, ({ font_family_id }) => ({ font_family_id })),
  running('GET', 'get-font-face', face, ofFace),
  running('POST', 'create-font-face', family, ({ font_family_id }) => ({
    font_family_id,
    font_face_settings: newFace(),
  })),
  running('DELETE', 'delete-font-face', face, (names) => ({ ...ofFace(names), force: true })),
  running('GET', 'list-font-collections', nothing, () => ({})),
  {
    ...running('GET', 'get-font-collection', nothing, () => ({ slug: 'none' })),
    statuses: [401, 403, 403, 403, 403, 404],
  },
];

/** Who may run an ability is who may ask the route that it asks. */
export const abilityCases: Case[] = [
  { route: `GET ${abilities}`, of: 'the index', statuses: everybody },
  { route: `GET ${abilities}/abilities`, of: 'all', ...seeing },
  { route: `GET ${abilities}/abilities/<name>`, of: 'one', thing: ability('list-posts'), ...seeing },
  { route: `GET ${abilities}/categories`, of: 'all', ...seeing },
  { route: `GET ${abilities}/categories/<slug>`, of: 'one', thing: called({ slug: 'posts' }), ...seeing },
  { route: `GET ${run}`, of: 'posts', thing: ability('list-posts'), statuses: everybody },
  {
    ...{ route: `GET ${run}`, of: 'settings', thing: ability('get-settings') },
    ...{ statuses: administrators, code: cannotRun },
  },
  {
    ...{ route: `POST ${run}`, of: 'a new category', thing: ability('create-category') },
    ...{ json: () => ({ input: named() }), statuses: editors, code: cannotRun },
  },
  {
    ...{ route: `DELETE ${run}`, of: 'a tag', json: ({ id }: Names) => ({ input: { id, force: true } }) },
    thing: async (site: MediaSite) => ({
      name: 'octavo/delete-post-tag',
      id: (await site.make('/cms/v2/tags', named())).id,
    }),
    ...{ statuses: editors, code: cannotRun },
  },
  {
    ...{ route: `PUT,PATCH ${run}`, of: 'posts', thing: ability('list-posts') },
    statuses: [405, 405, 405, 405, 405, 405],
  },
  ...designCases,
];
