// POST /sbc/v1/consent: stores the choice of a visitor as a new receipt. Earlier receipts are not changed.
import { ApiError, type Call } from 'octavo/extension';
import { consentOf } from './get-consent.ts';
import type { ConsentOperations } from './operations.ts';
import { newReceiptId, presentReceipt } from './receipt.ts';
import { type ConsentSettings, readSettings, type Services, versionOf } from './settings.ts';
import { insertReceipt } from './store.ts';
import { findVisitor, serializeVisitorCookie } from './visitor.ts';

/**
 * Stores a choice. Responds 201 with the same value as a subsequent GET. A submitted `version` must be the current one, so that visitors
 * do not consent to a text that was not displayed to them.
 *
 * Throws ApiError 400 `rest_invalid_param`, 409 `sbc_outdated`, 429 `sbc_too_many`.
 */
export const giveConsent = (services: Services): ConsentOperations['give-consent'] => ({
  async run(call) {
    services.rateLimit(call, 'give consent', { max: 20, maxTotal: 2000 });
    const settings = await readSettings(services);
    const version = versionOf(settings);
    if ((call.submitted('version') ?? version) !== version)
      throw new ApiError(
        'sbc_outdated',
        409,
        'The consent text has changed; display the current version to the visitor first.',
      );
    const categories = chosenCategories(call, settings);
    const now = services.clock();
    const row = {
      id: newReceiptId(now),
      visitor: findVisitor(services, call)?.visitor ?? crypto.randomUUID(),
      given: now,
      version,
      categories: JSON.stringify(categories),
    };
    await services.database.transaction((tx) => tx.run(insertReceipt, row));
    const visitor = { visitor: row.visitor, receipt: row.id };
    const headers = { 'Set-Cookie': serializeVisitorCookie(services, visitor, settings.cookie_days) };
    return { kind: 'value', status: 201, value: consentOf(settings, presentReceipt(row)), headers };
  },
});

/** Returns the names of the accepted and required categories, in the order of the settings. Throws ApiError 400 `rest_invalid_param`. */
function chosenCategories(call: Pick<Call, 'submitted'>, { categories }: ConsentSettings): string[] {
  const submitted = parseNames(call.submitted('categories'));
  const known = new Set(categories.map(({ name }) => name));
  const unknown = submitted?.find((name) => typeof name !== 'string' || !known.has(name));
  if (!submitted || unknown !== undefined) {
    const message = `categories must be a list of category names; available: ${[...known].join(', ')}.`;
    throw new ApiError('rest_invalid_param', 400, message, { data: { params: { categories: message } } });
  }
  const chosen = new Set(submitted);
  return categories.filter(({ name, required }) => required || chosen.has(name)).map(({ name }) => name);
}

/** Returns the names in a list, or in a comma-separated string as submitted by forms; undefined for other values. */
function parseNames(submitted: unknown): readonly unknown[] | undefined {
  if (Array.isArray(submitted)) return submitted;
  if (typeof submitted !== 'string') return undefined;
  return submitted.split(',').flatMap((name) => name.trim() || []);
}
