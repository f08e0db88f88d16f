// Records the requests to users, settings, descriptions, abilities, webhooks and other routes of the example site.
import { randomUUID } from 'node:crypto';
import { insertSession } from '../../server/access/sessions-store.ts';
import { noServerProblem } from '../../server/mail/mail-queue.ts';
import { markDueUnsent } from '../../server/mail/store.ts';
import { createImage } from '../../test/media-site.ts';
import type { ExampleContent } from './content.ts';
import { recordImports } from './imports.ts';
import type { Recorder } from './recorder.ts';

/** Records the routes of the administration of the site. */
export async function recordAdministration(recorder: Recorder, content: ExampleContent): Promise<void> {
  await recordUsers(recorder);
  await recordAccounts(recorder, content);
  await recordDescriptions(recorder);
  await recordAbilities(recorder, content);
  await recordEmbeds(recorder, content);
  await recordPreviews(recorder);
  await recordTermMerges(recorder);
  await recordLocks(recorder);
  await recordEditors(recorder);
  await recordWebhooks(recorder);
  await recordImports(recorder);
  await recordHealth(recorder);
  await recordPlugins(recorder);
  await recordMediaLibrary(recorder, content);
}

async function recordUsers(recorder: Recorder): Promise<void> {
  const path = '/cms/v2/users';
  const json = { username: 'mia', email: 'mia@example.com', password: 'correct horse battery', roles: ['author'] };
  const { id } = await recorder.record(`POST ${path}`, { json });
  const names = { id };
  await recorder.record(`POST ${path}/<id>`, { names, json: { first_name: 'Mia', last_name: 'Holm' } });
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names });
  await recorder.record(`GET ${path}/me`);
  await recorder.record(`POST ${path}/me`, { json: { description: 'Edits the journal.' } });
  await recordPasswords(recorder, recorder.site.ids.administrator);
  await recorder.recordFailure(`DELETE ${path}/me`, { query: 'force=true&reassign=false' });
  await recorder.record(`DELETE ${path}/<id>`, { names, query: 'force=true&reassign=1' });
}

async function recordPasswords(recorder: Recorder, user: number): Promise<void> {
  const path = '/cms/v2/users/<user_id>/application-passwords';
  const { uuid } = await recorder.record(`POST ${path}`, { names: { user_id: user }, json: { name: 'Pocket writer' } });
  const names = { user_id: user, uuid };
  await recorder.record(`POST ${path}/<uuid>`, { names, json: { name: 'Pocket writer on my phone' } });
  await recorder.record(`GET ${path}`, { names });
  await recorder.record(`GET ${path}/introspect`, { names });
  await recorder.record(`GET ${path}/<uuid>`, { names });
  await recorder.record(`DELETE ${path}/<uuid>`, { names });
  // The passwords of the administrator are needed for the other requests.
  await recorder.record(`DELETE ${path}`, { names: { user_id: recorder.site.ids.contributor } });
}

async function recordAccounts(recorder: Recorder, { media }: ExampleContent): Promise<void> {
  const { ids } = recorder.site;
  const sessions = '/octavo/v1/users/<user_id>/sessions';
  const names = { user_id: ids.editor };
  const openSession = async () => {
    const id = randomUUID();
    const times = { created: '2026-01-02T08:30:00', last_seen: '2026-01-02T09:30:00', expires: '2999-01-01T00:00:00' };
    const device = {
      address: '192.0.2.7',
      agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    const row = { id, user_id: ids.editor, token_hash: id, ...times, ...device };
    await recorder.site.database.transaction((tx) => insertSession(tx, row));
    return id;
  };
  const session = await openSession();
  await recorder.record(`GET ${sessions}`, { names });
  await recorder.record(`DELETE ${sessions}/<session>`, { names: { ...names, session } });
  await openSession();
  await recorder.record(`DELETE ${sessions}`, { names });

  const invitations = '/octavo/v1/invitations';
  const json = { username: 'ida', email: 'ida@example.com', first_name: 'Ida', roles: ['author'] };
  const { id } = await recorder.record(`POST ${invitations}`, { json });
  await recorder.record(`GET ${invitations}`);
  await recorder.record(`GET ${invitations}/<id>`, { names: { id } });
  // More than two minutes have passed since the first email.
  await recorder.record(`POST ${invitations}/<id>/send`, { names: { id }, json: {} });
  await recorder.record(`DELETE ${invitations}/<id>`, { names: { id } });

  await recorder.record('POST /octavo/v1/users/<id>/password-reset', { names: { id: ids.editor }, json: {} });
  const emailChange = '/octavo/v1/users/me/email-change';
  await recorder.record(`POST ${emailChange}`, { json: { email: 'nora@example.com' } });
  await recorder.record(`GET ${emailChange}`);
  await recorder.record(`DELETE ${emailChange}`);
  const profileImage = '/octavo/v1/users/<id>/profile-image';
  await recorder.record(`PUT ${profileImage}`, { names: { id: ids.editor }, json: { media } });
  await recorder.record(`GET ${profileImage}`, { names: { id: ids.editor } });
  await recorder.record(`DELETE ${profileImage}`, { names: { id: ids.editor } });
  await recorder.record('GET /octavo/v1/entry-counts', { query: `authors=${ids.administrator}` });
}

async function recordDescriptions(recorder: Recorder): Promise<void> {
  await recorder.record('GET /');
  for (const path of [
    '/oembed/1.0',
    '/cms/v2',
    '/octavo/v1',
    '/cms-site-health/v1',
    '/cms-block-editor/v1',
    '/cms-abilities/v1',
  ])
    await recorder.record(`GET ${path}`);
  await recorder.record('GET /cms/v2/types');
  await recorder.record('GET /cms/v2/types/<type>', { names: { type: 'post' } });
  await recorder.record('GET /cms/v2/statuses');
  await recorder.record('GET /cms/v2/statuses/<status>', { names: { status: 'publish' } });
  await recorder.record('GET /cms/v2/taxonomies');
  await recorder.record('GET /cms/v2/taxonomies/<taxonomy>', { names: { taxonomy: 'post_tag' } });
  await recorder.record('GET /cms/v2/search', { query: 'search=skagen' });
  await recorder.record('POST /cms/v2/settings', { json: { title: 'The Harbor Journal', posts_per_page: 12 } });
  await recorder.record('GET /cms/v2/settings');
  await recorder.record('POST /octavo/v1/settings', { json: { title: 'The Harbor Journal', comment_max_links: 1 } });
  for (const name of ['settings', 'setting-groups', 'configuration']) await recorder.record(`GET /octavo/v1/${name}`);
  const requests = [{ path: '/cms/v2/tags', body: { name: 'Tides' } }];
  await recorder.record('POST /batch/v1', { json: { requests } });
}

async function recordAbilities(recorder: Recorder, { category }: ExampleContent): Promise<void> {
  const path = '/cms-abilities/v1';
  await recorder.record(`GET ${path}/categories`);
  await recorder.record(`GET ${path}/categories/<slug>`, { names: { slug: 'posts' } });
  await recorder.record(`GET ${path}/abilities`);
  await recorder.record(`GET ${path}/abilities/<name>`, { names: { name: 'octavo/get-category' } });
  const run = `${path}/abilities/<name>/run`;
  const input = { id: category };
  await recorder.record(`GET ${run}`, { names: { name: 'octavo/get-category' }, query: `input[id]=${category}` });
  const update = { ...input, description: 'Everything about sails.' };
  await recorder.record(`POST ${run}`, { names: { name: 'octavo/update-category' }, json: { input: update } });
  const { id } = await recorder.send('POST /cms/v2/tags', { json: { name: 'Fog' } });
  const deletion = { names: { name: 'octavo/delete-post-tag' }, json: { input: { id, force: true } } };
  await recorder.record(`DELETE ${run}`, deletion);
  for (const method of ['PUT', 'PATCH'])
    await recorder.recordFailure(`${method} ${run}`, { names: { name: 'octavo/get-category' }, json: { input } });
}

async function recordEmbeds(recorder: Recorder, { post }: ExampleContent): Promise<void> {
  const query = `url=${encodeURIComponent(post.link)}`;
  await recorder.record('GET /oembed/1.0/embed', { query });
  await recorder.record('GET /oembed/1.0/proxy', { query });
  await recorder.record('GET /cms-block-editor/v1/url-details', { query });
}

async function recordPreviews(recorder: Recorder): Promise<void> {
  const path = '/octavo/v1/previews';
  const { id: entry } = await recorder.send('POST /cms/v2/posts', { json: { title: 'The way back' } });
  const { id } = await recorder.record(`POST ${path}`, { json: { entry, lifetime: 86_400 } });
  await recorder.record(`GET ${path}`, { query: `entry=${entry}` });
  await recorder.record(`DELETE ${path}/<id>`, { names: { id } });
  const templates = [{ id: 'quarto//404', content: '<!-- wp:paragraph --><p>Lost at sea.</p><!-- /wp:paragraph -->' }];
  await recorder.record('POST /octavo/v1/design-previews', { json: { templates } });
}

async function recordTermMerges(recorder: Recorder): Promise<void> {
  const path = '/octavo/v1/terms/<id>';
  const { id } = await recorder.send('POST /cms/v2/tags', { json: { name: 'Boats' } });
  const { id: into } = await recorder.send('POST /cms/v2/tags', { json: { name: 'Ships' } });
  const names = { id };
  await recorder.record(`GET ${path}`, { names });
  await recorder.record(`POST ${path}/merge`, { names, json: { into } });
}

async function recordLocks(recorder: Recorder): Promise<void> {
  const path = '/octavo/v1/locks';
  const { id: entry } = await recorder.send('POST /cms/v2/posts', { json: { title: 'The tide table' } });
  const names = { entry };
  await recorder.record(`POST ${path}/<entry>`, { names, json: {} });
  await recorder.record(`GET ${path}`, { query: `entries=${entry}` });
  // The lock would have expired after the requests that fail.
  const prepare = () => recorder.send(`POST ${path}/${entry}`, { json: {} });
  await recorder.record(`DELETE ${path}/<entry>`, { names, prepare });
  await recorder.record('GET /octavo/v1/live', { query: `entries=${entry}` });
}

async function recordEditors(recorder: Recorder): Promise<void> {
  await recorder.record('GET /octavo/v1/admin');
  const { id } = await recorder.record('POST /octavo/v1/auto-drafts', { json: { type: 'post' } });
  await recorder.record('GET /octavo/v1/editors/<id>', { names: { id } });
  await recorder.record('GET /octavo/v1/site-editor');
}

async function recordMediaLibrary(recorder: Recorder, { media }: ExampleContent): Promise<void> {
  const path = '/octavo/v1/media/<id>';
  const names = { id: media };
  const file = { name: 'skagen.png', bytes: await createImage(600, 450) };
  await recorder.record(`POST ${path}/file`, { names, file });
  await recorder.record(`GET ${path}/uses`, { names });
}

async function recordWebhooks(recorder: Recorder): Promise<void> {
  const path = '/octavo/v1/webhooks';
  const json = { url: 'https://93.184.216.34/hook', description: 'Rebuilds the front end.' };
  const { id } = await recorder.record(`POST ${path}`, { json });
  const names = { id };
  await recorder.record(`POST ${path}/<id>`, { names, json: { description: 'Rebuilds the front end after changes.' } });
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names });
  await recorder.record(`POST ${path}/<id>/secret`, { names });
  const { id: delivery } = await recorder.record(`POST ${path}/<id>/deliveries`, { names, json: {} });
  await recorder.record(`GET ${path}/<id>/deliveries`, { names });
  await recorder.record(`GET ${path}/<id>/deliveries/<delivery>`, { names: { id, delivery } });
  await recorder.record(`POST ${path}/<id>/deliveries/<delivery>/redeliver`, { names: { id, delivery } });
  await recorder.record(`POST ${path}/<id>/deliveries/redeliver`, { names });
  await recorder.record('GET /octavo/v1/event-kinds');
  await recorder.record('GET /octavo/v1/audit-log');
  await recordRecentErrors(recorder);
  await recorder.record('GET /octavo/v1/events');
  await recorder.record(`DELETE ${path}/<id>`, { names });
}

async function recordRecentErrors(recorder: Recorder): Promise<void> {
  const { recentErrors } = recorder.site.service;
  const request = { method: 'POST', route: '/cms/v2/posts' };
  recentErrors.add(new Error('no state of the post'), randomUUID(), request);
  await recentErrors.write();
  await recorder.record('GET /octavo/v1/recent-errors');
  await recorder.record('GET /octavo/v1/migration-status');
  await recordEmails(recorder);
}

async function recordEmails(recorder: Recorder): Promise<void> {
  const { database } = recorder.site;
  // All emails are due at that time.
  await database.transaction((tx) => markDueUnsent(tx, '9999-01-01T00:00:00', noServerProblem));
  const [email] = await recorder.record('GET /octavo/v1/emails');
  await recorder.record('POST /octavo/v1/emails/<id>/retry', { names: { id: email.id } });
  await recorder.record('POST /octavo/v1/emails/retry');
}

async function recordHealth(recorder: Recorder): Promise<void> {
  const [job] = await recorder.record('GET /octavo/v1/jobs');
  await recorder.record('POST /octavo/v1/jobs/<name>/runs', { names: { name: job.name } });
  for (const { declared } of recorder.site.service.table.routes)
    if (/^\/cms-site-health\/v1\/(tests|directory-sizes)/.test(declared.path))
      await recorder.record(`GET ${declared.path}`);
}

async function recordPlugins(recorder: Recorder): Promise<void> {
  const path = '/cms/v2/plugins';
  const names = { plugin: 'sbc' };
  await recorder.record(`GET ${path}`);
  await recorder.recordFailure(`POST ${path}`, { json: { slug: 'another' } });
  await recorder.record(`GET ${path}/<plugin>`, { names });
  await recorder.record(`POST ${path}/<plugin>`, { names, json: { status: 'active' } });
  await recorder.recordFailure(`DELETE ${path}/<plugin>`, { names });
}
