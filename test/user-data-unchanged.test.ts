// Tests that user data is never translated, even if it equals a name of the contract in one of its spellings. Records of every
// writable resource are created at one mount, read at both, and submitted again at the other.
//
// OCTAVO_TEST_NAMES_RUNS sets the number of runs per resource.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from './engines.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { contentSubjects } from './user-data/content-subjects.ts';
import { fullConfig, shelf } from './user-data/full-config.ts';
import { openMounts } from './user-data/mount.ts';
import { otherSubjects } from './user-data/other-subjects.ts';
import { type Mounts, roundTrip, routesOf } from './user-data/round-trip.ts';

const { OCTAVO_TEST_NAMES_RUNS: runsSetting } = process.env;

const subjects = [...contentSubjects, ...otherSubjects];

const notStored = 'The route stores no text.';
const noWidgets = 'Block themes have no widgets.';
const callsExternalService = 'The route calls an external service, which is not available in tests.';

/** Writable routes that neither store nor present user text, with the reasons. */
const routesWithoutText: Readonly<Record<string, string>> = {
  '/cms/v2/block-renderer/<name>': notStored,
  '/cms/v2/plugins': notStored,
  '/cms/v2/plugins/<plugin>': notStored,
  '/cms/v2/sidebars/<id>': noWidgets,
  '/cms/v2/widget-types/<id>/encode': noWidgets,
  '/cms/v2/widget-types/<id>/render': noWidgets,
  '/cms/v2/widgets': noWidgets,
  '/cms/v2/widgets/<id>': noWidgets,
  '/cms/v2/media/<id>/post-process': 'The route accepts no text.',
  '/cms/v2/media/<id>/sideload': 'The route accepts a file and the name of a size.',
  '/cms/v2/media/<id>/finalize': 'The route accepts the response of sideload.',
  '/cmsforms/v1/settings': 'The route accepts only numbers and email addresses.',
  '/octavo/v1/backups':
    'A backup is created in the background, and its name is not converted (server/namespaces/backups).',
  '/octavo/v1/backups/<id>/checks': 'The route accepts no input.',
  '/octavo/v1/backups/<id>/downloads': 'The route accepts only a password.',
  '/octavo/v1/backups/<id>/restores': 'The route accepts only a password and the name of the backup.',
  '/octavo/v1/backup-uploads': 'The name of the file is tested in server/namespaces/backups.',
  '/octavo/v1/backup-uploads/<id>/pieces': 'The route accepts a piece of a file.',
  '/octavo/v1/imports': 'The name of the file is tested in uploaded-imports.test.ts.',
  '/octavo/v1/imports/<id>/pieces': 'The route accepts a piece of a file.',
  '/octavo/v1/imports/<id>/run': 'The imported texts are those of the file.',
  '/octavo/v1/imports/<id>/stop': 'The route accepts no input.',
  '/octavo/v1/emails/retry': 'The route accepts no input.',
  '/octavo/v1/emails/<id>/retry': 'The route accepts no input.',
  '/octavo/v1/jobs/<name>/runs': 'The route accepts no input.',
  '/octavo/v1/media/<id>/file': 'The route accepts a file.',
  '/octavo/v1/auto-drafts': 'The route accepts only the name of a content type.',
  '/octavo/v1/previews': 'The route accepts only IDs.',
  '/octavo/v1/design-previews': 'The public pages with the submitted texts are tested in design-previews.test.ts.',
  '/octavo/v1/terms/<id>/merge': 'The route accepts only IDs.',
  '/octavo/v1/locks/<entry>': 'The route accepts no text.',
  '/octavo/v1/invitations/<id>/send': 'The route accepts no input.',
  '/octavo/v1/users/<id>/password-reset': 'The route accepts no input.',
  '/octavo/v1/users/<id>/profile-image': 'The route accepts only an ID.',
  '/octavo/v1/users/me/email-change': 'The route accepts only an email address.',
  '/octavo/v1/webhooks/<id>/secret': 'The route accepts only a secret.',
  '/octavo/v1/webhooks/<id>/deliveries': 'The route accepts no input.',
  '/octavo/v1/webhooks/<id>/deliveries/redeliver': 'The route accepts no input.',
  '/octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver': 'The route accepts no input.',
  '/spamfilter/v1/key': 'The route accepts a key of 12 letters and digits.',
  '/spamfilter/v1/webhook':
    'The route accepts signed messages of the spam-checking service, which contain IDs of comments.',
  '/cmsforms/v1/setup-wizard/install-plugins': notStored,
  '/cmsforms/v1/setup-wizard/license/verify': 'The route returns only the end of the key.',
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
  // A SQLite file gives the same results as an in-memory database.
  if (engine.name === 'sqlite in a file') return;
  // Half of the runs create records at the native mount, the others at the compatible mount. PostgreSQL has fewer runs, because
  // it is slower and names do not depend on the engine.
  const runs = Number(runsSetting ?? (engine.name === 'postgres' ? 2 : 4));
  let site: MediaSite;
  let folder: string;
  let mounts: Mounts;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-user-data-'));
    site = await openMediaSite({
      database: await engine.open(),
      config: fullConfig,
      extensions: ['union', shelf],
      backups: path.join(folder, 'backups'),
      mail: { server: { host: '127.0.0.1', port: 9, security: 'none' } },
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
    it(`is unchanged in ${subject.name}`, async () => {
      const { seed = Math.floor(Math.random() * 2 ** 31) } = fc.readConfigureGlobal();
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
    // PATCH and PUT of backups are declared separately, but run the same operation.
    const isTested = ({ endpoint, path }: (typeof writable)[number]) =>
      tested.has(endpoint) ||
      writable.some(
        (other) => other.path === path && other.endpoint.operation === endpoint.operation && tested.has(other.endpoint),
      );
    const missing = writable.filter((each) => !isTested(each) && !(each.path in routesWithoutText));
    assert.deepEqual(
      missing.map(({ endpoint, path }) => `${endpoint.declared.methods} ${path}`),
      [],
      'Add a subject to test/user-data for each of these routes, or add the route with a reason to routesWithoutText.',
    );
    const listedRoutes = Object.keys(routesWithoutText);
    const obsolete = listedRoutes.filter((path) => !writable.some((each) => each.path === path && !isTested(each)));
    assert.deepEqual(obsolete, [], 'These routes are tested or do not exist; remove them from routesWithoutText.');
  });
});
