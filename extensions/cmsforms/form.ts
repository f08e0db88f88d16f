// Loads forms with all permissions, and checks who may view their submissions.
import { type Actor, type ExtensionServices, makeRequest, toText } from 'octavo/extension';
import type { Field } from './field.ts';

/** A form, with the properties that the service needs to process its submissions. */
export interface Form {
  readonly id: number;
  readonly author: number;
  readonly status: string;
  /** Password required to submit the form; empty for none. */
  readonly password: string;
  /** Raw title. */
  readonly title: string;
  readonly fields: readonly Field[];
  readonly confirmation: string;
  readonly notify: readonly string[];
}

/** A form, as the API returns it. */
interface FormRecord extends Pick<Form, 'id' | 'author' | 'status' | 'password'> {
  readonly title: { readonly raw: string };
  readonly meta: Pick<Form, 'fields' | 'confirmation' | 'notify'>;
}

/** Returns the form with the given ID, in any status; undefined if it does not exist. */
export async function findForm({ actor, dispatchAs }: ExtensionServices, id: number): Promise<Form | undefined> {
  const path = `/cms/v2/forms/${id}?context=edit&_fields=id,author,status,password,title,meta`;
  const { status, body } = await dispatchAs(actor, makeRequest('GET', path));
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`loading the form ${id} failed with status ${status}`);
  const { title, meta, ...form } = JSON.parse(toText(body ?? 'null')) as FormRecord;
  return { ...form, title: title.raw, ...meta };
}

/** Whether an actor may edit a form, and may therefore view its submissions. The required capabilities are those of pages. */
export function canEditForm(actor: Actor, { author, status }: Pick<Form, 'author' | 'status'>): boolean {
  if (!actor.can('edit_pages')) return false;
  const isOwn = actor.id !== 0 && author === actor.id;
  if (!isOwn && !actor.can('edit_others_pages')) return false;
  if (['publish', 'future'].includes(status)) return actor.can('edit_published_pages');
  return isOwn || status !== 'private' || actor.can('edit_private_pages');
}
