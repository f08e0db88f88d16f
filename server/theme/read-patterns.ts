// Reads the block patterns of a theme. theme.json declares them, and each has a file (docs/themes.md).
import { normalBlocks } from '../rendering/blocks/index.ts';
import type { PatternCategory, ThemePattern } from './theme.ts';
import { isThemeFileName, type JsonFile, readTextFile } from './theme-files.ts';
import { requireArray, requireObject, requireString, ThemeError } from './validation.ts';

/** Default width of a pattern's preview, in pixels. */
const defaultViewportWidth = 1200;

/** Returns the patterns that theme.json declares. Throws ThemeError when one is invalid or its file cannot be read. */
export function readPatterns(folder: string, theme: string, { patterns }: JsonFile): ThemePattern[] {
  const location = 'theme.json: patterns';
  const requireStrings = (value: unknown, name: string) =>
    requireArray(value, `${location}: ${name}`).map((each) => requireString(each, `${location}: ${name}`));
  return requireArray(patterns, location).map((each) => {
    const declaration = requireObject(each, location);
    const slug = requireString(declaration.name, `${location}: name`);
    if (!isThemeFileName(slug))
      throw new ThemeError(
        `${location}: name may contain only lowercase letters, digits, _ and -, and must not begin with _ or -`,
      );
    const { viewportWidth = defaultViewportWidth, inserter = true } = declaration;
    if (typeof viewportWidth !== 'number') throw new ThemeError(`${location}: viewportWidth must be a number`);
    if (typeof inserter !== 'boolean') throw new ThemeError(`${location}: inserter must be true or false`);
    return {
      slug,
      title: requireString(declaration.title ?? slug, `${location}: title`),
      description: requireString(declaration.description ?? '', `${location}: description`),
      content: normalBlocks(readTextFile(folder, `patterns/${slug}.html`), theme),
      categories: requireStrings(declaration.categories, 'categories'),
      keywords: requireStrings(declaration.keywords, 'keywords'),
      blockTypes: requireStrings(declaration.blockTypes, 'blockTypes'),
      postTypes: requireStrings(declaration.postTypes, 'postTypes'),
      templateTypes: requireStrings(declaration.templateTypes, 'templateTypes'),
      viewportWidth,
      inserter,
    };
  });
}

/** Returns the pattern categories that theme.json declares. Throws ThemeError when one is invalid. */
export function readPatternCategories({ patternCategories }: JsonFile): PatternCategory[] {
  const location = 'theme.json: patternCategories';
  return requireArray(patternCategories, location).map((each) => {
    const { name, label, description } = requireObject(each, location);
    const categoryName = requireString(name, `${location}: name`);
    return {
      name: categoryName,
      label: requireString(label ?? categoryName, `${location}: label`),
      description: requireString(description ?? '', `${location}: description`),
    };
  });
}
