// Implements the endpoints of forms: permissions, and the operations of submissions.
import {
  ApiError,
  type Call,
  type ExtensionServices,
  implement,
  type Module,
  type Permissions,
  type Presenter,
  parseId,
  parseStoredObject,
  parseTimestamp,
  type ReadHandle,
  readStoredObject,
} from 'octavo/extension';
import {
  type FormEndpoints,
  type FormOperations,
  type FormTargets,
  formsModule,
  type PresentedSubmission,
  type submissionFields,
} from './contract.ts';
import { exportCsv, exportJson } from './export-submissions.ts';
import { countByAddress, findSubmissions } from './find-submissions.ts';
import { type Form, findForm, type LoadedForm } from './forms.ts';
import { beginConnection, finishConnection } from './payment-provider.ts';
import type { Services } from './settings.ts';
import {
  findByAddress,
  findExcess,
  findSubmission,
  insertSubmission,
  isFull,
  type SubmissionState,
  updateSubmissionState,
} from './store.ts';
import {
  deleteAllSubmissions,
  deleteSubmissionsAndMail,
  labeledValues,
  notifyOfSubmission,
  receivedAt,
  recordSubmission,
  shouldNotifyNow,
  submittedAddresses,
} from './submissions.ts';
import { parseValues, type SubmittedValues } from './submitted-values.ts';
import { getSettings, updateSettings } from './update-settings.ts';
import { completeWizard, getLicense, hydrate, installPlugins, updateWizard, verifyLicense } from './wizard.ts';

/** Returns the endpoints of forms. */
export const formsEndpoints = (services: Services): Module =>
  implement(formsModule, {
    permissions: makeFormPermissions(services),
    operations: {
      hydrate: hydrate(services),
      'update-wizard': updateWizard(services),
      'get-settings': getSettings(services),
      'update-settings': updateSettings(services),
      'install-plugins': installPlugins(services),
      'complete-wizard': completeWizard(services),
      'begin-connection': beginConnection(services),
      'finish-connection': finishConnection(services),
      'get-license': getLicense(services),
      'verify-license': verifyLicense(services),
      'create-submission': createSubmission(services),
      'list-submissions': listSubmissions(services),
      'get-submission': getSubmission(services),
      'update-submission': updateSubmission(services),
      'delete-submission': deleteSubmission(services),
      'get-person': getPerson(services),
      'erase-person': erasePerson(services),
      'export-csv': exportCsv(services),
      'export-json': exportJson(services),
    },
    presenter: submissionPresenter,
  });

const forbiddenErrors = {
  manage: { code: 'cmsforms_cannot_manage', message: 'You are not allowed to set up forms.' },
  edit: {
    code: 'cmsforms_cannot_edit',
    message: 'You are not allowed to view the submissions of this form.',
  },
};

/** Returns the permissions of forms, keyed by their names in the contract. `load` throws ApiError 404 `cmsforms_unknown_form`. */
function makeFormPermissions(services: ExtensionServices): Permissions<FormEndpoints, FormTargets> {
  const load = async ({ path }: Pick<Call, 'path'>): Promise<LoadedForm> => {
    const entry = await findForm(services, parseId(path.form));
    if (!entry) throw unknownForm();
    return { entry };
  };
  return {
    'manage-forms': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenErrors.manage) },
    'fill-in-form': { load, permit: () => undefined },
    'edit-form': {
      load,
      permit: ({ actor }, { entry }) => (services.content.can(actor, 'edit', entry) ? undefined : forbiddenErrors.edit),
    },
  };
}

/**
 * Stores a submission. Responds 201 with the confirmation of the form. Spam is stored in the state `spam`, and the response is the same,
 * so that senders of spam do not notice.
 *
 * Throws ApiError 404 `cmsforms_unknown_form` if the form is not published, 403 `cmsforms_wrong_password`, 400
 * `rest_invalid_param`, 413 `cmsforms_too_large`, 429 `cmsforms_too_many`, 429 `rest_too_many_failed_attempts` after too many
 * wrong passwords, 403 `cmsforms_discarded` for obvious spam, and 503 `cmsforms_full` if the storage limit is reached.
 */
const createSubmission = (services: Services): FormOperations['create-submission'] => ({
  async run(call, { entry: form }) {
    if (form.status !== 'publish') throw unknownForm();
    const { per_minute: maxPerMinute, most_kept: maxStored } = await services.settings.read();
    await services.security.rateLimit(call, 'submit a form', { max: maxPerMinute, maxTotal: 50 * maxPerMinute });
    const { values, trap, password } = call.args;
    await requirePassword(services, call, form, password);
    const answers = parseValues(form.fields, values);
    const isWanted = trap === '' && (await isWantedSubmission(services, call, form, answers));
    const state: SubmissionState = isWanted ? 'wanted' : 'spam';
    await services.database.transaction(async (tx) => {
      if (isWanted && (await isFull(tx, 'wanted', maxStored))) throw storageFull(services, form);
      const shouldNotify = isWanted && (await shouldNotifyNow(services, tx, form.id));
      const row = {
        ...{ form: form.id, state, received: services.clock() },
        ...{ answers: JSON.stringify(answers), told: shouldNotify ? 1 : 0 },
      };
      const id = await insertSubmission(tx, row, submittedAddresses(form.fields, answers));
      await recordSubmission(services, tx, 'created', { ...row, id });
      if (shouldNotify) await notifyOfSubmission(services, tx, form, { id }, answers);
      // New spam replaces the oldest spam. Wanted submissions are never deleted to free space.
      if (!isWanted) await deleteSubmissionsAndMail(services, tx, await findExcess(tx, 'spam', maxStored, 10));
    });
    return { kind: 'value', status: 201, value: { form: form.id, confirmation: form.confirmation } };
  },
});

/** Throws ApiError 403 `cmsforms_wrong_password`, and 429 `rest_too_many_failed_attempts` after ten wrong passwords within a minute. */
async function requirePassword(services: Services, call: Call, form: Form, submitted: string): Promise<void> {
  if (form.password === '') return;
  // A missing password does not count as a failed attempt.
  if (submitted === '' || !(await services.security.checkEntryPassword(call, form, submitted)))
    throw new ApiError('cmsforms_wrong_password', 403, 'The password of this form is missing or wrong.');
}

/** Returns the error for a form that does not exist, or is not published. The error does not reveal whether the form exists. */
const unknownForm = (): ApiError => new ApiError('cmsforms_unknown_form', 404, 'No published form with this ID.');

function storageFull({ log }: Services, { id: form }: Form): ApiError {
  log.warn({ form }, 'form storage full');
  return new ApiError('cmsforms_full', 503, 'The form currently accepts no submissions; try again later.', {
    retryAfter: 60 * 60,
  });
}

/** Whether the spam classifiers accept a submission. Throws ApiError 403 `cmsforms_discarded` for obvious spam. */
async function isWantedSubmission(
  { security }: Services,
  { actor, from, userAgent }: Pick<Call, 'actor' | 'from' | 'userAgent'>,
  { id: entry, fields }: Form,
  answers: SubmittedValues,
): Promise<boolean> {
  const name = fields.find(({ kind, name }) => kind === 'text' && /name/.test(name))?.name ?? '';
  const classification = await security.classify({
    kind: 'form',
    text: labeledValues(fields, answers)
      .map(([, text]) => text)
      .join('\n'),
    name: String(answers[name] ?? ''),
    email: submittedAddresses(fields, answers)[0] ?? '',
    ...{ url: '', from, agent: userAgent, author: actor.id, entry },
  });
  if (classification === 'discard')
    throw new ApiError('cmsforms_discarded', 403, 'This submission was classified as spam and discarded.');
  return classification === 'pass';
}

/** Responds with a page of the submissions in the requested state that match the filters, newest first. */
const listSubmissions = ({ database }: ExtensionServices): FormOperations['list-submissions'] => ({
  async run({ args, work }, { entry }) {
    const { state, search = '', address = '', page, per_page: perPage } = args;
    const filter = {
      ...{ form: entry.id, state, search, address },
      after: args.after === undefined ? 0 : toMilliseconds(args.after),
      before: args.before === undefined ? Number.MAX_SAFE_INTEGER : toMilliseconds(args.before),
    };
    const read = search === '' ? database.read : database.scanning(work, 'search');
    const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
    const { rows, total } = await findSubmissions(read, filter, { limit: perPage, offset });
    return { kind: 'list', rows: rows.map((row) => ({ ...row, entry })), page: { total, perPage, page } };
  },
});

/** Returns the time of a submitted timestamp, in milliseconds since 1970. */
const toMilliseconds = (timestamp: string): number => Date.parse(`${parseTimestamp(timestamp, '', 'gmt').gmt}Z`);

/** Responds with a submission. Throws ApiError 404 `cmsforms_unknown_submission`. */
const getSubmission = ({ database }: ExtensionServices): FormOperations['get-submission'] => ({
  run: async (call, { entry }) => ({ kind: 'record', row: await requireSubmission(database.read, call, entry) }),
});

/**
 * Updates the state of a submission and responds with the submission. If the new state is `wanted`, emails about the submission are queued,
 * unless they were queued before.
 *
 * Throws ApiError 404 `cmsforms_unknown_submission`.
 */
const updateSubmission = (services: ExtensionServices): FormOperations['update-submission'] => ({
  async run(call, { entry: form }) {
    const row = await services.database.transaction(async (tx) => {
      await tx.lock(`what was sent in by form ${form.id}`);
      const before = await requireSubmission(tx, call, form);
      await call.requireMatch();
      const { state } = call.args;
      const shouldNotify = state === 'wanted' && before.told === 0;
      const updated = { ...before, state, told: shouldNotify ? 1 : before.told };
      await updateSubmissionState(tx, updated);
      if (state !== before.state) await recordSubmission(services, tx, 'updated', updated, before.state);
      if (shouldNotify)
        await notifyOfSubmission(services, tx, form, before, parseStoredObject(before.answers) as SubmittedValues);
      return updated;
    });
    return { kind: 'record', row };
  },
});

/** Deletes a submission permanently and responds with it. Throws ApiError 404 `cmsforms_unknown_submission`. */
const deleteSubmission = (services: ExtensionServices): FormOperations['delete-submission'] => ({
  async run(call, { entry }) {
    const previous = await services.database.transaction(async (tx) => {
      await tx.lock(`what was sent in by form ${entry.id}`);
      const found = await requireSubmission(tx, call, entry);
      await call.requireMatch();
      await deleteSubmissionsAndMail(services, tx, [found]);
      await services.record.deletion(tx, call, { kind: 'submission', id: found.id, count: 1 });
      return found;
    });
    return { kind: 'deleted', previous, context: 'edit' };
  },
});

/** Responds with the numbers of submissions that contain the given email address, by form. */
const getPerson = ({ database }: ExtensionServices): FormOperations['get-person'] => ({
  async run({ args }) {
    const forms = await countByAddress(database, args.address);
    const total = forms.reduce((sum, { wanted, spam }) => sum + wanted + spam, 0);
    return { kind: 'value', value: { total, forms } };
  },
});

/** Deletes all submissions, of any form, that contain the given email address, and responds with their number. */
const erasePerson = (services: ExtensionServices): FormOperations['erase-person'] => ({
  async run(call) {
    const { address } = call.args;
    const erased = await deleteAllSubmissions(
      services,
      (read, limit) => findByAddress(read, address, limit),
      (tx, count) => services.record.deletion(tx, call, { kind: 'submission', id: 0, count }),
    );
    return { kind: 'value', value: { erased } };
  },
});

/** Returns the submission with the ID in the path. Throws ApiError 404 `cmsforms_unknown_submission` if the form has no such submission. */
async function requireSubmission(
  read: ReadHandle,
  { path }: Pick<Call, 'path'>,
  entry: Form,
): Promise<PresentedSubmission> {
  const found = await findSubmission(read, entry.id, parseId(path.id));
  if (found) return { ...found, entry };
  throw new ApiError('cmsforms_unknown_submission', 404, 'No submission with this ID.');
}

const submissionPresenter: Presenter<typeof submissionFields, PresentedSubmission> = {
  prepare: async () => undefined,
  fields: {
    id: ({ id }) => id,
    form: ({ form }) => form,
    state: ({ state }) => state,
    received: ({ received }) => receivedAt(received),
    values: ({ answers }) => readStoredObject(answers, 'cmsforms_submissions.answers'),
  },
  facts: ({ id, form }) => ({ id, form }),
};
