// The address of an item (terms-menus-and-blocks.md §3.2, url).
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { check } from '../../http/parameters/check.ts';
import { fault } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import { isSafeAddress } from '../../rendering/sanitise/protocols.ts';

/** The checks that declarations of menu items name. */
export const menuItemChecks: Record<string, CheckMaker> = {
  'menu-item-url': () => (value, name, schema) => {
    // The format would make what cannot be used empty, and so the item a link to nowhere.
    const { format: _uri, ...text } = schema as TSchema & { format?: string };
    const verdict = check(text as TSchema, value, name);
    if ('fault' in verdict || verdict.value === '') return verdict;
    const url = storedAddress(String(verdict.value));
    return url === ''
      ? fault('rest_invalid_url', `${name} must be an address with a usable protocol.`)
      : { value: url };
  },
};

/**
 * An address as it is stored: without leading blanks, others as `%20`, with `http://` before something like a host name;
 * empty where nothing usable is left.
 */
export function storedAddress(sent: string): string {
  const address = sent
    .trimStart()
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi, '');
  if (address === '' || !isSafeAddress(address)) return '';
  return address.includes(':') || /^[/#?]/.test(address) ? address : `http://${address}`;
}
