// Generates the abilities of the content API from its declarations, including the content types and taxonomies of a site.
import type { Abilities } from '../grammar/ability.ts';
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import { abilitiesOf, capitalize, hyphenated } from './collection-abilities.ts';
import { designAbilities } from './design-abilities.ts';

/** Returns the abilities of a content type or taxonomy. */
function abilitiesOfContent(declared: ContentType | Taxonomy, description: string): Abilities {
  const { name, restNamespace, restBase, noun } = declared;
  const category = hyphenated(restBase);
  return {
    categories: [{ slug: category, label: capitalize(noun.many), description }],
    abilities: abilitiesOf({
      ...{ category, noun, one: hyphenated(name), many: category },
      path: `/${restNamespace}/${restBase}`,
      isOfFiles: 'servedAs' in declared && declared.servedAs === 'media',
      isForGood: !('servedAs' in declared),
    }),
  };
}

/** Resource groups whose collections have the common abilities. Those of global styles and fonts are in design-abilities.ts. */
const groupsWithCommonAbilities: readonly ContentType['servedAs'][] = ['entries', 'media', 'menu-items', 'templates'];

const users: Abilities = {
  categories: [{ slug: 'users', label: 'Users', description: 'User accounts and authors.' }],
  abilities: abilitiesOf(
    {
      ...{ category: 'users', one: 'user', many: 'users', noun: { one: 'user', many: 'users' } },
      path: '/cms/v2/users',
    },
    ['list', 'get'],
  ),
};

const comments: Abilities = {
  categories: [{ slug: 'comments', label: 'Comments', description: 'Comments on entries and their moderation.' }],
  abilities: abilitiesOf({
    ...{ category: 'comments', one: 'comment', many: 'comments', noun: { one: 'comment', many: 'comments' } },
    path: '/cms/v2/comments',
  }).map((ability) =>
    ability.name === 'octavo/update-comment'
      ? {
          ...ability,
          label: 'Moderate a comment',
          description: 'Updates one comment: its text, or its status (`approved`, `hold`, `spam` or `trash`).',
        }
      : ability,
  ),
};

const settings = '/cms/v2/settings';

const site: Abilities = {
  categories: [
    { slug: 'site', label: 'Site', description: 'The site as a whole: its name, settings and search.' },
    { slug: 'user', label: 'User', description: 'The account of the caller.' },
  ],
  abilities: [
    {
      name: 'core/get-site-info',
      label: 'Get site information',
      description: 'Returns the name, URL, language, time zone and administration email address of the site.',
      category: 'site',
      request: { method: 'GET', path: settings },
      shows: {
        name: 'title',
        description: 'description',
        url: 'url',
        admin_email: 'email',
        language: 'language',
        timezone: 'timezone',
      },
    },
    {
      name: 'core/get-user-info',
      label: 'Get user information',
      description: 'Returns the account of the caller, with its roles.',
      category: 'user',
      request: { method: 'GET', path: '/cms/v2/users/me' },
      always: { context: 'edit' },
      shows: {
        id: 'id',
        display_name: 'name',
        user_nicename: 'slug',
        user_login: 'username',
        roles: 'roles',
        locale: 'locale',
      },
    },
    {
      name: 'octavo/search',
      label: 'Search the site',
      description: 'Searches the whole site for published entries, terms or post formats.',
      category: 'site',
      request: { method: 'GET', path: '/cms/v2/search' },
    },
    {
      name: 'octavo/get-settings',
      label: 'Get settings',
      description: 'Returns the settings of the site.',
      category: 'site',
      request: { method: 'GET', path: settings },
    },
    {
      name: 'octavo/update-settings',
      label: 'Update settings',
      description: 'Updates the settings of the site. Omitted settings do not change.',
      category: 'site',
      request: { method: 'POST', path: settings },
    },
  ],
};

/** Returns the abilities for the given content types and taxonomies, and for themes, comments, users and the site. */
export function contentAbilities(types: readonly ContentType[], taxonomies: readonly Taxonomy[]): Abilities {
  const ofTypes = types
    .filter((type) => groupsWithCommonAbilities.includes(type.servedAs))
    .map((type) => abilitiesOfContent(type, `Reading and writing ${type.noun.many}.`));
  const ofTaxonomies = taxonomies.map((each) => abilitiesOfContent(each, `Reading and writing ${each.noun.many}.`));
  const all = [site, ...ofTypes, ...ofTaxonomies, designAbilities, comments, users];
  return {
    categories: all.flatMap(({ categories }) => categories),
    abilities: all.flatMap(({ abilities }) => abilities),
  };
}
