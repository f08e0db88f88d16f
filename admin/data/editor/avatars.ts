// Leaves out avatars that are images of another host. Those that users have chosen from the media library are displayed.
import type { APIFetchMiddleware } from '@wordpress/api-fetch';

/** Lists and items with avatars, and those that embed users. */
const pathsWithAvatars = /^\/?wp\/v2\/(?:users|comments)\b|[?&]_embed\b/;

/** Leaves out the avatars of other hosts in responses, as if the site did not display them. The editor shows an icon instead. */
export const withoutForeignAvatars: APIFetchMiddleware = async (options, next) => {
  const result: unknown = await next(options);
  if (!pathsWithAvatars.test(options.path ?? '')) return result;
  if (!(result instanceof Response)) return strip(result);
  const { status, headers } = result;
  return new Response(JSON.stringify(strip(await result.json())), { status, headers });
};

/** The fields with the URLs of avatars. */
const avatarFields: readonly string[] = ['avatar_urls', 'author_avatar_urls'];

/** Returns a value without the avatars of other hosts in it, also of users that are embedded. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const rest: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).filter(([name, field]) => !avatarFields.includes(name) || isOwn(field)),
  );
  return typeof rest._embedded === 'object' && rest._embedded !== null
    ? {
        ...rest,
        _embedded: Object.fromEntries(Object.entries(rest._embedded).map(([name, each]) => [name, strip(each)])),
      }
    : rest;
}

/** Whether all URLs in an object are those of this service. */
const isOwn = (urls: unknown): boolean =>
  typeof urls === 'object' &&
  urls !== null &&
  Object.values(urls).every((url) => URL.canParse(String(url)) && new URL(String(url)).origin === location.origin);
