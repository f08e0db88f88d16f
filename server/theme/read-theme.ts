// Reads a theme from its folder, once at startup (docs/themes.md).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalBlocks } from '../rendering/blocks/index.ts';
import { readPatternCategories, readPatterns } from './read-patterns.ts';
import { resolveArea, standardTemplates } from './standard-templates.ts';
import type { Configuration, Theme, ThemeFile, Variation } from './theme.ts';
import { type JsonFile, listFileSlugs, readJsonFile, readTextFile, themeJsonVersion } from './theme-files.ts';
import { requireArray, requireObject, requireString, ThemeError } from './validation.ts';

/** The folder of the default theme. */
export const defaultThemeFolder = fileURLToPath(new URL('../../themes/quarto', import.meta.url));

/**
 * Reads the theme in a folder, with all its files.
 *
 * Throws ThemeError when the theme is invalid. The message names the file and the problem in one sentence.
 */
export function readTheme(folder: string): Theme {
  if (!existsSync(path.join(folder, 'theme.json'))) throw new ThemeError('theme.json is missing');
  const declared = readJsonFile(folder, 'theme.json');
  const metadata = requireObject(declared.theme, 'theme.json: theme');
  const metadataField = (name: string) => requireString(metadata[name] ?? '', `theme.json: theme.${name}`);
  const name = metadataField('name');
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name))
    throw new ThemeError(
      'theme.json: theme.name must have 1 to 64 characters: only lowercase letters, digits, _ and -, beginning with a letter or digit',
    );
  const templates = readThemeFiles(folder, 'templates', name, readCustomTemplates(declared));
  if (!templates.has('index'))
    throw new ThemeError('templates/index.html is missing; it is the fallback for all pages');
  return {
    folder: path.resolve(folder),
    name,
    title: metadataField('title') || name,
    description: metadataField('description'),
    author: metadataField('author'),
    authorUri: metadataField('authorUri'),
    themeUri: metadataField('themeUri'),
    version: metadataField('version'),
    tags: requireArray(metadata.tags, 'theme.json: theme.tags').map((tag) =>
      requireString(tag, 'theme.json: theme.tags'),
    ),
    settings: requireObject(declared.settings ?? {}, 'theme.json: settings'),
    styles: requireObject(declared.styles ?? {}, 'theme.json: styles'),
    styleSheet: readStyleSheet(folder),
    variations: readVariations(folder),
    templates,
    parts: readThemeFiles(folder, 'parts', name, readTemplateParts(declared)),
    patterns: readPatterns(folder, name, declared),
    patternCategories: readPatternCategories(declared),
  };
}

type DeclaredFile = Pick<ThemeFile, 'title' | 'area' | 'description'> & Partial<Pick<ThemeFile, 'postTypes'>>;

/** Returns the custom templates that theme.json declares, by slug. */
function readCustomTemplates({ customTemplates }: JsonFile): Map<string, DeclaredFile> {
  const location = 'theme.json: customTemplates';
  return readDeclaredFiles(customTemplates, location, ({ postTypes }) => ({
    area: '',
    postTypes: requireArray(postTypes ?? ['page'], location).map((type) => requireString(type, location)),
  }));
}

/** Returns the template parts that theme.json declares, by slug. */
function readTemplateParts({ templateParts }: JsonFile): Map<string, DeclaredFile> {
  const location = 'theme.json: templateParts';
  return readDeclaredFiles(templateParts, location, ({ area }) => ({
    area: resolveArea(requireString(area ?? '', `${location}: area`)),
  }));
}

/** Returns the files that a list in theme.json declares, by slug. `readMore` reads the properties that only this list has. */
const readDeclaredFiles = (
  list: unknown,
  location: string,
  readMore: (declared: Configuration) => Pick<DeclaredFile, 'area' | 'postTypes'>,
): Map<string, DeclaredFile> =>
  new Map(
    requireArray(list, location).map((each) => {
      const declared = requireObject(each, location);
      const slug = requireString(declared.name, `${location}: name`);
      const title = requireString(declared.title ?? slug, `${location}: title`);
      const description = requireString(declared.description ?? '', `${location}: description`);
      return [slug, { title, description, ...readMore(declared) }];
    }),
  );

/**
 * Returns the templates or template parts (`kind`) of a theme by slug, in alphabetical order. Throws ThemeError if a declared file is
 * missing, or a file has an invalid name or cannot be read.
 */
function readThemeFiles(
  folder: string,
  kind: string,
  theme: string,
  declaredFile: ReadonlyMap<string, DeclaredFile>,
): Map<string, ThemeFile> {
  const files = new Map(
    listFileSlugs(folder, kind, '.html').map((slug): [string, ThemeFile] => {
      const own = declaredFile.get(slug);
      const standard = kind === 'templates' ? standardTemplates.get(slug) : undefined;
      const content = normalBlocks(readTextFile(folder, `${kind}/${slug}.html`), theme);
      const { title, area, ...more } = own ?? {
        ...{ title: slug, description: '' },
        area: kind === 'parts' ? resolveArea('') : '',
      };
      return [slug, { slug, title, area, content, ...more, ...standard }];
    }),
  );
  const missing = [...declaredFile.keys()].find((slug) => !files.has(slug));
  if (missing !== undefined) throw new ThemeError(`${kind}/${missing}.html is missing but declared in theme.json`);
  return files;
}

/** Returns the CSS of the theme; empty if it has none. Throws ThemeError if the CSS would end the style element that contains it. */
function readStyleSheet(folder: string): string {
  const file = 'style.css';
  const css = existsSync(path.join(folder, file)) ? readTextFile(folder, file) : '';
  if (/<\/style/i.test(css)) throw new ThemeError(`${file} must not contain the end tag of the style element`);
  return css;
}

function readVariations(folder: string): Variation[] {
  return listFileSlugs(folder, 'styles', '.json').map((slug) => {
    const file = `styles/${slug}.json`;
    const { title, settings, styles } = readJsonFile(folder, file);
    return {
      slug,
      title: requireString(title ?? slug, `${file}: title`),
      version: themeJsonVersion,
      settings: requireObject(settings ?? {}, `${file}: settings`),
      styles: requireObject(styles ?? {}, `${file}: styles`),
    };
  });
}
