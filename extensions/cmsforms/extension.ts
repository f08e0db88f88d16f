// Forms that people fill in, what they send in by them, and the wizard that sets them up.
import type { Extension, ExtensionServices, Job, Listener } from 'octavo/extension';
import { forgetConnections } from './connections-store.ts';
import { setupWizard, submissions } from './contract.ts';
import { eraseAll } from './erase.ts';
import { formType } from './form-type.ts';
import { events } from './happenings.ts';
import { migrations } from './migrations.ts';
import { formsRoom } from './room.ts';
import { readSettings, settings } from './settings.ts';
import { findOfForm, findOlder } from './submissions-store.ts';
import { tellOfRest } from './tell-of-rest.ts';

const hour = 60 * 60;
const day = 24 * hour * 1000;

/** Erases what has been kept for as long as the settings say. */
const forgetOld = (services: ExtensionServices): Job => ({
  name: 'forget-submissions',
  every: hour,
  async run() {
    const { retention_days: days, spam_days: spamDays } = await readSettings(services);
    const now = services.clock();
    await eraseAll(services, (read, limit) => findOlder(read, 'wanted', now - days * day, limit));
    await eraseAll(services, (read, limit) => findOlder(read, 'spam', now - spamDays * day, limit));
    await services.database.transaction((tx) => tx.run(forgetConnections, { now }));
  },
});

/** What was sent in by a form goes with it. */
const followForms = (services: ExtensionServices): Listener => ({
  name: 'erase-with-form',
  kinds: ['entry.deleted'],
  async hear({ type, subject }) {
    if (type === formType.name) await eraseAll(services, (read, limit) => findOfForm(read, subject, limit));
  },
});

export const extension: Extension = {
  name: 'cmsforms',
  version: '1.0.0',
  title: 'Forms',
  description: 'Forms that people fill in: what they send in is checked, kept, told by mail and exported.',
  namespace: 'cmsforms/v1',
  resources: [setupWizard, submissions],
  types: [formType],
  events,
  settings,
  migrations,
  open: (services) => ({
    rooms: { forms: formsRoom(services) },
    jobs: [forgetOld(services), tellOfRest(services)],
    listeners: [followForms(services)],
  }),
};
