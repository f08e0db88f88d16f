// The patterns of a theme: theme.json names them, and each has a file (docs/themes.md).
import { normalBlocks } from '../rendering/blocks/index.ts';
import { requireList, requireObject, requireText, ThemeFault } from './requirements.ts';
import type { PatternCategory, ThemePattern } from './theme.ts';
import { type Declared, isThemeFileName, readText } from './theme-files.ts';

/** How wide a pattern is in a preview that does not say. Dots. */
const usualWidth = 1200;

/** The patterns that theme.json names. Throws ThemeFault for one that cannot be used. */
export function readPatterns(folder: string, theme: string, { patterns }: Declared): ThemePattern[] {
  const place = 'theme.json: patterns';
  const texts = (value: unknown, name: string) =>
    requireList(value, `${place}: ${name}`).map((each) => requireText(each, `${place}: ${name}`));
  return requireList(patterns, place).map((each) => {
    const told = requireObject(each, place);
    const slug = requireText(told.name, `${place}: name`);
    if (!isThemeFileName(slug)) throw new ThemeFault(`${place}: name must be small letters, digits, _ and -`);
    const { viewportWidth = usualWidth, inserter = true } = told;
    if (typeof viewportWidth !== 'number') throw new ThemeFault(`${place}: viewportWidth must be a number`);
    if (typeof inserter !== 'boolean') throw new ThemeFault(`${place}: inserter must be true or false`);
    return {
      slug,
      title: requireText(told.title ?? slug, `${place}: title`),
      description: requireText(told.description ?? '', `${place}: description`),
      content: normalBlocks(readText(folder, `patterns/${slug}.html`), theme),
      categories: texts(told.categories, 'categories'),
      keywords: texts(told.keywords, 'keywords'),
      blockTypes: texts(told.blockTypes, 'blockTypes'),
      postTypes: texts(told.postTypes, 'postTypes'),
      templateTypes: texts(told.templateTypes, 'templateTypes'),
      viewportWidth,
      inserter,
    };
  });
}

/** The categories of patterns that theme.json names. Throws ThemeFault for one that cannot be used. */
export function readPatternCategories({ patternCategories }: Declared): PatternCategory[] {
  const place = 'theme.json: patternCategories';
  return requireList(patternCategories, place).map((each) => {
    const { name, label, description } = requireObject(each, place);
    const own = requireText(name, `${place}: name`);
    return {
      name: own,
      label: requireText(label ?? own, `${place}: label`),
      description: requireText(description ?? '', `${place}: description`),
    };
  });
}
