// Finds texts on pages that are not German: neither translations in the catalogue nor data of the site.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const locales = path.resolve(import.meta.dirname, '../locales');

/** All translations. */
const translations = ['de', 'de.editor'].flatMap((name) => {
  const { '': _header, ...messages } = JSON.parse(readFileSync(path.join(locales, `${name}.json`), 'utf8'));
  return (Object.values(messages) as string[][]).flat();
});

const exactTexts: ReadonlySet<string> = new Set(translations.map((text) => text.trim()));

/** The parts of translations that pages display as texts of their own: around placeholders and tags. */
const parts: ReadonlySet<string> = new Set(
  translations.flatMap((text) => text.split(/%(?:\d+\$)?[sd]|<[^<>]+>/).map((part) => part.trim())),
);

const patterns = translations
  .filter((text) => /%(?:\d+\$)?[sd]/.test(text) && /\p{L}{3}/u.test(text.replace(/%(?:\d+\$)?[sd]/g, '')))
  .map((text) => {
    const literals = text.split(/%(?:\d+\$)?[sd]/).map((part) => part.trim().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${literals.join('\\s*.*\\s*')}$`, 's');
  });

/** Whether a text is a translation, possibly with inserted values; also one that the admin begins with a capital letter. */
const isTranslation = (text: string): boolean =>
  [text, text.charAt(0).toLowerCase() + text.slice(1)].some(
    (each) => exactTexts.has(each) || parts.has(each) || patterns.some((pattern) => pattern.test(each)),
  );

/**
 * Returns the texts and labels in an element that users see or that screen readers announce, without code, styles and parts that are marked
 * as English, such as guides.
 */
const textsIn = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`(() => {
    const texts = [];
    const isEnglish = (element) => element.closest('html [lang="en"]') !== null;
    for (const root of document.querySelectorAll(${JSON.stringify(selector)})) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode())
        if (!walker.currentNode.parentElement.closest('code, style, script, noscript, kbd, pre, datalist, textarea') && !isEnglish(walker.currentNode.parentElement))
          texts.push(walker.currentNode.data);
      for (const each of root.querySelectorAll('*'))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(each.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim());
  })()`);

/** Returns the texts in an element that are neither German nor data. */
export async function findUntranslated(page: Page, selector: string, data: readonly RegExp[]): Promise<string[]> {
  const texts = (await textsIn(page, selector)).filter((text) => /\p{L}{3}/u.test(text));
  return [...new Set(texts)].filter(
    (text) =>
      !data.some((pattern) => pattern.test(text)) &&
      !isTranslation(text) &&
      // Several sentences.
      !text.split(/(?<=[.:]) (?=\p{Lu})/u).every(isTranslation),
  );
}
