// Implements the endpoints of consent. Browsers are identified by a signed cookie with the visitor ID and the ID of the latest receipt.
import {
  ApiError,
  type Call,
  type ExtensionServices,
  getCookie,
  implement,
  type Module,
  type Permissions,
  serializeCookie,
} from 'octavo/extension';
import {
  type ConsentEndpoints,
  type ConsentOperations,
  type ConsentSettings,
  consentModule,
  type Services,
  versionOf,
} from './contract.ts';
import { listReceipts } from './list-receipts.ts';
import { deleteReceiptsOf, findReceipt, insertReceipt, newReceiptId, presentReceipt, type Receipt } from './store.ts';

const forbiddenError = { code: 'sbc_cannot_manage', message: 'You are not allowed to manage consent.' };

const permissions: Permissions<ConsentEndpoints> = {
  'manage-consent': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

/** Returns the endpoints for the consent of visitors. */
export const consentEndpoints = (services: Services): Module =>
  implement(consentModule, {
    permissions,
    operations: {
      'get-consent': getConsent(services),
      'give-consent': giveConsent(services),
      'list-receipts': listReceipts(services),
      'erase-visitor': eraseVisitor(services),
      'get-settings': getSettings(services),
      'update-settings': updateSettings(services),
    },
  });

/** Responds with the text, the categories, and in `consent` the consent of the visitor; null if there is none to the current version. */
const getConsent = (services: Services): ConsentOperations['get-consent'] => ({
  async run(call) {
    const settings = await services.settings.read();
    return { kind: 'value', value: consentOf(settings, await latestReceipt(services, call)) };
  },
});

async function latestReceipt(services: Services, call: Pick<Call, 'header'>): Promise<Receipt | undefined> {
  const visitor = findVisitor(services, call);
  const row = visitor && (await services.database.read.first(findReceipt, { id: visitor.receipt }));
  return row && presentReceipt(row);
}

/** Returns the current text and categories, and the consent in a receipt if it is for the current version. */
function consentOf(settings: ConsentSettings, receipt: Receipt | undefined) {
  const version = versionOf(settings);
  const { text, categories } = settings;
  return { version, text, categories, consent: receipt?.version === version ? receipt : null };
}

/**
 * Stores a choice as a new receipt; earlier receipts are not changed. Responds 201 with the same value as a subsequent GET. A submitted `version` must be the current one, so that visitors
 * do not consent to a text that was not displayed to them.
 *
 * Throws ApiError 400 `rest_invalid_param`, 409 `sbc_outdated`, 429 `sbc_too_many`.
 */
const giveConsent = (services: Services): ConsentOperations['give-consent'] => ({
  async run(call) {
    await services.security.rateLimit(call, 'give consent', { max: 20, maxTotal: 2000 });
    const settings = await services.settings.read();
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
  if (!submitted || unknown !== undefined)
    throw invalidCategories(`categories must be a list of category names; available: ${[...known].join(', ')}.`);
  const chosen = new Set(submitted);
  return categories.filter(({ name, required }) => required || chosen.has(name)).map(({ name }) => name);
}

/** Returns the names in a list, or in a comma-separated string as submitted by forms; undefined for other values. */
function parseNames(submitted: unknown): readonly unknown[] | undefined {
  if (Array.isArray(submitted)) return submitted;
  if (typeof submitted !== 'string') return undefined;
  return submitted.split(',').flatMap((name) => name.trim() || []);
}

/** Deletes all receipts of a visitor, and responds with their number. */
const eraseVisitor = ({ database, record }: ExtensionServices): ConsentOperations['erase-visitor'] => ({
  async run(call) {
    const erased = await deleteReceiptsOf(database, call.args.visitor, (tx, count) =>
      record.deletion(tx, call, { kind: 'receipt', id: 0, count }),
    );
    return { kind: 'value', value: { erased } };
  },
});

/** Responds with the current settings. */
const getSettings = (services: Services): ConsentOperations['get-settings'] => ({
  run: () => presentSettings(services),
});

/** Returns a response with the current settings, and with their version. */
async function presentSettings({ settings }: Services) {
  const value = await settings.read();
  return { kind: 'value', value, stateOf: value } as const;
}

/** Updates settings and responds with all current settings. Throws ApiError 400 `rest_invalid_param` for duplicate category names. */
const updateSettings = (services: Services): ConsentOperations['update-settings'] => ({
  async run(call) {
    const { args } = call;
    const { categories = [] } = args as Partial<ConsentSettings>;
    if (new Set(categories.map(({ name }) => name)).size < categories.length)
      throw invalidCategories('Category names must be unique.');
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of sbc');
      await call.requireMatch();
      await services.settings.write(tx, args);
      await services.record.settingsChange(tx, call, Object.keys(args));
    });
    return presentSettings(services);
  },
});

/** The content of the cookie. */
interface Visitor {
  /** Random ID of the visitor. */
  readonly visitor: string;
  /** ID of the latest receipt. */
  readonly receipt: string;
}

const cookieName = 'consent';
const daySeconds = 24 * 60 * 60;

/** Returns the visitor that the cookie identifies; undefined if the cookie is missing, invalid or expired. */
function findVisitor(services: ExtensionServices, call: Pick<Call, 'header'>): Visitor | undefined {
  const found = services.security.unseal(cookieName, getCookie(call, cookieName) ?? '') as Partial<Visitor> | undefined;
  const { visitor, receipt } = found ?? {};
  return typeof visitor === 'string' && typeof receipt === 'string' ? { visitor, receipt } : undefined;
}

/** Returns the value of a `Set-Cookie` header that stores the visitor for a number of days. */
const serializeVisitorCookie = ({ security, clock, site }: ExtensionServices, visitor: Visitor, days: number): string =>
  serializeCookie(
    cookieName,
    security.seal(cookieName, visitor, clock() + days * daySeconds * 1000),
    days * daySeconds,
    site.urls.home,
  );

/** Returns the error for invalid categories. */
const invalidCategories = (message: string): ApiError =>
  new ApiError('rest_invalid_param', 400, message, { data: { params: { categories: message } } });
