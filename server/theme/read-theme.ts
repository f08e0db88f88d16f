// Reading a theme from its folder, once, at the start (docs/themes.md).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalBlocks } from '../rendering/blocks/index.ts';
import { requireList, requireObject, requireText, ThemeFault } from './requirements.ts';
import { areaOf, standardTemplates } from './standard-templates.ts';
import type { Theme, ThemeFile, Variation } from './theme.ts';

/** The folder of the theme that a site has as long as it is given no other. */
export const defaultThemeFolder = fileURLToPath(new URL('../../themes/quarto', import.meta.url));

/** The version of the form that theme.json and variations are written in. */
export const themeJsonVersion = 3;

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
  };
}

type Declared = Readonly<Record<string, unknown>>;
type Told = Pick<ThemeFile, 'title' | 'area'> & Partial<Pick<ThemeFile, 'postTypes'>>;

/** What theme.json says of templates of the theme's own. */
function ownTemplates({ customTemplates }: Declared): Map<string, Told> {
  const place = 'theme.json: customTemplates';
  return new Map(
    requireList(customTemplates, place).map((each) => {
      const { name, title, postTypes } = requireObject(each, place);
      const types = requireList(postTypes ?? ['page'], place).map((type) => requireText(type, place));
      const slug = requireText(name, `${place}: name`);
      return [slug, { title: requireText(title ?? slug, `${place}: title`), area: '', postTypes: types }];
    }),
  );
}

/** What theme.json says of parts. */
function ownParts({ templateParts }: Declared): Map<string, Told> {
  const place = 'theme.json: templateParts';
  return new Map(
    requireList(templateParts, place).map((each) => {
      const { name, title, area } = requireObject(each, place);
      const slug = requireText(name, `${place}: name`);
      const told = requireText(title ?? slug, `${place}: title`);
      return [slug, { title: told, area: areaOf(requireText(area ?? '', `${place}: area`)) }];
    }),
  );
}

/** The files of a kind by their names, in the order of the names. */
function filesOf(folder: string, kind: string, theme: string, told: ReadonlyMap<string, Told>): Map<string, ThemeFile> {
  const files = new Map(
    namesIn(folder, kind, '.html').map((slug): [string, ThemeFile] => {
      const own = told.get(slug);
      const standard = kind === 'templates' ? standardTemplates.get(slug) : undefined;
      const content = normalBlocks(readText(folder, `${kind}/${slug}.html`), theme);
      const { title, area, ...more } = own ?? { title: slug, area: kind === 'parts' ? areaOf('') : '' };
      return [slug, { slug, title, area, description: '', content, ...more, ...standard }];
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

/** The names of the files of a folder of the theme, without their ending. Throws ThemeFault for one that cannot be a slug. */
function namesIn(folder: string, kind: string, ending: string): string[] {
  const place = path.join(folder, kind);
  if (!existsSync(place)) return [];
  const names = readdirSync(place)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
  const wrong = names.find((name) => !/^[a-z0-9][a-z0-9_-]{0,150}$/.test(name));
  if (wrong !== undefined)
    throw new ThemeFault(`${kind}/${wrong}${ending} must be called by small letters, digits, _ and -`);
  return names;
}

/** The text of a file of the theme, without the line end that editors put behind it. */
function readText(folder: string, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path.join(folder, file))).trimEnd();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? '';
    throw new ThemeFault(
      reason === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? `${file} is not UTF-8` : `${file} cannot be read (${reason})`,
    );
  }
}

function readJson(folder: string, file: string): Declared {
  const text = readText(folder, file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ThemeFault(`${file} is not JSON`);
  }
  const declared = requireObject(value, file);
  if (declared.version !== themeJsonVersion) throw new ThemeFault(`${file} must say "version": ${themeJsonVersion}`);
  return declared;
}
