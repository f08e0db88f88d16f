// Whatever people write stays what it was, also where it is a name of the contract in one of its spellings: every writable
// resource is written through one mount, read through both, and sent back whole through the other.
//
// The seed is another one in each run, and is printed; OCTAVO_TEST_NAMES_SEED repeats a run, OCTAVO_TEST_NAMES_RUNS sets how often
// each resource is tried.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { contentSubjects } from './user-data/content-subjects.ts';
import { openMounts } from './user-data/mount.ts';
import { otherSubjects } from './user-data/other-subjects.ts';
import { type Mounts, roundTrip, routesOf } from './user-data/round-trip.ts';
import { shelf, wholeConfig } from './user-data/whole-site.ts';

const { OCTAVO_TEST_NAMES_SEED: given, OCTAVO_TEST_NAMES_RUNS: wantedRuns } = process.env;
const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);

const subjects = [...contentSubjects, ...otherSubjects];

const notStored = 'Nothing of it is stored.';
const noWidgets = 'Themes made of blocks have no widgets.';
const outside = 'Somebody else is asked, who does not answer here.';

/** Writable routes where nobody writes a text that is stored and shown, with the reason. */
const withoutTexts: Readonly<Record<string, string>> = {
  '/cms/v2/block-renderer/<name>': notStored,
  '/cms/v2/plugins': notStored,
  '/cms/v2/plugins/<plugin>': notStored,
  '/cms/v2/sidebars/<id>': noWidgets,
  '/cms/v2/widget-types/<id>/encode': noWidgets,
  '/cms/v2/widget-types/<id>/render': noWidgets,
  '/cms/v2/widgets': noWidgets,
  '/cms/v2/widgets/<id>': noWidgets,
  '/cms/v2/media/<id>/post-process': 'It takes no text.',
  '/cms/v2/media/<id>/sideload': 'It takes a file and the name of a size.',
  '/cms/v2/media/<id>/finalize': 'It takes what sideload has answered.',
  '/octavo/v1/previews': 'It takes numbers.',
  '/octavo/v1/webhooks/<id>/secret': 'It takes nothing.',
  '/octavo/v1/webhooks/<id>/deliveries': 'It takes nothing.',
  '/octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver': 'It takes nothing.',
  '/spamfilter/v1/key': 'A key has 12 letters and digits.',
  '/spamfilter/v1/webhook': 'The spam checker sends it, signed: numbers of comments.',
  '/cmsforms/v1/setup-wizard/install-plugins': notStored,
  '/cmsforms/v1/setup-wizard/license/verify': 'A licence is signed.',
  '/cmsforms/v1/setup-wizard/payment-provider/connect-url': outside,
  ...Object.fromEntries(
    ['health', 'hydrate', 'get-connected-data', 'mailer-preflight', 'get-partner-plugins-info', 'install-plugin']
      .concat('upgrade-plugin', 'mailer-disconnect')
      .map((name) => [`/cms-mail-smtp/setup-wizard/v1/${name}`, notStored]),
  ),
  ...Object.fromEntries(
    ['get-oauth-url', 'remove-oauth-connection', 'check-mailer-configuration'].map((name) => [
      `/cms-mail-smtp/setup-wizard/v1/${name}`,
      outside,
    ]),
  ),
};

describeEachEngine('texts that are names of the contract', (engine) => {
  // As in memory.
  if (engine.name === 'sqlite in a file') return;
  // Half of them in each direction. Names do not depend on the engine, which is the slower one here.
  const runs = Number(wantedRuns ?? (engine.name === 'postgres' ? 2 : 4));
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
    assert.deepEqual(site.faults, []);
    await site.service.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const subject of subjects) {
    it(`stay what they are in ${subject.name}`, async (test) => {
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

  it('are tried in every writable resource', () => {
    const { native } = mounts;
    const tried = new Set(
      subjects.flatMap((subject) => {
        const { create, read, sendBack } = routesOf(subject);
        return [create, read, sendBack].map(([method, address]) =>
          native.endpointOf(method, address.split('?')[0] ?? ''),
        );
      }),
    );
    const writable = site.service.table.routes.flatMap(({ declared, endpoints }) =>
      endpoints
        .filter(({ declared: { methods } }) => methods.some((method) => ['POST', 'PUT', 'PATCH'].includes(method)))
        .map((endpoint) => ({ endpoint, path: declared.path })),
    );
    // PATCH and PUT of backups are declared apart, and do the same.
    const isTried = ({ endpoint, path }: (typeof writable)[number]) =>
      tried.has(endpoint) ||
      writable.some(
        (other) => other.path === path && other.endpoint.operation === endpoint.operation && tried.has(other.endpoint),
      );
    const missing = writable.filter((each) => !isTried(each) && !(each.path in withoutTexts));
    assert.deepEqual(
      missing.map(({ endpoint, path }) => `${endpoint.declared.methods} ${path}`),
      [],
      'Add a subject for each to test/user-data, or the reason why it has no texts to withoutTexts.',
    );
    const excused = Object.keys(withoutTexts);
    const needless = excused.filter((path) => !writable.some((each) => each.path === path && !isTried(each)));
    assert.deepEqual(needless, [], 'These are tried or not served; take them out of withoutTexts.');
  });
});
