// Sets up a new site for the screen that the setup link opens.
import { anonymousFrom } from '../audit/record-event.ts';
import { findUserByEmail, findUserByLogin } from '../cms-v2/users/store.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import { fillWithDemo } from '../demo/fill-with-demo.ts';
import { findUnchangedWelcomePost } from '../import/welcome-post.ts';
import type { Language } from '../screens/locale.ts';
import type { NewSite, SiteSetup } from '../screens/setup.ts';
import type { Service } from '../service.ts';
import { normalizeSetting } from '../settings/declared.ts';
import { writeSetting } from '../settings/settings.ts';
import { createAdministrator, findAdministrator } from './administrator.ts';
import { deleteSetupLink, isSetupSecret } from './setup-link.ts';

/** The parts of the service that set up a site. */
type SetupService = Pick<Service, 'contract' | 'entries' | 'media' | 'settings' | 'clock' | 'key'>;

/** Returns the functions of the setup screen. `adminPath` is the path of the admin; undefined if it is not installed. */
export const makeSiteSetup = (service: SetupService, database: Database, adminPath: string | undefined): SiteSetup => ({
  adminPath,
  isComplete: async () => (await findAdministrator(database.read)) !== undefined,
  isSecret: (secret) => isSetupSecret(database.read, service, secret),
  setUp: (site) => setUp(service, database, site),
});

/** Values of the setting `language`. */
const languageSettings: Readonly<Record<Language, string>> = { en: 'en_US', de: 'de_DE' };

async function setUp(service: SetupService, database: Database, site: NewSite): ReturnType<SiteSetup['setUp']> {
  const outcome = await database.transaction(async (tx) => {
    await tx.lock('first start');
    if ((await findAdministrator(tx)) || !(await isSetupSecret(tx, service, site.secret))) return 'invalid link';
    await tx.lock('users');
    if (await findUserByLogin(tx, site.login)) return 'taken username';
    if (await findUserByEmail(tx, site.email)) return 'taken email';
    const administrator = await createAdministrator(tx, service.clock, site, anonymousFrom(site.ip));
    if (site.title !== '') await writeSetting(tx, 'title', normalizeSetting('title', site.title) ?? site.title);
    await writeSetting(tx, 'language', languageSettings[site.language]);
    if (site.start === 'empty') await deleteWelcomePost(service, tx);
    await deleteSetupLink(tx);
    return administrator;
  });
  if (typeof outcome === 'string') return outcome;
  // The site exists now. The settings are refreshed again before they are used.
  await service.settings.refresh().catch((error: unknown) => reportBackgroundFailure('refresh of the settings', error));
  if (site.start === 'demo')
    await fillWithDemo({ service, database, auditActor: anonymousFrom(site.ip) }).catch((error: unknown) =>
      // The administrator exists, and can create the content with the command or without it.
      reportBackgroundFailure('creation of the demo content', error),
    );
  return outcome;
}

async function deleteWelcomePost({ contract, entries }: SetupService, tx: WriteHandle): Promise<void> {
  const type = contract.types.get('post');
  const post = await findUnchangedWelcomePost(tx);
  if (type && post) await entries.writer.delete(tx, type, post);
}
