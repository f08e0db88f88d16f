// Parses template IDs in URLs (templates-and-styles.md §3). `theme//slug`, `theme/slug` and `theme%2Fslug` are equivalent.

export interface TemplateId {
  readonly theme: string;
  readonly slug: string;
}

/** Maximum length of a theme name and of a slug, in characters. */
const maxPartLength = 200;

/** Returns the ID of a template in the form `theme//slug`. */
export const templateId = ({ theme, slug }: TemplateId): string => `${theme}//${slug}`;

/** Parses a template ID, in which the last slash separates the theme from the slug. Returns undefined if the ID is invalid. */
export function parseTemplateId(text: string): TemplateId | undefined {
  const decoded = tryDecode(text);
  const at = decoded?.lastIndexOf('/') ?? -1;
  if (decoded === undefined || at < 1) return undefined;
  const theme = decoded.slice(0, at).replace(/\/$/, '');
  const slug = toStoredSlug(decoded.slice(at + 1));
  return isThemeName(theme) && isSlug(slug) ? { theme, slug } : undefined;
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Percent-encodes non-ASCII characters with lowercase hexadecimal digits, as in stored slugs (rendering.md §11). */
const toStoredSlug = (slug: string): string => slug.replace(/[^\u0000-\u007f]+/gu, (letters) => encodeLetters(letters));

const encodeLetters = (letters: string): string =>
  letters.isWellFormed() ? encodeURIComponent(letters).toLowerCase() : '';

const isSlug = (slug: string): boolean => /^[\w%-]+$/.test(slug) && slug.length <= maxPartLength;

/** Whether a name is a valid name of a theme. It may contain one slash, after the name of a parent folder. */
export const isThemeName = (name: string): boolean =>
  name.length <= maxPartLength && /^[^/:<>*?"|\\\u0000-\u001f]+(?:\/[^/:<>*?"|\\\u0000-\u001f]+)?$/.test(name);

/** Returns the key of a template or template part in changes of the design. `id` has the form `theme//slug`. */
export const templateKey = (type: string, id: string): string => `${type} ${id}`;
