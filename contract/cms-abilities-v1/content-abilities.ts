// The abilities of the content API, made of what is declared: a site's own types and taxonomies have theirs, too.
import type { Ability, AbilityCategory } from '../grammar/ability.ts';
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import type { Method } from '../grammar/route.ts';

/** Abilities with their categories. */
export interface Abilities {
  readonly categories: readonly AbilityCategory[];
  readonly abilities: readonly Ability[];
}

/** A collection of records and its items, as the sentences of abilities call them. */
interface Collection {
  readonly category: string;
  /** Of the names of what is done with one, and with many. */
  readonly one: string;
  readonly many: string;
  readonly noun: { readonly one: string; readonly many: string };
  readonly path: string;
  /** Its records are made of files, which are fetched from an address. */
  readonly isOfFiles?: boolean;
}

type Deed = 'list' | 'get' | 'create' | 'update' | 'delete';

const everything: readonly Deed[] = ['list', 'get', 'create', 'update', 'delete'];

const methodOf: Readonly<Record<Deed, Method>> = {
  list: 'GET',
  get: 'GET',
  create: 'POST',
  update: 'POST',
  delete: 'DELETE',
};

const descriptionOf: Readonly<Record<Deed, (noun: Collection['noun'], isOfFiles: boolean) => string>> = {
  list: ({ many }) => `Finds ${many} by words and other filters, page by page.`,
  get: ({ one }) => `Reads one ${one} by its id. With the context edit it tells the source of its texts.`,
  create: ({ one }, isOfFiles) =>
    `Makes a new ${one}${isOfFiles ? ', of the picture at the address url; what it is called can be changed afterwards' : ''}.`,
  update: ({ one }) => `Changes one ${one}: what is sent is replaced, all else stays.`,
  delete: ({ one }) => `Deletes one ${one}; where there is a trash, into it, unless force is true.`,
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name as abilities write it: names of the service's own lose their prefix. */
const hyphened = (name: string): string => name.replace(/^cms_/, '').replaceAll('_', '-');

function abilitiesOf(collection: Collection, deeds: readonly Deed[] = everything): Ability[] {
  const { category, one, many, noun, path, isOfFiles = false } = collection;
  return deeds.map((deed): Ability => {
    const ofMany = deed === 'list';
    return {
      name: `octavo/${deed}-${ofMany ? many : one}`,
      label: `${capital(deed)} ${ofMany ? noun.many : noun.one}`,
      description: descriptionOf[deed](noun, isOfFiles),
      category,
      asks: { method: methodOf[deed], path: ofMany || deed === 'create' ? path : `${path}/<id>` },
      ...(isOfFiles && deed === 'create' && { takes: ['url', 'post'], needs: ['url'] }),
    };
  });
}

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
    }),
  };
}

/** Fonts and styles are for people who look at what they do. */
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
    .map((type) => offered(type, `Entries of the type ${type.name}.`));
  const ofTaxonomies = taxonomies.map((each) => offered(each, `Terms of the taxonomy ${each.name}.`));
  const all = [site, ...ofTypes, ...ofTaxonomies, comments, people];
  return {
    categories: all.flatMap(({ categories }) => categories),
    abilities: all.flatMap(({ abilities }) => abilities),
  };
}
