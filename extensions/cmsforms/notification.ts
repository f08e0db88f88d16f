// Mail about what was sent in.
import {
  type ExtensionServices,
  isMailAddress,
  type Mail,
  MailRefused,
  type ReadHandle,
  readableText,
  type WriteHandle,
} from 'octavo/extension';
import type { Answers } from './answers.ts';
import type { Field } from './field.ts';
import type { Form } from './form.ts';
import { toldBefore } from './submissions-store.ts';

/** Answers in words, by the labels of their fields; what a form asks no longer goes by its name. */
export function inWords(fields: readonly Field[], answers: Answers): [label: string, words: string][] {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return Object.entries(answers).map(([name, answer]) => [labels.get(name) ?? name, wordsFor(answer)]);
}

/** An answer as people read it. */
export function wordsFor(answer: Answers[string]): string {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return typeof answer === 'object' ? answer.join(', ') : String(answer);
}

/** The e-mail addresses that were given. */
export const addressesIn = (fields: readonly Field[], answers: Answers): string[] =>
  fields
    .filter(({ kind }) => kind === 'email')
    .map(({ name }) => answers[name])
    .filter((answer) => typeof answer === 'string');

/** What all mail about what was sent in is of. */
export const mailKind = 'form-submission';

/** So many mails an hour tell of one form; further ones are told of together. */
const mostAnHour = 60;

const hour = 60 * 60 * 1000;

/** By what mail about something that was sent in is known again, to forget it. */
export const aboutSubmission = ({ id }: { readonly id: number }) => ({ 'X-Form-Submission': String(id) });

/** Whether mail tells of one more that is sent in by a form now. */
export async function isToldAtOnce({ clock }: ExtensionServices, read: ReadHandle, form: number): Promise<boolean> {
  const before = await toldBefore(read, form, mostAnHour);
  return before === undefined || before <= clock() - hour;
}

/** Queues a mail about something that was sent in to everybody who is to be told. */
export async function tellOfSubmission(
  services: ExtensionServices,
  tx: WriteHandle,
  form: Form,
  submission: { readonly id: number },
  answers: Answers,
): Promise<void> {
  const { fields, title } = form;
  const replyTo = addressesIn(fields, answers).find(isMailAddress);
  // Set in, so that no answer looks like the label of another.
  const text = inWords(fields, answers)
    .map(([label, words]) => `${label}\n  ${words.split(/\r\n|[\n\r\u2028\u2029]/).join('\n  ')}\n`)
    .join('\n');
  await queueToAll(services, tx, form, {
    subject: `Sent in by “${readableText(title)}”`,
    text,
    headers: aboutSubmission(submission),
    ...(replyTo !== undefined && { replyTo }),
  });
}

/** Queues a mail that tells of so many at once. */
export const tellOfMany = (services: ExtensionServices, tx: WriteHandle, form: Form, n: number): Promise<void> =>
  queueToAll(services, tx, form, {
    subject: `${n} more sent in by “${readableText(form.title)}”`,
    text: `More was sent in than mail is sent about: ${n} others wait at\n${services.site.rest}/cmsforms/v1/forms/${form.id}/submissions\n`,
  });

/** An address that mail cannot go to is noted for the operator. */
async function queueToAll(
  { mail, log, siteSettings }: ExtensionServices,
  tx: WriteHandle,
  { id, notify }: Form,
  content: Pick<Mail, 'subject' | 'text' | 'headers' | 'replyTo'>,
): Promise<void> {
  const subject = `[${readableText(siteSettings().title)}] ${content.subject}`;
  for (const to of notify) {
    try {
      await mail.queue(tx, { ...content, kind: mailKind, subject, to });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ form: id }, 'a form names an address that mail cannot go to');
    }
  }
}
