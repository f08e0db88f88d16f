// Defines the extension cmsforms: forms with submissions and a setup wizard.
import type { Extension, Job, Listener } from 'octavo/extension';
import { formSettings, setupWizard, submissions } from './contract.ts';
import { formsEndpoints } from './endpoints.ts';
import { formType } from './form-type.ts';
import { migrations } from './migrations.ts';
import { adjustableSettings, type FormSettings, type Services, settings } from './settings.ts';
import { deleteExpiredConnections, findByForm, findOlder } from './store.ts';
import { deleteAllSubmissions, digestJob, events } from './submissions.ts';
import { disconnectChanges } from './wizard.ts';

const hourSeconds = 60 * 60;
const dayMs = 24 * hourSeconds * 1000;

/** Returns the job that deletes submissions after the configured retention periods, and expired connections. */
const pruneSubmissions = (services: Services): Job => ({
  name: 'forget-submissions',
  every: hourSeconds,
  async run() {
    const { retention_days: days, spam_days: spamDays } = await services.settings.read();
    const now = services.clock();
    await deleteAllSubmissions(services, (read, limit) => findOlder(read, 'wanted', now - days * dayMs, limit));
    await deleteAllSubmissions(services, (read, limit) => findOlder(read, 'spam', now - spamDays * dayMs, limit));
    await services.database.transaction((tx) => tx.run(deleteExpiredConnections, { now }));
  },
});

/** Returns the listener that deletes the submissions of deleted forms. */
const deleteWithForm = (services: Services): Listener => ({
  name: 'erase-with-form',
  kinds: ['entry.deleted'],
  async onEvent({ type, subject }) {
    if (type === formType.name) await deleteAllSubmissions(services, (read, limit) => findByForm(read, subject, limit));
  },
});

export const extension: Extension<typeof settings> = {
  name: 'cmsforms',
  version: '1.0.0',
  title: 'Forms',
  description: 'Forms for visitors. Submissions are validated, stored, sent by email and exported.',
  namespace: 'cmsforms/v1',
  resources: [setupWizard, formSettings, submissions],
  types: [formType],
  events,
  settings,
  adminSettings: [...Object.keys(adjustableSettings), 'payment_provider'],
  migrations,
  open: (services) => ({
    modules: [formsEndpoints(services)],
    jobs: [pruneSubmissions(services), digestJob(services)],
    listeners: [deleteWithForm(services)],
    settingsRules: {
      // The service passes all settings of the extension, each of which matches its schema.
      apply: async (_tx, { current, next }) => disconnectChanges(current as FormSettings, next as FormSettings),
    },
  }),
};
