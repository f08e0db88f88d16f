// Deletes submissions together with the emails about them, records their events, and emails notifications and digests.
import {
  type DeclaredEvent,
  type ExtensionServices,
  htmlToPlainText,
  InvalidMail,
  isMailAddress,
  type Job,
  type Mail,
  type ReadHandle,
  type WriteHandle,
} from 'octavo/extension';
import type { Field } from './form-type.ts';
import { type Form, findForm } from './forms.ts';
import {
  deleteSubmissions,
  findNthLastNotificationTime,
  listFormsWithoutNotification,
  markNotified,
  type SubmissionRef,
  type SubmissionState,
} from './store.ts';
import type { SubmittedValues } from './submitted-values.ts';

/** Maximum number of submissions that one transaction deletes. It is limited to keep write locks short. */
const batchSize = 200;

/** Deletes submissions and the stored emails about them, and records events, so that receivers of events can delete their copies. */
export async function deleteSubmissionsAndMail(
  services: ExtensionServices,
  tx: WriteHandle,
  rows: readonly SubmissionRef[],
): Promise<void> {
  if (rows.length === 0) return;
  await deleteSubmissions(
    tx,
    rows.map(({ id }) => id),
  );
  await services.mail.delete(tx, mailKind, rows.map(submissionHeaders));
  for (const row of rows) await recordSubmission(services, tx, 'deleted', row);
}

/**
 * Deletes all submissions that `find` returns, in batches, and returns their number. `onBatch` is called in the transaction of each batch
 * that is not empty.
 */
export async function deleteAllSubmissions(
  services: ExtensionServices,
  find: (read: ReadHandle, limit: number) => Promise<SubmissionRef[]>,
  onBatch: (tx: WriteHandle, count: number) => Promise<unknown> = async () => {},
): Promise<number> {
  for (let deletedCount = 0; ; ) {
    const rows = await services.database.transaction(async (tx) => {
      const found = await find(tx, batchSize);
      await deleteSubmissionsAndMail(services, tx, found);
      if (found.length > 0) await onBatch(tx, found.length);
      return found;
    });
    deletedCount += rows.length;
    if (rows.length < batchSize) return deletedCount;
  }
}

const declareEvent = (change: 'created' | 'updated' | 'deleted', description: string): DeclaredEvent => ({
  kind: `submission.${change}`,
  description,
  // Users with this capability may edit the forms of other users, and therefore view the submissions.
  needs: 'edit_others_pages',
  address: '/cmsforms/v1/forms/{form}/submissions/{submission}',
});

export const events: readonly DeclaredEvent[] = [
  declareEvent('created', 'A submission was created.'),
  declareEvent('updated', 'The state of a submission was changed to `spam` or `wanted`.'),
  declareEvent('deleted', 'A submission was deleted.'),
];

/** Records an event of a submission in the transaction. `before` is the previous state of an updated submission. */
export const recordSubmission = (
  { record }: Pick<ExtensionServices, 'record'>,
  tx: WriteHandle,
  change: 'created' | 'updated' | 'deleted',
  { id, form, state }: SubmissionRef,
  before?: SubmissionState,
): Promise<void> =>
  record.event(tx, {
    ...{ kind: `submission.${change}`, type: 'form', subject: id, status: state, tags: [`form:${form}`] },
    ...(before !== undefined && { statusBefore: before }),
  });

/** Returns the label and the formatted value of each field. If the form no longer has a field, the label is the name of the field. */
export function labeledValues(fields: readonly Field[], answers: SubmittedValues): [label: string, words: string][] {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return Object.entries(answers).map(([name, answer]) => [labels.get(name) ?? name, formatValue(answer)]);
}

/** Formats a value as human-readable text. */
export function formatValue(answer: SubmittedValues[string]): string {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return typeof answer === 'object' ? answer.join(', ') : String(answer);
}

/** Returns the values of the email fields. */
export const submittedAddresses = (fields: readonly Field[], answers: SubmittedValues): string[] =>
  fields
    .filter(({ kind }) => kind === 'email')
    .map(({ name }) => answers[name])
    .filter((answer) => typeof answer === 'string');

/** Kind of emails about submissions in the mail queue. */
const mailKind = 'form-submission';

/** Maximum number of submissions per form and hour about which individual emails are sent. A digest summarizes further submissions. */
const maxPerHour = 60;

const hourMs = 60 * 60 * 1000;

/** Returns the header that identifies emails about a submission, so that they can be deleted with it. */
const submissionHeaders = ({ id }: { readonly id: number }) => ({ 'X-Form-Submission': String(id) });

/** Whether individual emails are sent about a new submission of a form. */
export async function shouldNotifyNow({ clock }: ExtensionServices, read: ReadHandle, form: number): Promise<boolean> {
  const before = await findNthLastNotificationTime(read, form, maxPerHour);
  return before === undefined || before <= clock() - hourMs;
}

/** Queues an email about a submission to each notification address of the form. */
export async function notifyOfSubmission(
  services: ExtensionServices,
  tx: WriteHandle,
  form: Form,
  submission: { readonly id: number },
  answers: SubmittedValues,
): Promise<void> {
  const { fields, title } = form;
  const replyTo = submittedAddresses(fields, answers).find(isMailAddress);
  // Values are indented, so that they cannot be mistaken for labels of other fields.
  const text = labeledValues(fields, answers)
    .map(([label, words]) => `${label}\n  ${words.split(/\r\n|[\n\r\u2028\u2029]/).join('\n  ')}\n`)
    .join('\n');
  await queueToAll(services, tx, form, {
    subject: `New submission of “${htmlToPlainText(title)}”`,
    text,
    headers: submissionHeaders(submission),
    ...(replyTo !== undefined && { replyTo }),
  });
}

/** Queues a digest that contains the number of submissions without an individual email. */
const queueDigest = (
  services: ExtensionServices,
  tx: WriteHandle,
  form: Form,
  submissionCount: number,
): Promise<void> =>
  queueToAll(services, tx, form, {
    subject: `${submissionCount} more submissions of “${htmlToPlainText(form.title)}”`,
    text: `The form received too many submissions to send an email about each of them. ${submissionCount} more are available at\n${services.site.urls.rest}/cmsforms/v1/forms/${form.id}/submissions\n`,
  });

/** Queues an email to each notification address of a form. Invalid addresses are logged and skipped. */
async function queueToAll(
  { mail, log, site }: ExtensionServices,
  tx: WriteHandle,
  { id, notify }: Form,
  content: Pick<Mail, 'subject' | 'text' | 'headers' | 'replyTo'>,
): Promise<void> {
  const subject = `[${htmlToPlainText(site.settings().title)}] ${content.subject}`;
  for (const to of notify) {
    try {
      await mail.queue(tx, { ...content, kind: mailKind, subject, to });
    } catch (error) {
      if (!(error instanceof InvalidMail)) throw error;
      log.warn({ form: id }, 'form notification address invalid');
    }
  }
}

/** Returns the job that emails the number of these submissions to the notification addresses of each form. */
export const digestJob = (services: ExtensionServices): Job => ({
  name: 'tell-of-rest',
  every: 60 * 60,
  async run() {
    for (const id of await listFormsWithoutNotification(services.database.read)) {
      const form = await findForm(services, id);
      await services.database.transaction(async (tx) => {
        const submissionCount = await markNotified(tx, id);
        if (form && submissionCount > 0) await queueDigest(services, tx, form, submissionCount);
      });
    }
  },
});

/** Formats the time of a submission, in milliseconds since 1970, as ISO 8601 in UTC. */
export const receivedAt = (received: number): string => new Date(received).toISOString();
