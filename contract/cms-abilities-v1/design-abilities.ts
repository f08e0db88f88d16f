// Declares the abilities for the design of a site: themes, global styles and fonts.
import { fontFaces } from '../cms-v2/font-faces.ts';
import { fontFamilies } from '../cms-v2/font-families.ts';
import { globalStyles } from '../cms-v2/global-styles.ts';
import type { Abilities, Ability } from '../grammar/ability.ts';
import { abilitiesOf, hyphenated } from './collection-abilities.ts';

const stylesPath = `/${globalStyles.restNamespace}/${globalStyles.restBase}`;
const familiesPath = `/${fontFamilies.restNamespace}/${fontFamilies.restBase}`;

const globalStylesLink = 'cms:user-global-styles';

const themes: Abilities = {
  categories: [{ slug: 'themes', label: 'Themes', description: 'The installed themes.' }],
  abilities: [
    {
      name: 'octavo/list-themes',
      label: 'List themes',
      description: `Lists the themes of the site with their status. The link \`${globalStylesLink}\` of the active theme ends with the ID of the global styles.`,
      category: 'themes',
      request: { method: 'GET', path: '/cms/v2/themes' },
      links: [globalStylesLink],
    },
    {
      name: 'octavo/get-theme',
      label: 'Get theme',
      description: 'Returns a theme. Its `stylesheet` is its name.',
      category: 'themes',
      request: { method: 'GET', path: '/cms/v2/themes/<stylesheet>' },
    },
  ],
};

const category = globalStyles.restBase;

const stylesAbilities: readonly Ability[] = [
  {
    name: 'octavo/get-global-styles',
    label: 'Get global styles',
    description:
      'Returns the global styles: the settings and styles with which the site overrides its theme. A link of the active theme contains their ID.',
    category,
    request: { method: 'GET', path: `${stylesPath}/<id>` },
  },
  {
    name: 'octavo/update-global-styles',
    label: 'Update global styles',
    description:
      'Updates the global styles. Submitted settings replace all previous settings, and submitted styles all previous styles, so read them first.',
    category,
    request: { method: 'POST', path: `${stylesPath}/<id>` },
  },
  {
    name: 'octavo/get-theme-styles',
    label: 'Get styles of the active theme',
    description: 'Returns the settings and styles of the active theme, without the overrides of the site.',
    category,
    request: { method: 'GET', path: `${stylesPath}/themes/<stylesheet>` },
  },
  {
    name: 'octavo/list-theme-variations',
    label: 'List style variations of the active theme',
    description: 'Lists the style variations of the active theme, each of which can be submitted as global styles.',
    category,
    request: { method: 'GET', path: `${stylesPath}/themes/<stylesheet>/variations` },
  },
];

const styles: Abilities = {
  categories: [
    {
      slug: category,
      label: 'Global styles',
      description: 'The settings and styles with which the site overrides its theme.',
    },
  ],
  abilities: stylesAbilities,
};

const fonts: Abilities = {
  categories: [
    { slug: 'font-families', label: 'Font families', description: 'The font families of the site.' },
    { slug: 'font-faces', label: 'Font faces', description: 'The weights and styles of a font family.' },
    { slug: 'font-collections', label: 'Font collections', description: 'Fonts that can be installed.' },
  ],
  abilities: [
    ...abilitiesOf({
      ...{ category: 'font-families', one: hyphenated(fontFamilies.name), many: 'font-families' },
      ...{ noun: fontFamilies.noun, path: familiesPath, isForGood: true },
    }),
    ...abilitiesOf(
      {
        ...{ category: 'font-faces', one: hyphenated(fontFaces.name), many: 'font-faces' },
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

/** Abilities for themes, global styles and fonts. */
export const designAbilities: Abilities = {
  categories: all.flatMap(({ categories }) => categories),
  abilities: all.flatMap(({ abilities }) => abilities),
};
