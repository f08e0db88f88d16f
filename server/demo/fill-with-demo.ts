// Fills an empty site with a small magazine, so that a new user sees a site.
import { hashPassword, randomSecret } from '../access/secrets.ts';
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database } from '../database/handle.ts';
import { findFirstUserWithRole } from '../import/users-store.ts';
import { normalizeSetting, type SettingName } from '../settings/declared.ts';
import { isSet, readSettings, writeSetting } from '../settings/settings.ts';
import { images } from './content/images.ts';
import { site, siteImage } from './content/site.ts';
import { createAuthors } from './create-authors.ts';
import { createContent } from './create-content.ts';
import { createMedia } from './create-media.ts';
import { createNavigation } from './create-navigation.ts';
import { createTerms } from './create-terms.ts';
import { discardEvents } from './discard-events.ts';
import { DemoError, deleteInitialEntries, requireEmptySite } from './empty-site.ts';
import type { DemoRun, DemoService } from './run.ts';
import { type ImageDrawer, type StoredImages, withStoredImages } from './store-images.ts';

/** Number of images of the demo content. */
export const imageCount = Object.keys(images).length;

/** The site, and callbacks. */
export interface DemoOptions {
  readonly service: DemoService;
  readonly database: Database;
  /** The actor of the audit events. */
  readonly auditActor: AuditActor;
  /** Called after each image with the number of images that have been stored. */
  readonly onImage?: (count: number) => void;
  /** Draws the images; it is closed at the end. By default, processes draw them. */
  readonly drawer?: ImageDrawer;
}

/** Number of the created items of each kind. */
export interface DemoReport {
  readonly posts: number;
  readonly pages: number;
  readonly images: number;
  readonly comments: number;
  readonly authors: number;
}

/**
 * Creates articles, pages, images, categories, tags, comments, authors and a navigation, with dates in the past months, and sets the title,
 * the tagline, the icon and the logo of the site unless they are set. The unchanged example post and navigation of a new site are deleted.
 * The authors cannot sign in. No email and no webhook is sent, and extensions are not notified.
 *
 * Everything is written in one transaction after the files have been stored: if it fails, nothing remains, and the files are deleted.
 *
 * Throws DemoError if the site is not empty, or has no administrator; ApiError, StoreFullError and StoreUnavailableError if an image cannot be
 * stored.
 */
export async function fillWithDemo({
  service,
  database,
  auditActor,
  onImage,
  drawer,
}: DemoOptions): Promise<DemoReport> {
  // Checked again in the transaction, but drawing images takes seconds.
  await requireEmptySite(database.read);
  await service.settings.refresh();
  const passwordHash = await hashPassword(randomSecret(40));
  const save = (storedImages: StoredImages) =>
    database.transaction((tx) => {
      const created = { targets: new Map(), authors: new Map(), changes: new Map() };
      return createAll({ tx, service, storedImages, ...created }, auditActor, passwordHash);
    });
  const report = await withStoredImages(service.media, save, onImage, drawer);
  // The content exists now. The settings are refreshed again before they are used.
  await service.settings.refresh().catch((error: unknown) => reportBackgroundFailure('refresh of the settings', error));
  return report;
}

async function createAll(run: DemoRun, auditActor: AuditActor, passwordHash: string): Promise<DemoReport> {
  const { tx } = run;
  // The same lock as for the content of a new site.
  await tx.lock('first start');
  const initial = await requireEmptySite(tx);
  const owner = await findFirstUserWithRole(tx, 'administrator');
  if (!owner)
    throw new DemoError(
      'The site has no administrator; create one with octavo user create USERNAME EMAIL --role administrator.',
    );
  await deleteInitialEntries(run, initial);
  await createAuthors(run, { passwordHash, auditActor });
  await createTerms(run);
  await createContent(run, owner.id);
  const siteImageId = await createMedia(run, siteImage, { author: owner.id, ageHours: 0 });
  await createNavigation(run, { author: owner.id, ageHours: 0 });
  await writeSettings(run, siteImageId, auditActor);
  await discardEvents(run);
  return reportOf(run);
}

/** Sets the title and the tagline unless they are stored, and the icon and the logo unless there are any. */
async function writeSettings({ tx, service }: DemoRun, image: number, auditActor: AuditActor): Promise<void> {
  await tx.lock('settings');
  const { site_icon, site_logo } = await readSettings(tx);
  const changed: SettingName[] = [];
  for (const [name, text] of [
    ['title', site.title],
    ['description', site.tagline],
  ] as const) {
    if (await isSet(tx, name)) continue;
    await writeSetting(tx, name, normalizeSetting(name, text) ?? text);
    changed.push(name);
  }
  for (const [name, current] of [
    ['site_icon', site_icon],
    ['site_logo', site_logo],
  ] as const) {
    if (current !== 0) continue;
    await writeSetting(tx, name, image);
    changed.push(name);
  }
  if (changed.length === 0) return;
  await recordAuditEvent(tx, service.clock, auditActor, {
    ...{ action: 'settings-updated', kind: 'settings', id: '', name: '', details: { settings: changed } },
  });
}

function reportOf({ targets, authors, changes }: DemoRun): DemoReport {
  const countOf = (group: string) => [...targets.keys()].filter((key) => key.startsWith(`${group}/`)).length;
  return {
    ...{ posts: countOf('post'), pages: countOf('page'), images: countOf('image') },
    ...{ comments: changes.get('comment.created')?.length ?? 0, authors: authors.size },
  };
}
