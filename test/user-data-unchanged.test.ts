// User data is never translated, even if it equals a name of the contract in one of its spellings: every writable
// resource is written through one mount, read through both, and sent back in full through the other.
//
// Each run has a random seed, which is printed; OCTAVO_TEST_NAMES_SEED repeats a run, and OCTAVO_TEST_NAMES_RUNS is the
// number of runs per resource.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { contentSubjects } from './user-data/content-subjects.ts';
import { shelf, wholeConfig } from './user-data/full-config.ts';
import { openMounts } from './user-data/mount.ts';
import { otherSubjects } from './user-data/other-subjects.ts';
import { type Mounts, roundTrip, routesOf } from './user-data/round-trip.ts';

const { OCTAVO_TEST_NAMES_SEED: givenSeed, OCTAVO_TEST_NAMES_RUNS: runsSetting } = process.env;
const seed = givenSeed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(givenSeed);

const subjects = [...contentSubjects, ...otherSubjects];

const notStored = 'It stores no text.';
const noWidgets = 'Block themes have no widgets.';
const callsExternalService = 'It calls an external service, which is not available in tests.';

/** Writable routes that store and present no user text, with the reason. */
const routesWithoutText: Readonly<Record<string, string>> = {
  '/cms/v2/block-renderer/<name>': notStored,
  '/cms/v2/plugins': notStored,
  '/cms/v2/plugins/<plugin>': notStored,
  '/cms/v2/sidebars/<id>': noWidgets,
  '/cms/v2/widget-types/<id>/encode': noWidgets,
  '/cms/v2/widget-types/<id>/render': noWidgets,
  '/cms/v2/widgets': noWidgets,
  '/cms/v2/widgets/<id>': noWidgets,
  '/cms/v2/media/<id>/post-process': 'It accepts no text.',
  '/cms/v2/media/<id>/sideload': 'It accepts a file and the name of a size.',
  '/cms/v2/media/<id>/finalize': 'It accepts the response of sideload.',
  '/octavo/v1/previews': 'It accepts IDs only.',
  '/octavo/v1/webhooks/<id>/secret': 'It accepts no input.',
  '/octavo/v1/webhooks/<id>/deliveries': 'It accepts no input.',
  '/octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver': 'It accepts no input.',
  '/spamfilter/v1/key': 'A key consists of 12 letters and digits.',
  '/spamfilter/v1/webhook': 'The spam filter service sends it, signed, with IDs of comments.',
  '/cmsforms/v1/setup-wizard/install-plugins': notStored,
  '/cmsforms/v1/setup-wizard/license/verify': 'A licence is signed.',
  '/cmsforms/v1/setup-wizard/payment-provider/connect-url': callsExternalService,
  ...Object.fromEntries(
    ['health', 'hydrate', 'get-connected-data', 'mailer-preflight', 'get-partner-plugins-info', 'install-plugin']
      .concat('upgrade-plugin', 'mailer-disconnect')
      .map((name) => [`/cms-mail-smtp/setup-wizard/v1/${name}`, notStored]),
  ),
  ...Object.fromEntries(
    ['get-oauth-url', 'remove-oauth-connection', 'check-mailer-configuration'].map((name) => [
      `/cms-mail-smtp/setup-wizard/v1/${name}`,
      callsExternalService,
    ]),
  ),
};

describeEachEngine('user data that equals names of the contract', (engine) => {
  // The same as in memory.
  if (engine.name === 'sqlite in a file') return;
  // Half of the runs are in each direction. Names do not depend on the engine; PostgreSQL is the slower one, so it has
  // fewer runs.
  const runs = Number(runsSetting ?? (engine.name === 'postgres' ? 2 : 4));
  let site: MediaSite;
  let folder: string;
  let mounts: Mounts;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-user-data-'));
    site = await openMediaSite({
      database: await engine.open(),
      config: wholeConfig,
      extensions: ['union', shelf],
      backups: path.join(folder, 'backups'),
    });
    mounts = openMounts(site);
  });
  after(async () => {
    await site.service.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(site.errors, []);
  });

  for (const subject of subjects) {
    it(`is unchanged in ${subject.name}`, async (test) => {
      test.diagnostic(`OCTAVO_TEST_NAMES_SEED=${seed}`);
      const { native, compatible } = mounts;
      const numRuns = Math.min(runs, subject.maxRuns ?? runs);
      for (const [at, order] of [[native, compatible] as const, [compatible, native] as const].entries()) {
        await fc.assert(
          fc.asyncProperty(fc.gen(), (draw) =>
            roundTrip(site, mounts, subject, (arbitrary) => draw(() => arbitrary), order),
          ),
          { seed: seed + at, numRuns: Math.ceil(numRuns / 2), endOnFailure: true },
        );
      }
    });
  }

  it('is tested in every writable resource', () => {
    const { native } = mounts;
    const tested = new Set(
      subjects.flatMap((subject) => {
        const { create, read, resubmit } = routesOf(subject);
        return [create, read, resubmit].map(([method, path]) => native.endpointOf(method, path.split('?')[0] ?? ''));
      }),
    );
    const writable = site.service.table.routes.flatMap(({ declared, endpoints }) =>
      endpoints
        .filter(({ declared: { methods } }) => methods.some((method) => ['POST', 'PUT', 'PATCH'].includes(method)))
        .map((endpoint) => ({ endpoint, path: declared.path })),
    );
    // PATCH and PUT of backups are declared separately, and do the same.
    const isTested = ({ endpoint, path }: (typeof writable)[number]) =>
      tested.has(endpoint) ||
      writable.some(
        (other) => other.path === path && other.endpoint.operation === endpoint.operation && tested.has(other.endpoint),
      );
    const missing = writable.filter((each) => !isTested(each) && !(each.path in routesWithoutText));
    assert.deepEqual(
      missing.map(({ endpoint, path }) => `${endpoint.declared.methods} ${path}`),
      [],
      'Add a subject for each to test/user-data, or the reason why it has no texts to routesWithoutText.',
    );
    const listedRoutes = Object.keys(routesWithoutText);
    const obsolete = listedRoutes.filter((path) => !writable.some((each) => each.path === path && !isTested(each)));
    assert.deepEqual(obsolete, [], 'These routes are tested or not served; remove them from routesWithoutText.');
  });
});
