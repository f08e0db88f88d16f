// Screens under the addresses and in the field names that existing tools know.
import { screenFields } from '../../contract/names/table.ts';
import { maxAddressLength } from '../screens/next.ts';
import type { ScreenRequest } from '../screens/screen.ts';

/** Addresses of existing tools, and the screens that are there. */
export const compatibleScreens: ReadonlyMap<string, string> = new Map([
  ['/wp-login.php', '/account/sign-in'],
  ['/wp-admin', '/account/profile'],
  ['/wp-admin/', '/account/profile'],
  ['/wp-admin/profile.php', '/account/profile'],
  ['/wp-admin/authorize-application.php', '/account/authorize'],
  ['/wp-admin/admin-ajax.php', '/account/nonce'],
]);

/** What the sign-in address is asked for beside signing in, by its parameter `action`. */
const signInActions: ReadonlyMap<string, string> = new Map([
  ['lostpassword', '/account/forgotten-password'],
  ['retrievepassword', '/account/forgotten-password'],
  ['logout', '/account/sign-out'],
]);

/** The native names of fields, by those that existing tools send. */
const fieldNames = new Map(screenFields.map(([native, compatible]) => [compatible, native]));

const withNativeNames = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].map(([name, value]) => [fieldNames.get(name) ?? name, value]));

/**
 * A request to a compatible address as one for a screen: what tools send without having seen a form is taken at its place,
 * and who only looks is led to the screen. Undefined where nothing of ours is there.
 */
export function nativeScreenRequest(request: ScreenRequest): ScreenRequest | { readonly seeOther: string } | undefined {
  const query = withNativeNames(new URLSearchParams(request.query));
  const place = compatibleScreens.get(request.path);
  if (place === undefined) return undefined;
  if (place === '/account/nonce') return query.get('action') === 'rest-nonce' ? { ...request, path: place } : undefined;
  const action = place === '/account/sign-in' ? signInActions.get(query.get('action') ?? '') : undefined;
  const isSigningIn = place === '/account/sign-in' && action === undefined;
  if (request.method === 'POST' && isSigningIn)
    return { ...request, path: place, query: query.toString(), fields: withNativeNames(request.fields), unseen: true };
  const to = action ?? place;
  const isCarried = query.size > 0 && request.query.length <= maxAddressLength;
  return { seeOther: isCarried ? `${to}?${query}` : to };
}
