// GET /sbc/v1/consent: returns the consent text, the categories, and the consent of the visitor.
import type { Call } from 'octavo/extension';
import type { ConsentOperations } from './operations.ts';
import { presentReceipt, type Receipt } from './receipt.ts';
import { type ConsentSettings, readSettings, type Services, versionOf } from './settings.ts';
import { findReceipt } from './store.ts';
import { findVisitor } from './visitor.ts';

/** Responds with the text, the categories, and in `consent` the consent of the visitor; null if there is none to the current version. */
export const getConsent = (services: Services): ConsentOperations['get-consent'] => ({
  async run(call) {
    const settings = await readSettings(services);
    return { kind: 'value', value: consentOf(settings, await latestReceipt(services, call)) };
  },
});

async function latestReceipt(services: Services, call: Pick<Call, 'header'>): Promise<Receipt | undefined> {
  const visitor = findVisitor(services, call);
  const row = visitor && (await services.database.read.first(findReceipt, { id: visitor.receipt }));
  return row && presentReceipt(row);
}

/** Returns the current text and categories, and the consent in a receipt if it is for the current version. */
export function consentOf(settings: ConsentSettings, receipt: Receipt | undefined) {
  const version = versionOf(settings);
  const { text, categories } = settings;
  return { version, text, categories, consent: receipt?.version === version ? receipt : null };
}
