// How a template is named in addresses (templates-and-styles.md §3): theme//slug, theme/slug and theme%2Fslug are the same.

export interface TemplateId {
  readonly theme: string;
  readonly slug: string;
}

/** The longest theme name and slug that can be stored. Characters. */
const longest = 200;

/** The identifier of a template. */
export const templateId = ({ theme, slug }: TemplateId): string => `${theme}//${slug}`;

/** What an address names; undefined where it can name no template. The last slash parts the theme from the slug. */
export function readTemplateId(text: string): TemplateId | undefined {
  const decoded = decode(text);
  const at = decoded?.lastIndexOf('/') ?? -1;
  if (decoded === undefined || at < 1) return undefined;
  const theme = decoded.slice(0, at).replace(/\/$/, '');
  const slug = storedForm(decoded.slice(at + 1));
  return isThemeName(theme) && isSlug(slug) ? { theme, slug } : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Letters of other scripts are stored percent-encoded in lower case (rendering.md §11). */
const storedForm = (slug: string): string => slug.replace(/[^\u0000-\u007f]+/gu, (letters) => encoded(letters));

const encoded = (letters: string): string => (letters.isWellFormed() ? encodeURIComponent(letters).toLowerCase() : '');

const isSlug = (slug: string): boolean => /^[\w%-]+$/.test(slug) && slug.length <= longest;

/** Whether a text can be the name of a theme, which may have a folder above it. */
export const isThemeName = (name: string): boolean =>
  name.length <= longest && /^[^/:<>*?"|\\\u0000-\u001f]+(?:\/[^/:<>*?"|\\\u0000-\u001f]+)?$/.test(name);
