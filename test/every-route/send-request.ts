// Sends the requests of the permission cases in this folder.
import { createImage, type MediaSite } from '../media-site.ts';
import type { Caller, TestResponse } from '../site.ts';
import { abilityCases } from './ability-cases.ts';
import { accountRouteCases, addAccounts } from './account-cases.ts';
import type { Case, Names, Owner } from './cases.ts';
import { addDesigns, designCases } from './design-cases.ts';
import { companionCases } from './editor-cases.ts';
import { addEntries, entryCases } from './entry-cases.ts';
import { extensionCases } from './extension-cases.ts';
import { addForms } from './form-cases.ts';
import { healthCases } from './health-cases.ts';
import { importCases } from './import-cases.ts';
import { lockCases } from './lock-cases.ts';
import { addOthers, otherCases } from './other-cases.ts';
import { addPages, pageCases } from './page-cases.ts';
import { addUsers, userCases } from './user-cases.ts';

/** The permission cases of all routes. */
export const cases: readonly Case[] = [
  ...[...entryCases, ...designCases, ...userCases, ...otherCases, ...abilityCases],
  ...[...companionCases, ...pageCases, ...lockCases, ...healthCases, ...importCases, ...extensionCases],
  ...accountRouteCases,
];

/**
 * Configuration with all features. The host names of external services do not resolve, and nothing connects to the mail server, because the
 * queued emails are not sent.
 */
export const allFeatures = {
  config: { menuLocations: { header: 'Above everything' } },
  extensions: ['union'],
  fetchLimits: { resolve: async () => [] },
  mail: { server: { host: '127.0.0.1', port: 9, security: 'none' } },
} as const;

/** Returns a route such as `GET /cms/v2/posts/<id>` for each method of a case. */
export function routesOf({ route }: Case): string[] {
  const [methods = '', path = ''] = route.split(' ');
  return methods.split(',').map((method) => `${method} ${path}`);
}

/** Sends the request of a case with the names of its fixture. */
export async function sendRequest(
  site: MediaSite,
  each: Case,
  route: string,
  caller: Caller,
  names: Names,
): Promise<TestResponse> {
  const [method = '', path = ''] = route.split(' ');
  const fillNames = (text: string, write: (name: string) => string) =>
    text.replace(/<(\w+)>/g, (_, name) => {
      if (!(name in names)) throw new Error(`${route}: the fixture of the case "${each.description}" has no ${name}.`);
      return write(String(names[name]));
    });
  const filledPath = fillNames(path, String);
  const url = each.query === undefined ? filledPath : `${filledPath}?${fillNames(each.query, encodeURIComponent)}`;
  const json = typeof each.json === 'function' ? each.json(names) : each.json;
  if (each.file === undefined) return site.request(caller, method, url, json);
  return site.sendBody(
    caller,
    method,
    url,
    each.file.endsWith('.png') ? await createImage(4, 4) : Buffer.from('text'),
    {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename=${each.file}`,
    },
  );
}

/** Creates the records of a case for a caller, and returns their names. */
export const fixtureOf = (site: MediaSite, each: Case, caller: Caller): Promise<Names> | Names =>
  each.fixture?.(site, each.isOwn === true ? (caller as Owner) : 'other') ?? {};

/** Issues a new password for a caller who has deleted their own application passwords. */
export async function restoreCaller(site: MediaSite, caller: Caller): Promise<void> {
  if (caller === 'anonymous') return;
  const { status } = await site.request(caller, 'GET', '/cms/v2/users/me?_fields=id');
  if (status === 401) await site.restore(caller);
}

/** Adds records of all types to a site, several times. */
export async function fillSite(site: MediaSite, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1)
    for (const add of [addEntries, addForms, addDesigns, addUsers, addOthers, addPages, addAccounts]) await add(site);
}
