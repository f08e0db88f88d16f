// Reading a theme from its folder, once, at the start (docs/themes.md).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalBlocks } from '../rendering/blocks/index.ts';
import { readPatternCategories, readPatterns } from './read-patterns.ts';
import { requireList, requireObject, requireText, ThemeFault } from './requirements.ts';
import { areaOf, standardTemplates } from './standard-templates.ts';
import type { Theme, ThemeFile, Variation } from './theme.ts';
import { type Declared, namesIn, readJson, readText, themeJsonVersion } from './theme-files.ts';

/** The folder of the theme that a site has as long as it is given no other. */
export const defaultThemeFolder = fileURLToPath(new URL('../../themes/quarto', import.meta.url));

/**
 * The theme of a folder, with all its files.
 *
 * Throws ThemeFault with one sentence that names the file and what is wrong with it.
 */
export function readTheme(folder: string): Theme {
  if (!existsSync(path.join(folder, 'theme.json'))) throw new ThemeFault('there is no theme.json in it');
  const declared = readJson(folder, 'theme.json');
  const about = requireObject(declared.theme, 'theme.json: theme');
  const fact = (name: string) => requireText(about[name] ?? '', `theme.json: theme.${name}`);
  const name = fact('name');
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name))
    throw new ThemeFault('theme.json: theme.name must be small letters, digits, _ and -, 64 at most');
  const templates = filesOf(folder, 'templates', name, ownTemplates(declared));
  if (!templates.has('index'))
    throw new ThemeFault('templates/index.html is missing, which shows what no other is for');
  return {
    folder: path.resolve(folder),
    name,
    title: fact('title') || name,
    description: fact('description'),
    author: fact('author'),
    authorUri: fact('authorUri'),
    themeUri: fact('themeUri'),
    version: fact('version'),
    tags: requireList(about.tags, 'theme.json: theme.tags').map((tag) => requireText(tag, 'theme.json: theme.tags')),
    settings: requireObject(declared.settings ?? {}, 'theme.json: settings'),
    styles: requireObject(declared.styles ?? {}, 'theme.json: styles'),
    variations: variationsOf(folder),
    templates,
    parts: filesOf(folder, 'parts', name, ownParts(declared)),
    patterns: readPatterns(folder, name, declared),
    patternCategories: readPatternCategories(declared),
  };
}

type Told = Pick<ThemeFile, 'title' | 'area' | 'description'> & Partial<Pick<ThemeFile, 'postTypes'>>;

/** What theme.json says of templates of the theme's own. */
function ownTemplates({ customTemplates }: Declared): Map<string, Told> {
  const place = 'theme.json: customTemplates';
  return new Map(
    requireList(customTemplates, place).map((each) => {
      const { name, title, description, postTypes } = requireObject(each, place);
      const types = requireList(postTypes ?? ['page'], place).map((type) => requireText(type, place));
      const slug = requireText(name, `${place}: name`);
      const told = { title: requireText(title ?? slug, `${place}: title`), ...described(description, place) };
      return [slug, { ...told, area: '', postTypes: types }];
    }),
  );
}

/** What theme.json says of parts. */
function ownParts({ templateParts }: Declared): Map<string, Told> {
  const place = 'theme.json: templateParts';
  return new Map(
    requireList(templateParts, place).map((each) => {
      const { name, title, description, area } = requireObject(each, place);
      const slug = requireText(name, `${place}: name`);
      const told = { title: requireText(title ?? slug, `${place}: title`), ...described(description, place) };
      return [slug, { ...told, area: areaOf(requireText(area ?? '', `${place}: area`)) }];
    }),
  );
}

const described = (description: unknown, place: string) => ({
  description: requireText(description ?? '', `${place}: description`),
});

/** The files of a kind by their names, in the order of the names. */
function filesOf(folder: string, kind: string, theme: string, told: ReadonlyMap<string, Told>): Map<string, ThemeFile> {
  const files = new Map(
    namesIn(folder, kind, '.html').map((slug): [string, ThemeFile] => {
      const own = told.get(slug);
      const standard = kind === 'templates' ? standardTemplates.get(slug) : undefined;
      const content = normalBlocks(readText(folder, `${kind}/${slug}.html`), theme);
      const { title, area, ...more } = own ?? {
        ...{ title: slug, description: '' },
        area: kind === 'parts' ? areaOf('') : '',
      };
      return [slug, { slug, title, area, content, ...more, ...standard }];
    }),
  );
  const missing = [...told.keys()].find((slug) => !files.has(slug));
  if (missing !== undefined) throw new ThemeFault(`${kind}/${missing}.html is missing, which theme.json names`);
  return files;
}

function variationsOf(folder: string): Variation[] {
  return namesIn(folder, 'styles', '.json').map((slug) => {
    const file = `styles/${slug}.json`;
    const { title, settings, styles } = readJson(folder, file);
    return {
      slug,
      title: requireText(title ?? slug, `${file}: title`),
      version: themeJsonVersion,
      settings: requireObject(settings ?? {}, `${file}: settings`),
      styles: requireObject(styles ?? {}, `${file}: styles`),
    };
  });
}
