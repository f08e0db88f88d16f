// A theme as the files of its folder: what `readTheme` reads, the other way round (docs/themes.md).
import { withoutTheme } from '../rendering/blocks/index.ts';
import { standardTemplates } from './standard-templates.ts';
import type { Theme, ThemeFile } from './theme.ts';
import { themeJsonVersion } from './theme-files.ts';

/**
 * The files by their paths below the folder. Reading them gives the same theme, but for blanks at the ends of contents, and
 * the place of the theme's name among the attributes of template parts.
 */
export function writeTheme(theme: Theme): Map<string, string> {
  const html = (content: string) => `${withoutTheme(content, theme.name)}\n`;
  const folder = (name: string, files: Iterable<{ readonly slug: string; readonly content: string }>) =>
    [...files].map(({ slug, content }) => [`${name}/${slug}.html`, html(content)] as const);
  const variations = theme.variations.map(
    ({ slug, title, settings, styles }) =>
      [`styles/${slug}.json`, json({ version: themeJsonVersion, title, settings, styles })] as const,
  );
  return new Map([
    ['theme.json', json(declarationOf(theme))],
    ...folder('templates', theme.templates.values()),
    ...folder('parts', theme.parts.values()),
    ...folder('patterns', theme.patterns),
    ...variations,
  ]);
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

function declarationOf(theme: Theme): object {
  const { name, title, description, author, authorUri, themeUri, version, tags, settings, styles } = theme;
  return {
    version: themeJsonVersion,
    theme: { name, title, description, author, authorUri, themeUri, version, tags },
    settings,
    styles,
    customTemplates: [...theme.templates.values()].filter(needsTelling).map(templateTold),
    templateParts: [...theme.parts.values()].map(({ slug, title, description, area }) => ({
      ...{ name: slug, title, description, area },
    })),
    patterns: theme.patterns.map(({ slug, content: _inItsFile, ...told }) => ({ name: slug, ...told })),
    patternCategories: theme.patternCategories,
  };
}

/** A standard name tells everything of its template, and a template that is not named is called by its file. */
const needsTelling = ({ slug, title, postTypes }: ThemeFile): boolean =>
  postTypes !== undefined || (!standardTemplates.has(slug) && title !== slug);

const templateTold = ({ slug, title, description, postTypes }: ThemeFile) => ({
  ...{ name: slug, title, description },
  ...(postTypes && { postTypes }),
});
