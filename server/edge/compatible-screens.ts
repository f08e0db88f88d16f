// Maps the URLs and field names of existing tools to screens.
import { screenFields } from '../../contract/names/table.ts';
import { maxUrlLength } from '../screens/redirect-urls.ts';
import type { ScreenRequest } from '../screens/types.ts';

/** Paths of existing tools, and the native paths of their screens. */
export const compatibleScreens: ReadonlyMap<string, string> = new Map([
  ['/wp-login.php', '/account/sign-in'],
  ['/wp-admin', '/account/profile'],
  ['/wp-admin/', '/account/profile'],
  ['/wp-admin/profile.php', '/account/profile'],
  ['/wp-admin/authorize-application.php', '/account/authorize'],
  ['/wp-admin/admin-ajax.php', '/account/nonce'],
]);

/** Paths for the values of the parameter `action` of the sign-in URL. */
const signInActions: ReadonlyMap<string, string> = new Map([
  ['lostpassword', '/account/forgotten-password'],
  ['retrievepassword', '/account/forgotten-password'],
  ['logout', '/account/sign-out'],
]);

/** Native names of fields, by the names that existing tools send. */
const fieldNames = new Map(screenFields.map(([native, compatible]) => [compatible, native]));

const withNativeNames = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].map(([name, value]) => [fieldNames.get(name) ?? name, value]));

/**
 * Translates a request for a compatible URL into a request for a screen. A sign-in form that a tool submits without having loaded the
 * screen, and a request for a nonce, are handled directly; other requests are redirected to the screen. Returns undefined if the URL has no
 * screen.
 */
export function nativeScreenRequest(
  request: ScreenRequest,
): ScreenRequest | { readonly redirectTo: string } | undefined {
  const query = withNativeNames(new URLSearchParams(request.query));
  const path = compatibleScreens.get(request.path);
  if (path === undefined) return undefined;
  if (path === '/account/nonce') return query.get('action') === 'rest-nonce' ? { ...request, path } : undefined;
  const action = path === '/account/sign-in' ? signInActions.get(query.get('action') ?? '') : undefined;
  const isSigningIn = path === '/account/sign-in' && action === undefined;
  if (request.method === 'POST' && isSigningIn)
    return {
      ...request,
      path,
      query: query.toString(),
      fields: withNativeNames(request.fields),
      isSubmittedDirectly: true,
    };
  const target = action ?? path;
  const fitsInUrl = query.size > 0 && request.query.length <= maxUrlLength;
  return { redirectTo: fitsInUrl ? `${target}?${query}` : target };
}
