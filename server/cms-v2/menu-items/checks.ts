// Validates the URLs of menu items (terms-menus-and-blocks.md §3.2, url).
import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { isSafeUrl } from '../../rendering/protocols.ts';

/** Parameter checks, keyed by the names that the contract uses. */
export const menuItemChecks: Record<string, ParameterCheckFactory> = {
  'menu-item-url': () => (value, name, schema) => {
    // The format `uri` would replace an invalid URL with an empty string, and the item would have no target.
    const result = check({ ...schema, format: undefined }, value, name);
    if ('error' in result || result.value === '') return result;
    const url = normalizeUrl(String(result.value));
    return url === ''
      ? validationError('rest_invalid_url', `${name} must be a URL with an allowed protocol.`)
      : { value: url };
  },
};

/**
 * Returns a URL in its stored form: without leading whitespace and characters that are not allowed in URLs, with spaces encoded as
 * `%20`, and with the prefix `http://` if it contains no colon and does not begin with `/`, `#` or `?`. Returns an empty string if
 * the protocol of the URL is not allowed.
 */
export function normalizeUrl(input: string): string {
  const cleanedUrl = input
    .trimStart()
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi, '');
  if (cleanedUrl === '' || !isSafeUrl(cleanedUrl)) return '';
  return cleanedUrl.includes(':') || /^[/#?]/.test(cleanedUrl) ? cleanedUrl : `http://${cleanedUrl}`;
}
