// Leaves out the avatars of users, because they are images of another host.
import type { APIFetchMiddleware } from '@wordpress/api-fetch';

/** Lists and items with avatars, and those that embed users. */
const pathsWithAvatars = /^\/?wp\/v2\/(?:users|comments)\b|[?&]_embed\b/;

/** Leaves out the avatars in responses, as if the site did not display any. The editor shows an icon instead. */
export const withoutAvatars: APIFetchMiddleware = async (options, next) => {
  const result: unknown = await next(options);
  if (!pathsWithAvatars.test(options.path ?? '')) return result;
  if (!(result instanceof Response)) return strip(result);
  const { status, headers } = result;
  return new Response(JSON.stringify(strip(await result.json())), { status, headers });
};

/** Returns a value without the avatars of users in it, also of users that are embedded. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const {
    avatar_urls: _avatars,
    author_avatar_urls: _author,
    ...rest
  } = { avatar_urls: 0, author_avatar_urls: 0, ...value };
  return '_embedded' in rest && typeof rest._embedded === 'object' && rest._embedded !== null
    ? {
        ...rest,
        _embedded: Object.fromEntries(Object.entries(rest._embedded).map(([name, each]) => [name, strip(each)])),
      }
    : rest;
}
