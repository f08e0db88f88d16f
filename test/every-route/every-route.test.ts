// Tests every method of every route in the index: permissions (status and error code by role, ownership and entry status, with
// only the error in the body), and the number of SQL statements, which must not depend on the number of records. The test
// fails if a route has no cases.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type MediaSite, openMediaSite } from '../media-site.ts';
import type { Caller, TestResponse } from '../site.ts';
import { type Case, people } from './cases.ts';
import { allFeatures, cases, fillSite, fixtureOf, restoreCaller, routesOf, sendRequest } from './send-request.ts';

const countsFile = new URL('./statements.json', import.meta.url);
const expectedCounts = JSON.parse(readFileSync(countsFile, 'utf8')) as Readonly<Record<string, number>>;

let site: MediaSite;
before(async () => {
  site = await openMediaSite(allFeatures);
});
after(async () => {
  assert.deepEqual(site.errors, []);
  await site.close();
});

const announced = (): string[] =>
  site.service.table.routes.flatMap(({ declared, endpoints }) =>
    endpoints.flatMap((endpoint) => endpoint.declared.methods.map((method) => `${method} ${declared.path}`)),
  );

describe('every route in the index', () => {
  it('has at least one permission case', () => {
    const declaredRoutes = new Set(cases.flatMap(routesOf));
    const missing = announced().filter((route) => !declaredRoutes.has(route));
    assert.deepEqual(
      missing,
      [],
      `${missing.join(', ')} has no permission case. Add one to a table in test/every-route: the route, its fixture, ` +
        "and the expected statuses for each caller (own records and another's, each relevant entry status).",
    );
    const gone = [...declaredRoutes].filter((route) => !announced().includes(route));
    assert.deepEqual(gone, [], `${gone.join(', ')} is not in the index; remove its cases from test/every-route.`);
  });

  it('has an expected number of SQL statements', () => {
    const missing = announced().filter((route) => !(route in expectedCounts));
    assert.deepEqual(
      missing,
      [],
      `${missing.join(', ')} has no expected number of statements. Add it to test/every-route/statements.json; the test ` +
        'of SQL statements reports the number.',
    );
    const gone = Object.keys(expectedCounts).filter((route) => !announced().includes(route));
    assert.deepEqual(gone, [], `${gone.join(', ')} is not in the index; remove it from statements.json.`);
    assert.deepEqual(
      Object.keys(expectedCounts),
      announced(),
      'statements.json must list the routes in the order of the index.',
    );
  });
});

describe('permissions', () => {
  for (const each of cases) {
    for (const route of routesOf(each)) {
      it(`${route}${each.query === undefined ? '' : `?${each.query}`}: ${each.description}`, async () => {
        for (const [at, caller] of people.entries()) {
          const expectedStatus = each.statuses[at];
          if (expectedStatus === 0) continue;
          const { status, body } = await sendRequest(site, each, route, caller, await fixtureOf(site, each, caller));
          assert.equal(status, expectedStatus, `${caller}: ${JSON.stringify(body)?.slice(0, 200)}`);
          if (status >= 400) assertApiError(body, each, status, caller);
          await restoreCaller(site, caller);
        }
      });
    }
  }

  /** Asserts that a body contains only the expected error, and no text of the fixture. */
  function assertApiError(body: TestResponse['body'], { code }: Case, status: number, caller: Caller): void {
    assert.deepEqual(Object.keys(body).sort(), ['code', 'data', 'message'], caller);
    assert.doesNotMatch(JSON.stringify(body), /hushed/, caller);
    if (code !== undefined && (status === 403 || status === 401)) assert.equal(body.code, code, caller);
  }
});

describe('SQL statements', () => {
  let filled: MediaSite;
  let statements = 0;
  before(async () => {
    // The clock is fixed, because the timestamp of the last use of a password is updated from time to time, which would be
    // an additional statement.
    const now = Date.now();
    filled = await openMediaSite({ ...allFeatures, clock: () => now, onStatement: () => (statements += 1) });
    // Lists must have more than one page. Otherwise, the total is derived from the page, without a statement.
    await fillSite(filled, 12);
  });
  after(async () => {
    await filled.close();
    assert.deepEqual(filled.errors, []);
  });

  /**
   * Returns the number of SQL statements of a request by the administrator. The request is that of the first case of the route
   * that succeeds for administrators or, if there is none, of the first case.
   */
  async function countOf(route: string): Promise<number> {
    const ofRoute = cases.filter((each) => routesOf(each).includes(route));
    const each = ofRoute.find(({ statuses }) => statuses[5] < 300) ?? ofRoute[0];
    assert.ok(each, `${route} has no case`);
    const names = await fixtureOf(filled, each, 'administrator');
    // Invalidates all caches.
    filled.database.changes.recordUnknownChange();
    statements = 0;
    const { status, body } = await sendRequest(filled, each, route, 'administrator', names);
    const count = statements;
    assert.equal(status, each.statuses[5], JSON.stringify(body));
    await restoreCaller(filled, 'administrator');
    return count;
  }

  it('are as many as statements.json lists, regardless of the number of records', async () => {
    const counts = new Map<string, number>();
    for (const route of announced()) counts.set(route, await countOf(route));
    await fillSite(filled, 12);
    for (const [route, countBefore] of counts) {
      const countAfter = await countOf(route);
      assert.ok(
        countAfter <= countBefore,
        `${route}: ${countAfter} statements with many records, ${countBefore} with few`,
      );
    }
    if (process.env.OCTAVO_PRINT_STATEMENTS) console.log(JSON.stringify(Object.fromEntries(counts), null, 2));
    for (const [route, count] of counts)
      assert.equal(count, expectedCounts[route], `${route} takes ${count} statements`);
  });
});
