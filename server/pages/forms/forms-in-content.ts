// Replaces the forms in the content of a page after they were submitted: by their confirmations, or by forms with errors.

import { senderKey } from '../../access/sender-key.ts';
import { createLoader } from '../../cms-v2/dynamic-blocks/loader.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import { confirmationHtml, formElementId, formHtml } from '../../rendering/dynamic/form-html.ts';
import type { RejectedForm } from '../../rendering/dynamic/form-view.ts';
import { WorkScope } from '../../workers/work-scope.ts';
import type { PageClient } from '../api-reads.ts';

/** A form that was submitted, and the reason if it was not accepted. */
export interface FormResult {
  readonly form: number;
  readonly rejected: RejectedForm | undefined;
}

/** The parameter of the URL of a page that displays the confirmation of a form. */
export const confirmedParameter = 'form-sent';

/** Returns the ID of the form whose confirmation a URL requests; undefined for none. */
export function parseConfirmedForm({ searchParams }: URL): number | undefined {
  const form = searchParams.get(confirmedParameter) ?? '';
  return /^[1-9]\d{0,14}$/.test(form) ? Number(form) : undefined;
}

/** Returns the URL of the page with a link that displays the confirmation of a form. */
export const confirmedFormUrl = (link: string, form: number): string =>
  `${link}${link.includes('?') ? '&' : '?'}${confirmedParameter}=${form}#${formElementId(form, 1)}`;

/**
 * Returns the content of the page with a link, in which the result of a form replaces the form. If the content does not contain the form,
 * which may be on another page of the entry, a form that was not accepted precedes it.
 */
export async function withFormResult(
  deps: EntryDeps,
  content: string,
  { form, rejected }: FormResult,
  { link, client }: { readonly link: string; readonly client: PageClient },
): Promise<string> {
  const loader = createLoader(deps, new WorkScope({ client: senderKey(client.from), signal: client.signal }));
  await loader.load([{ kind: 'form', id: form }]);
  const view = loader.data.form(form);
  if (!view) return content;
  const render = (id: string) =>
    rejected ? formHtml(view, { action: `${escapeLiteral(link)}#${id}`, id }, rejected) : confirmationHtml(view, id);
  const replaced = replaceForms(content, form, render);
  return replaced === content && rejected ? render(formElementId(form, 1)) + content : replaced;
}

/** Returns content with the elements of a form replaced. Runs in linear time, whatever HTML an author has written. */
function replaceForms(content: string, form: number, render: (id: string) => string): string {
  const opening = new RegExp(`<form class="cmsforms-form" id="(form-${form}(?:-\\d{1,4})?)"`, 'g');
  const closing = '</form>';
  let replaced = '';
  let at = 0;
  for (let found = opening.exec(content); found; found = opening.exec(content)) {
    const end = content.indexOf(closing, opening.lastIndex);
    if (end < 0) break;
    replaced += content.slice(at, found.index) + render(found[1] ?? '');
    at = end + closing.length;
    opening.lastIndex = at;
  }
  return replaced + content.slice(at);
}
