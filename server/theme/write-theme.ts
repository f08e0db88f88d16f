// Converts a theme to the files of its folder. This is the inverse of `readTheme` (docs/themes.md).
import { withoutTheme } from '../rendering/blocks/index.ts';
import { standardTemplates } from './standard-templates.ts';
import type { Theme, ThemeFile } from './theme.ts';
import { themeJsonVersion } from './theme-files.ts';

/**
 * Returns the contents of a theme's files, keyed by their paths in its folder. Reading the files returns an equal theme, except for
 * `folder`, for trailing whitespace of templates, parts and patterns, and for the position of the attribute `theme` in template part
 * blocks.
 */
export function writeTheme(theme: Theme): Map<string, string> {
  const fileContent = (content: string) => `${withoutTheme(content, theme.name)}\n`;
  const folder = (name: string, files: Iterable<{ readonly slug: string; readonly content: string }>) =>
    [...files].map(({ slug, content }) => [`${name}/${slug}.html`, fileContent(content)] as const);
  const variations = theme.variations.map(
    ({ slug, title, settings, styles }) =>
      [`styles/${slug}.json`, json({ version: themeJsonVersion, title, settings, styles })] as const,
  );
  return new Map([
    ['theme.json', json(themeJsonOf(theme))],
    ...(theme.styleSheet === '' ? [] : [['style.css', `${theme.styleSheet}\n`] as const]),
    ...folder('templates', theme.templates.values()),
    ...folder('parts', theme.parts.values()),
    ...folder('patterns', theme.patterns),
    ...variations,
  ]);
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function themeJsonOf(theme: Theme): object {
  const { name, title, description, author, authorUri, themeUri, version, tags, settings, styles } = theme;
  return {
    version: themeJsonVersion,
    theme: { name, title, description, author, authorUri, themeUri, version, tags },
    settings,
    styles,
    customTemplates: [...theme.templates.values()].filter(needsDeclaration).map(declareTemplate),
    templateParts: [...theme.parts.values()].map(({ slug, title, description, area }) => ({
      ...{ name: slug, title, description, area },
    })),
    patterns: theme.patterns.map(({ slug, content: _inItsFile, ...metadata }) => ({ name: slug, ...metadata })),
    patternCategories: theme.patternCategories,
  };
}

/**
 * Returns whether theme.json must declare a template. Standard templates have predefined titles, and the default title of other
 * templates is their slug.
 */
const needsDeclaration = ({ slug, title, postTypes }: ThemeFile): boolean =>
  postTypes !== undefined || (!standardTemplates.has(slug) && title !== slug);

const declareTemplate = ({ slug, title, description, postTypes }: ThemeFile) => ({
  ...{ name: slug, title, description },
  ...(postTypes && { postTypes }),
});
