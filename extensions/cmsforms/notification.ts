// Mail about what was sent in.
import { type ExtensionServices, isMailAddress, MailRefused, readableText, type WriteHandle } from 'octavo/extension';
import type { Answers } from './answers.ts';
import type { Field } from './field.ts';
import type { Form } from './form.ts';

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

/** Queues a mail to everybody who is to be told. An address that mail cannot go to is noted for the operator. */
export async function tellOfSubmission(
  { mail, log, siteSettings }: ExtensionServices,
  tx: WriteHandle,
  { id, title, fields, notify }: Form,
  answers: Answers,
): Promise<void> {
  const replyTo = addressesIn(fields, answers).find(isMailAddress);
  const text = inWords(fields, answers)
    .map(([label, words]) => `${label}\n${words}\n`)
    .join('\n');
  const content = {
    kind: 'form-submission',
    subject: `[${readableText(siteSettings().title)}] Sent in by “${readableText(title)}”`,
    text,
    ...(replyTo !== undefined && { replyTo }),
  };
  for (const to of notify) {
    try {
      await mail.queue(tx, { ...content, to });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ form: id }, 'a form names an address that mail cannot go to');
    }
  }
}
