// The abilities of the content API, made of what is declared: a site's own types and taxonomies have theirs, too.
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import { type Abilities, abilitiesOf, capital, hyphened } from './collection-abilities.ts';
import { designAbilities } from './design-abilities.ts';

/** What is offered of a type or taxonomy. */
function offered(declared: ContentType | Taxonomy, description: string): Abilities {
  const { name, restNamespace, restBase, noun } = declared;
  const category = hyphened(restBase);
  return {
    categories: [{ slug: category, label: capital(noun.many), description }],
    abilities: abilitiesOf({
      ...{ category, noun, one: hyphened(name), many: category },
      path: `/${restNamespace}/${restBase}`,
      isOfFiles: 'servedAs' in declared && declared.servedAs === 'media',
      isForGood: !('servedAs' in declared),
    }),
  };
}

/** Those whose collections and items are alike; what a site looks like has abilities of its own. */
const servedAs: readonly ContentType['servedAs'][] = ['entries', 'media', 'menu-items', 'templates'];

const people: Abilities = {
  categories: [{ slug: 'users', label: 'Users', description: 'Who has an account, and who has written something.' }],
  abilities: abilitiesOf(
    {
      ...{ category: 'users', one: 'user', many: 'users', noun: { one: 'user', many: 'users' } },
      path: '/cms/v2/users',
    },
    ['list', 'get'],
  ),
};

const comments: Abilities = {
  categories: [
    { slug: 'comments', label: 'Comments', description: 'What is said about entries, and what of it is shown.' },
  ],
  abilities: abilitiesOf({
    ...{ category: 'comments', one: 'comment', many: 'comments', noun: { one: 'comment', many: 'comments' } },
    path: '/cms/v2/comments',
  }).map((ability) =>
    ability.name === 'octavo/update-comment'
      ? {
          ...ability,
          label: 'Moderate a comment',
          description:
            'Changes one comment: its text, or by its status whether it is shown (approved, hold, spam, trash).',
        }
      : ability,
  ),
};

const settings = '/cms/v2/settings';

const site: Abilities = {
  categories: [
    { slug: 'site', label: 'Site', description: 'The site as a whole: what it is called, its settings, its search.' },
    { slug: 'user', label: 'User', description: 'Who is asking.' },
  ],
  abilities: [
    {
      name: 'core/get-site-info',
      label: 'Get site information',
      description: 'Tells what the site is called, where it is, its language and the address of its administration.',
      category: 'site',
      asks: { method: 'GET', path: settings },
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
      description: 'Tells who is asking: the account that the credentials belong to, with its roles.',
      category: 'user',
      asks: { method: 'GET', path: '/cms/v2/users/me' },
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
      description: 'Finds published entries, or terms, of all kinds at once by words.',
      category: 'site',
      asks: { method: 'GET', path: '/cms/v2/search' },
    },
    {
      name: 'octavo/get-settings',
      label: 'Get settings',
      description: 'Reads the settings of the site.',
      category: 'site',
      asks: { method: 'GET', path: settings },
    },
    {
      name: 'octavo/update-settings',
      label: 'Update settings',
      description: 'Changes settings of the site: what is sent is replaced, all else stays.',
      category: 'site',
      asks: { method: 'POST', path: settings },
    },
  ],
};

/** The abilities of content of these types and taxonomies, of users, comments and the site. */
export function contentAbilities(types: readonly ContentType[], taxonomies: readonly Taxonomy[]): Abilities {
  const ofTypes = types
    .filter((type) => servedAs.includes(type.servedAs))
    .map((type) => offered(type, `Reads and changes ${type.noun.many}.`));
  const ofTaxonomies = taxonomies.map((each) => offered(each, `Reads and changes ${each.noun.many}.`));
  const all = [site, ...ofTypes, ...ofTaxonomies, designAbilities, comments, people];
  return {
    categories: all.flatMap(({ categories }) => categories),
    abilities: all.flatMap(({ abilities }) => abilities),
  };
}
