// Checks of menu item URLs (terms-menus-and-blocks.md §3.2, url).
import type { TSchema } from '../../../contract/grammar/schema.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { isSafeUrl } from '../../rendering/sanitise/protocols.ts';

/** The checks that the contract refers to by name. */
export const menuItemChecks: Record<string, ParameterCheckFactory> = {
  'menu-item-url': () => (value, name, schema) => {
    // The `uri` format would replace an unusable URL by an empty one, which would leave an item without a target.
    const { format: _uri, ...text } = schema as TSchema & { format?: string };
    const result = check(text as TSchema, value, name);
    if ('error' in result || result.value === '') return result;
    const url = normalizeUrl(String(result.value));
    return url === ''
      ? validationError('rest_invalid_url', `${name} must be a URL with an allowed protocol.`)
      : { value: url };
  },
};

/**
 * Returns a URL in its stored form: without leading whitespace, with `%20` for spaces, and with `http://` before anything that
 * looks like a host name; empty if it is unusable.
 */
export function normalizeUrl(input: string): string {
  const cleanedUrl = input
    .trimStart()
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi, '');
  if (cleanedUrl === '' || !isSafeUrl(cleanedUrl)) return '';
  return cleanedUrl.includes(':') || /^[/#?]/.test(cleanedUrl) ? cleanedUrl : `http://${cleanedUrl}`;
}
