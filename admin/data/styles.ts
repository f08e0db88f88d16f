// Loads the style sheets of screens.
import { __ } from '@wordpress/i18n';
import { adminPath } from './page.ts';

/** The names of the style sheets, which the build inserts. */
declare const STYLE_NAMES: Readonly<Record<string, string>>;

const loaded = new Map<string, Promise<void>>();

/** Returns the URL of a style sheet. */
export const styleUrl = (name: string): string => `${adminPath}/assets/${STYLE_NAMES[name]}`;

/** Loads a style sheet once. Rejects if it cannot be loaded; the next call tries again. */
export function loadStyles(name: string): Promise<void> {
  const found = loaded.get(name);
  if (found) return found;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styleUrl(name);
  link.onload = () => resolve();
  link.onerror = () => {
    loaded.delete(name);
    link.remove();
    reject(new Error(__('The styles of this page could not be loaded.')));
  };
  document.head.append(link);
  loaded.set(name, promise);
  return promise;
}
