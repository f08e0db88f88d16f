// Binds the oEmbed endpoints to operations: embeds of the site's entries, and a proxy for embeds from other sites.
import { oembedModule } from '../../../contract/oembed-1.0/oembed.ts';
import { implement } from '../../http/implement.ts';
import { type Module, type ParameterCheckFactory, publicAccess } from '../../http/module.ts';
import type { OembedDeps } from './deps.ts';
import { getEmbed } from './get-embed.ts';
import { getProxied } from './get-proxied.ts';

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to request embeds from other sites.' };

/** Returns a check that accepts any value and converts it to a number: its leading digits without a sign, or 0. */
const leadingDigits: ParameterCheckFactory = () => (value) => {
  // Lists and objects are not converted to strings, so they have no digits.
  const text = typeof value === 'number' ? String(Math.trunc(value)) : typeof value === 'string' ? value : '';
  const digits = /^\s*[-+]?(\d+)/.exec(text)?.[1];
  return { value: Math.min(Number(digits ?? 0), 100_000) };
};

/** Returns the module of oEmbed. */
export function oembedEndpoints(deps: OembedDeps): Module {
  return implement(oembedModule, {
    permissions: {
      'read-embed': publicAccess,
      'use-proxy': { permit: ({ actor }) => (actor.can('edit_posts') ? undefined : forbiddenError) },
    },
    operations: { 'get-embed': getEmbed(deps), 'get-proxied': getProxied(deps) },
    checks: { 'leading-digits': leadingDigits },
  });
}
