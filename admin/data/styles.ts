// Loads the style sheets of screens.
import { __ } from '@wordpress/i18n';
import { adminPath } from './page.ts';

/** The names of the style sheets, which the build inserts. */
declare const STYLE_NAMES: Readonly<Record<string, string>>;

/** The names of the style sheets that have a variant for languages that are written from right to left. */
declare const RTL_STYLE_NAMES: Readonly<Record<string, string>>;

const loaded = new Map<string, Promise<void>>();

/** Returns the URL of a style sheet for the current direction of the page. */
export const styleUrl = (name: string): string => {
  const mirrored = document.documentElement.dir === 'rtl' ? RTL_STYLE_NAMES[name] : undefined;
  return `${adminPath}/assets/${mirrored ?? STYLE_NAMES[name]}`;
};

/** Loads a style sheet once. Rejects if it cannot be loaded; the next call tries again. */
export function loadStyles(name: string): Promise<void> {
  const found = loaded.get(name);
  if (found) return found;
  const promise = addLink(name).catch((error: unknown) => {
    loaded.delete(name);
    throw error;
  });
  loaded.set(name, promise);
  return promise;
}

/**
 * Replaces the style sheets that were loaded before the direction of the page was known. They are loaded at once at the start, because
 * most languages are written from left to right. Rejects if one cannot be loaded; then the previous one remains.
 */
export async function mirrorStyles(): Promise<void> {
  const names = [...loaded.keys()].filter((name) => RTL_STYLE_NAMES[name] !== undefined);
  await Promise.all(
    names.map(async (name) => {
      const previous = document.querySelector(`link[data-name="${name}"]`);
      // A link that is removed before it was loaded reports nothing, and screens may be waiting for it.
      await Promise.all([addLink(name, previous), loaded.get(name)]);
      previous?.remove();
    }),
  );
}

/** Adds a style sheet after an element, or at the end: later style sheets have precedence. */
function addLink(name: string, previous?: Element | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styleUrl(name);
  link.dataset.name = name;
  link.onload = () => resolve();
  link.onerror = () => {
    link.remove();
    reject(new Error(__('The styles of this page could not be loaded.')));
  };
  if (previous) previous.after(link);
  else document.head.append(link);
  return promise;
}
