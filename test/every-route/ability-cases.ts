// Declares the permission cases of abilities (protocol.md §20).
import type { MediaSite } from '../media-site.ts';
import {
  administrators,
  type Case,
  editors,
  everybody,
  type Fixture,
  type Names,
  next,
  signedIn,
  writers,
} from './cases.ts';
import { face, family, styles } from './design-cases.ts';
import { fixedNames, newName } from './other-cases.ts';

const abilities = '/cms-abilities/v1';
const run = `${abilities}/abilities/<name>/run`;
const ability = (name: string) => fixedNames({ name: `octavo/${name}` });
const viewing = { statuses: signedIn, code: 'rest_forbidden' };
const cannotRun = 'rest_ability_cannot_execute';

/** Returns a case that runs an ability on a fixture. `input` builds the input from the names of the fixture. */
const runCase = (method: string, name: string, createFixture: Fixture, input: (names: Names) => object): Case => ({
  ...{ route: `${method} ${run}`, description: name.replaceAll('-', ' '), json: (names) => ({ input: input(names) }) },
  fixture: async (site, owner) => ({ ...(await createFixture(site, owner)), name: `octavo/${name}` }),
  ...{ statuses: administrators, code: cannotRun },
});
const nothing: Fixture = async () => ({});
const byId = ({ id }: Names) => ({ id });
const ofFace = ({ id, font_family_id }: Names) => ({ id, font_family_id });
const newFamily = () => ({ name: 'hushed', slug: `hushed-${next()}`, fontFamily: 'Hushed' });
const newFace = () => ({ fontFamily: `hushed ${next()}`, src: 'http://site.test/fonts/box.woff2' });

/** Cases of abilities for themes, styles and fonts. */
const designCases: Case[] = [
  runCase('GET', 'list-themes', nothing, () => ({})),
  { ...runCase('GET', 'get-theme', styles, ({ stylesheet }) => ({ stylesheet })), statuses: writers },
  { ...runCase('GET', 'get-global-styles', styles, byId), statuses: writers },
  runCase('POST', 'update-global-styles', styles, ({ id }) => ({ id, title: `hushed ${next()}` })),
  { ...runCase('GET', 'get-theme-styles', styles, ({ stylesheet }) => ({ stylesheet })), statuses: writers },
  { ...runCase('GET', 'list-theme-variations', styles, ({ stylesheet }) => ({ stylesheet })), statuses: writers },
  runCase('GET', 'list-font-families', family, () => ({})),
  runCase('GET', 'get-font-family', family, byId),
  runCase('POST', 'create-font-family', nothing, () => ({ font_family_settings: newFamily() })),
  runCase('POST', 'update-font-family', family, ({ id }) => ({ id, font_family_settings: { name: 'hushed' } })),
  runCase('DELETE', 'delete-font-family', family, ({ id }) => ({ id, force: true })),
  runCase('GET', 'list-font-faces', face, ({ font_family_id }) => ({ font_family_id })),
  runCase('GET', 'get-font-face', face, ofFace),
  runCase('POST', 'create-font-face', family, ({ font_family_id }) => ({
    font_family_id,
    font_face_settings: newFace(),
  })),
  runCase('DELETE', 'delete-font-face', face, (names) => ({ ...ofFace(names), force: true })),
  runCase('GET', 'list-font-collections', nothing, () => ({})),
  {
    ...runCase('GET', 'get-font-collection', nothing, () => ({ slug: 'none' })),
    statuses: [401, 403, 403, 403, 403, 404],
  },
];

/** All cases of abilities. An ability has the permissions of the route that it calls. */
export const abilityCases: Case[] = [
  { route: `GET ${abilities}`, description: 'the index', statuses: everybody },
  { route: `GET ${abilities}/abilities`, description: 'all', ...viewing },
  { route: `GET ${abilities}/abilities/<name>`, description: 'one', fixture: ability('list-posts'), ...viewing },
  { route: `GET ${abilities}/categories`, description: 'all', ...viewing },
  {
    route: `GET ${abilities}/categories/<slug>`,
    description: 'one',
    fixture: fixedNames({ slug: 'posts' }),
    ...viewing,
  },
  { route: `GET ${run}`, description: 'posts', fixture: ability('list-posts'), statuses: everybody },
  {
    ...{ route: `GET ${run}`, description: 'settings', fixture: ability('get-settings') },
    ...{ statuses: administrators, code: cannotRun },
  },
  {
    ...{ route: `POST ${run}`, description: 'a new category', fixture: ability('create-category') },
    ...{ json: () => ({ input: newName() }), statuses: editors, code: cannotRun },
  },
  {
    ...{ route: `DELETE ${run}`, description: 'a tag', json: ({ id }: Names) => ({ input: { id, force: true } }) },
    fixture: async (site: MediaSite) => ({
      name: 'octavo/delete-post-tag',
      id: (await site.create('/cms/v2/tags', newName())).id,
    }),
    ...{ statuses: editors, code: cannotRun },
  },
  {
    ...{ route: `PUT,PATCH ${run}`, description: 'posts', fixture: ability('list-posts') },
    statuses: [405, 405, 405, 405, 405, 405],
  },
  ...designCases,
];
