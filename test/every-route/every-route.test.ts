// Every route that is served, by every method: who may (role × route × whose × state → status and code, and nothing but the
// refusal where it is refused), and how many SQL statements it takes, however much there is. The announced routes are walked,
// so a new one fails here until it has its rows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type MediaSite, openMediaSite, picture } from '../media-site.ts';
import type { Answered, Person } from '../site.ts';
import { abilityCases } from './ability-cases.ts';
import { companionCases } from './companion-cases.ts';
import { addDesigns, designCases } from './design-cases.ts';
import { addEntries, entryCases } from './entry-cases.ts';
import { extensionCases } from './extension-cases.ts';
import { addForms } from './form-cases.ts';
import { healthCases } from './health-cases.ts';
import { addOthers, otherCases } from './other-cases.ts';
import { addPages, pageCases } from './page-cases.ts';
import { addPeople, peopleCases } from './people-cases.ts';
import { type Case, type Names, type Owner, people } from './row.ts';

const cases: readonly Case[] = [
  ...[...entryCases, ...designCases, ...peopleCases, ...otherCases, ...abilityCases],
  ...[...companionCases, ...pageCases, ...healthCases, ...extensionCases],
];

const countsFile = new URL('./statements.json', import.meta.url);
const kept = JSON.parse(readFileSync(countsFile, 'utf8')) as Readonly<Record<string, number>>;

/** Everything that the service can serve; no host outside has an address. */
const whole = {
  config: { menuLocations: { header: 'Above everything' } },
  extensions: ['union'],
  fetchLimits: { resolve: async () => [] },
};

let site: MediaSite;
before(async () => {
  site = await openMediaSite(whole);
});
after(async () => {
  assert.deepEqual(site.faults, []);
  await site.close();
});

/** `GET /cms/v2/posts/<id>` for each method of a case. */
function routesOf({ route }: Case): string[] {
  const [methods = '', path = ''] = route.split(' ');
  return methods.split(',').map((method) => `${method} ${path}`);
}

const announced = (): string[] =>
  site.service.table.routes.flatMap(({ declared, endpoints }) =>
    endpoints.flatMap((endpoint) => endpoint.declared.methods.map((method) => `${method} ${declared.path}`)),
  );

/** Sends the request of a case about a thing that was made for it. */
async function ask(site: MediaSite, each: Case, route: string, person: Person, names: Names): Promise<Answered> {
  const [method = '', path = ''] = route.split(' ');
  const named = (text: string, write: (name: string) => string) =>
    text.replace(/<(\w+)>/g, (_, name) => {
      if (!(name in names)) throw new Error(`${route}: the thing of the case "${each.of}" does not tell its ${name}.`);
      return write(String(names[name]));
    });
  const place = named(path, String);
  const address = each.query === undefined ? place : `${place}?${named(each.query, encodeURIComponent)}`;
  const json = typeof each.json === 'function' ? each.json(names) : each.json;
  if (each.file === undefined) return site.ask(person, method, address, json);
  return site.send(person, method, address, each.file.endsWith('.png') ? await picture(4, 4) : Buffer.from('text'), {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename=${each.file}`,
  });
}

const thingOf = (site: MediaSite, each: Case, person: Person): Promise<Names> | Names =>
  each.thing?.(site, each.isOwn === true ? (person as Owner) : 'other') ?? {};

/** Who has deleted their own passwords needs another one. */
async function restoreWhoIsLockedOut(site: MediaSite, person: Person): Promise<void> {
  if (person === 'anonymous') return;
  const { status } = await site.ask(person, 'GET', '/cms/v2/users/me?_fields=id');
  if (status === 401) await site.restore(person);
}

describe('every route that is served', () => {
  it('has rows that tell who may', () => {
    const told = new Set(cases.flatMap(routesOf));
    const missing = announced().filter((route) => !told.has(route));
    assert.deepEqual(
      missing,
      [],
      `Nothing tells who may use ${missing.join(', ')}. Add a case for each to a table in test/every-route: the route, ` +
        "whose thing it is about, and the statuses for everybody (own things and another's, each state that matters).",
    );
    const gone = [...told].filter((route) => !announced().includes(route));
    assert.deepEqual(gone, [], `${gone.join(', ')} is not served (any more); take its cases out of test/every-route.`);
  });

  it('has a number of statements', () => {
    const missing = announced().filter((route) => !(route in kept));
    assert.deepEqual(
      missing,
      [],
      `How many statements does ${missing.join(', ')} take? Add the route to test/every-route/statements.json; the test of ` +
        'its statements tells the number.',
    );
    const gone = Object.keys(kept).filter((route) => !announced().includes(route));
    assert.deepEqual(gone, [], `${gone.join(', ')} is not served (any more); take it out of statements.json.`);
    assert.deepEqual(
      Object.keys(kept),
      announced(),
      'statements.json has the routes in the order they are announced in.',
    );
  });
});

describe('who may', () => {
  for (const each of cases) {
    for (const route of routesOf(each)) {
      it(`${route}${each.query === undefined ? '' : `?${each.query}`}: ${each.of}`, async () => {
        for (const [at, person] of people.entries()) {
          const wanted = each.statuses[at];
          if (wanted === 0) continue;
          const { status, body } = await ask(site, each, route, person, await thingOf(site, each, person));
          assert.equal(status, wanted, `${person}: ${JSON.stringify(body)?.slice(0, 200)}`);
          if (status >= 400) assertRefusal(body, each, status, person);
          await restoreWhoIsLockedOut(site, person);
        }
      });
    }
  }

  /** Nothing but the refusal, and not a word of what it is about. */
  function assertRefusal(body: Answered['body'], { code }: Case, status: number, person: Person): void {
    assert.deepEqual(Object.keys(body).sort(), ['code', 'data', 'message'], person);
    assert.doesNotMatch(JSON.stringify(body), /hushed/, person);
    if (code !== undefined && (status === 403 || status === 401)) assert.equal(body.code, code, person);
  }
});

describe('SQL statements', () => {
  let filled: MediaSite;
  let statements = 0;
  before(async () => {
    // Time stands still: when a password was last used is noted once in a while, which would be one statement more.
    const now = Date.now();
    filled = await openMediaSite({ ...whole, clock: () => now, onStatement: () => (statements += 1) });
    // More than a page of everything: of less, the page alone tells the total.
    await fill(12);
  });
  after(async () => {
    assert.deepEqual(filled.faults, []);
    await filled.close();
  });

  async function fill(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1)
      for (const add of [addEntries, addForms, addDesigns, addPeople, addOthers, addPages]) await add(filled);
  }

  /** How many statements a request takes: of the first case of its route that an administrator may do, if there is one. */
  async function countOf(route: string): Promise<number> {
    const ofRoute = cases.filter((each) => routesOf(each).includes(route));
    const each = ofRoute.find(({ statuses }) => statuses[5] < 300) ?? ofRoute[0];
    assert.ok(each, `no case of ${route}`);
    const names = await thingOf(filled, each, 'administrator');
    // Nothing counts as kept ready, as after a change of everything.
    filled.database.changes.noteUnknownChange();
    statements = 0;
    const { status, body } = await ask(filled, each, route, 'administrator', names);
    const count = statements;
    assert.equal(status, each.statuses[5], JSON.stringify(body));
    await restoreWhoIsLockedOut(filled, 'administrator');
    return count;
  }

  it('are as many as statements.json tells, and no more where there is more of everything', async () => {
    const counts = new Map<string, number>();
    for (const route of announced()) counts.set(route, await countOf(route));
    await fill(12);
    for (const [route, few] of counts) {
      const many = await countOf(route);
      assert.ok(many <= few, `${route}: ${many} statements where there is much, ${few} where there is little`);
    }
    if (process.env.OCTAVO_PRINT_STATEMENTS) console.log(JSON.stringify(Object.fromEntries(counts), null, 2));
    for (const [route, count] of counts) assert.equal(count, kept[route], `${route} takes ${count} statements`);
  });
});
