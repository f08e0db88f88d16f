// GET consent: what visitors are asked, and what this one has answered.
import type { Call, ExtensionServices, Operation } from 'octavo/extension';
import { type Receipt, shownReceipt } from './receipt.ts';
import { type ConsentSettings, readSettings, versionOf } from './settings.ts';
import { findReceipt } from './store.ts';
import { visitorOf } from './visitor.ts';

/** Answers with the question and the visitor's choice; null where there is none, or where it answers another question. */
export const getConsent = (services: ExtensionServices): Operation => ({
  async run(call) {
    const settings = await readSettings(services);
    return { kind: 'value', value: consentOf(settings, await latestReceipt(services, call)) };
  },
});

async function latestReceipt(services: ExtensionServices, call: Call): Promise<Receipt | undefined> {
  const visitor = visitorOf(services, call);
  const row = visitor && (await services.database.read.first(findReceipt, { id: visitor.receipt }));
  return row && shownReceipt(row);
}

/** The question that is asked at present with the answer of a receipt, as far as that answers it. */
export function consentOf(settings: ConsentSettings, receipt: Receipt | undefined) {
  const version = versionOf(settings);
  const { text, categories } = settings;
  return { version, text, categories, consent: receipt?.version === version ? receipt : null };
}
