// Queues emails about submissions.
import {
  type ExtensionServices,
  htmlToPlainText,
  InvalidMail,
  isMailAddress,
  type Mail,
  type ReadHandle,
  type WriteHandle,
} from 'octavo/extension';
import type { Field } from './field.ts';
import type { Form } from './form.ts';
import { findNthLastNotificationTime } from './submissions-store.ts';
import type { SubmittedValues } from './submitted-values.ts';

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
export const mailKind = 'form-submission';

/** Maximum number of submissions per form and hour about which individual emails are sent. A digest summarizes further submissions. */
const maxPerHour = 60;

const hourMs = 60 * 60 * 1000;

/** Returns the header that identifies emails about a submission, so that they can be deleted with it. */
export const submissionHeaders = ({ id }: { readonly id: number }) => ({ 'X-Form-Submission': String(id) });

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
export const queueDigest = (
  services: ExtensionServices,
  tx: WriteHandle,
  form: Form,
  submissionCount: number,
): Promise<void> =>
  queueToAll(services, tx, form, {
    subject: `${submissionCount} more submissions of “${htmlToPlainText(form.title)}”`,
    text: `The form received too many submissions to send an email about each of them. ${submissionCount} more are available at\n${services.site.rest}/cmsforms/v1/forms/${form.id}/submissions\n`,
  });

/** Queues an email to each notification address of a form. Invalid addresses are logged and skipped. */
async function queueToAll(
  { mail, log, siteSettings }: ExtensionServices,
  tx: WriteHandle,
  { id, notify }: Form,
  content: Pick<Mail, 'subject' | 'text' | 'headers' | 'replyTo'>,
): Promise<void> {
  const subject = `[${htmlToPlainText(siteSettings().title)}] ${content.subject}`;
  for (const to of notify) {
    try {
      await mail.queue(tx, { ...content, kind: mailKind, subject, to });
    } catch (error) {
      if (!(error instanceof InvalidMail)) throw error;
      log.warn({ form: id }, 'form notification address invalid');
    }
  }
}
