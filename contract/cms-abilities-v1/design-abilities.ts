// The abilities of what a site looks like: its theme, what it changes of that, its fonts.
import { fontFaces } from '../cms-v2/font-faces.ts';
import { fontFamilies } from '../cms-v2/font-families.ts';
import { globalStyles } from '../cms-v2/global-styles.ts';
import type { Ability } from '../grammar/ability.ts';
import { type Abilities, abilitiesOf, hyphened } from './collection-abilities.ts';

const stylesPath = `/${globalStyles.restNamespace}/${globalStyles.restBase}`;
const familiesPath = `/${fontFamilies.restNamespace}/${fontFamilies.restBase}`;

const ownLink = 'cms:user-global-styles';

const themes: Abilities = {
  categories: [
    { slug: 'themes', label: 'Themes', description: 'What the site looks like before anything is changed.' },
  ],
  abilities: [
    {
      name: 'octavo/list-themes',
      label: 'List themes',
      description: `Tells the themes of the site, the active one among them; its link ${ownLink} ends with the id of the global styles.`,
      category: 'themes',
      asks: { method: 'GET', path: '/cms/v2/themes' },
      links: [ownLink],
    },
    {
      name: 'octavo/get-theme',
      label: 'Get theme',
      description: 'Reads one theme by its stylesheet, which is its name.',
      category: 'themes',
      asks: { method: 'GET', path: '/cms/v2/themes/<stylesheet>' },
    },
  ],
};

const category = globalStyles.restBase;

const stylesAbilities: readonly Ability[] = [
  {
    name: 'octavo/get-global-styles',
    label: 'Get global styles',
    description:
      'Reads what the site changes of its theme, by the id that the theme has a link to: settings and styles.',
    category,
    asks: { method: 'GET', path: `${stylesPath}/<id>` },
  },
  {
    name: 'octavo/update-global-styles',
    label: 'Update global styles',
    description:
      'Changes what the site changes of its theme: the settings or styles that are sent take the place of all that were there, so read them before.',
    category,
    asks: { method: 'POST', path: `${stylesPath}/<id>` },
  },
  {
    name: 'octavo/get-theme-styles',
    label: 'Get styles of a theme',
    description: 'Reads the settings and styles that the active theme has by itself, by its stylesheet.',
    category,
    asks: { method: 'GET', path: `${stylesPath}/themes/<stylesheet>` },
  },
  {
    name: 'octavo/list-theme-variations',
    label: 'List variations of a theme',
    description: 'Tells the other styles that the active theme offers, each ready to be sent as global styles.',
    category,
    asks: { method: 'GET', path: `${stylesPath}/themes/<stylesheet>/variations` },
  },
];

const styles: Abilities = {
  categories: [{ slug: category, label: 'Global styles', description: 'What the site changes of its theme.' }],
  abilities: stylesAbilities,
};

const fonts: Abilities = {
  categories: [
    { slug: 'font-families', label: 'Font families', description: 'The fonts that the site has, by their families.' },
    { slug: 'font-faces', label: 'Font faces', description: 'The weights and styles of a font family.' },
    { slug: 'font-collections', label: 'Font collections', description: 'Fonts that the site can be given.' },
  ],
  abilities: [
    ...abilitiesOf({
      ...{ category: 'font-families', one: hyphened(fontFamilies.name), many: 'font-families' },
      ...{ noun: fontFamilies.noun, path: familiesPath, isForGood: true },
    }),
    ...abilitiesOf(
      {
        ...{ category: 'font-faces', one: hyphened(fontFaces.name), many: 'font-faces' },
        ...{ noun: fontFaces.noun, path: `${familiesPath}/<font_family_id>/font-faces`, isForGood: true },
      },
      ['list', 'get', 'create', 'delete'],
    ),
    ...abilitiesOf(
      {
        ...{ category: 'font-collections', one: 'font-collection', many: 'font-collections', key: 'slug' },
        ...{ noun: { one: 'font collection', many: 'font collections' }, path: '/cms/v2/font-collections' },
      },
      ['list', 'get'],
    ),
  ],
};

const all = [themes, styles, fonts];

/** The abilities of themes, global styles and fonts. */
export const designAbilities: Abilities = {
  categories: all.flatMap(({ categories }) => categories),
  abilities: all.flatMap(({ abilities }) => abilities),
};
