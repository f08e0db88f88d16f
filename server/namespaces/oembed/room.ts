// The room of oEmbed: what the site tells of its entries, and what other sites tell.
import type { oembedOperations, oembedPermissions } from '../../../contract/oembed-1.0/oembed.ts';
import { type CheckMaker, everyone, type Operation, type Permission, type Room } from '../../http/room.ts';
import { getEmbed } from './get-embed.ts';
import { getProxied } from './get-proxied.ts';
import type { OembedParts } from './parts.ts';

const denied = { code: 'rest_forbidden', message: 'You may not ask what other sites tell of their pages.' };

/** A number is made of whatever is sent: digits at the beginning count, its sign does not, and no digits are 0. */
const leadingDigits: CheckMaker = () => (value) => {
  // Lists and objects have no digits; what they say of themselves is not asked.
  const text = typeof value === 'number' ? String(Math.trunc(value)) : typeof value === 'string' ? value : '';
  const digits = /^\s*[-+]?(\d+)/.exec(text)?.[1];
  return { value: Math.min(Number(digits ?? 0), 100_000) };
};

/** Joins the room's rules and operations. */
export function oembedRoom(parts: OembedParts): Room {
  const permissions: Record<(typeof oembedPermissions)[number], Permission> = {
    'read-embed': everyone,
    'use-proxy': { permit: ({ actor }) => (actor.can('edit_posts') ? undefined : denied) },
  };
  const operations: Record<(typeof oembedOperations)[number], Operation> = {
    'get-embed': getEmbed(parts),
    'get-proxied': getProxied(parts),
  };
  return { permissions, operations, checks: { 'leading-digits': leadingDigits } };
}
