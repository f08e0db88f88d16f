// POST consent: a visitor chooses. Every choice is kept as a receipt of its own; a later one does not change earlier ones.
import { type Call, type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { consentOf } from './get-consent.ts';
import { receiptNumber, shownReceipt } from './receipt.ts';
import { type ConsentSettings, readSettings, versionOf } from './settings.ts';
import { insertReceipt } from './store.ts';
import { rememberVisitor, visitorOf } from './visitor.ts';

/**
 * Keeps a choice; answers 201 with what GET answers from then on. Where `version` is sent it must be that of the question asked
 * at present: nobody consents to what they were not shown.
 *
 * Throws Refusal 400 `rest_invalid_param`, 409 `sbc_outdated`, 429 `sbc_too_many`.
 */
export const giveConsent = (services: ExtensionServices): Operation => ({
  async run(call) {
    services.requireCalm(call, 'consent', { most: 20, inAll: 2000 });
    const settings = await readSettings(services);
    const version = versionOf(settings);
    if ((call.sent('version') ?? version) !== version)
      throw new Refusal('sbc_outdated', 409, 'What is asked has changed meanwhile; show it to the visitor first.');
    const categories = chosenCategories(call, settings);
    const now = services.clock();
    const row = {
      id: receiptNumber(now),
      visitor: visitorOf(services, call)?.visitor ?? crypto.randomUUID(),
      given: now,
      version,
      categories: JSON.stringify(categories),
    };
    await services.database.transaction((tx) => tx.run(insertReceipt, row));
    const remembered = { visitor: row.visitor, receipt: row.id };
    const headers = { 'Set-Cookie': rememberVisitor(services, remembered, settings.cookie_days) };
    return { kind: 'value', status: 201, value: consentOf(settings, shownReceipt(row)), headers };
  },
});

/** The names agreed to, in the order of the settings, with those that are part of every consent. */
function chosenCategories(call: Call, { categories }: ConsentSettings): string[] {
  const sent = namesIn(call.sent('categories'));
  const known = new Set(categories.map(({ name }) => name));
  const unknown = sent?.find((name) => typeof name !== 'string' || !known.has(name));
  if (!sent || unknown !== undefined) {
    const message = `categories lists the names of those agreed to, of ${[...known].join(', ')}.`;
    throw new Refusal('rest_invalid_param', 400, message, { data: { params: { categories: message } } });
  }
  const chosen = new Set(sent);
  return categories.filter(({ name, required }) => required || chosen.has(name)).map(({ name }) => name);
}

/** A list, or a text with commas between the names, as forms send it; undefined for anything else. */
function namesIn(sent: unknown): readonly unknown[] | undefined {
  if (Array.isArray(sent)) return sent;
  if (typeof sent !== 'string') return undefined;
  return sent.split(',').flatMap((name) => name.trim() || []);
}
