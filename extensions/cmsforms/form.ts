// A form, asked for as the service sees it, and who may see what was sent in by it.
import { type Actor, type ExtensionServices, makeRequest, textOf } from 'octavo/extension';
import type { Field } from './field.ts';

export interface Form {
  readonly id: number;
  readonly author: number;
  readonly status: string;
  /** Without it nothing can be sent in; empty: everybody can. */
  readonly password: string;
  /** As it is stored. */
  readonly title: string;
  readonly fields: readonly Field[];
  readonly confirmation: string;
  readonly notify: readonly string[];
}

interface FormRecord extends Pick<Form, 'id' | 'author' | 'status' | 'password'> {
  readonly title: { readonly raw: string };
  readonly meta: Pick<Form, 'fields' | 'confirmation' | 'notify'>;
}

/** The form of this number, whatever its state; undefined where there is none. */
export async function findForm({ inside }: ExtensionServices, id: number): Promise<Form | undefined> {
  const address = `/cms/v2/forms/${id}?context=edit&_fields=id,author,status,password,title,meta`;
  const { status, body } = await inside(makeRequest('GET', address));
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`the form ${id} cannot be read: ${status}`);
  const { title, meta, ...form } = JSON.parse(textOf(body ?? 'null')) as FormRecord;
  return { ...form, title: title.raw, ...meta };
}

/** Whether somebody may change a form, and so see what was sent in by it: as with pages. */
export function mayEditForm(actor: Actor, { author, status }: Pick<Form, 'author' | 'status'>): boolean {
  if (!actor.can('edit_pages')) return false;
  const isOwn = actor.id !== 0 && author === actor.id;
  if (!isOwn && !actor.can('edit_others_pages')) return false;
  if (['publish', 'future'].includes(status)) return actor.can('edit_published_pages');
  return isOwn || status !== 'private' || actor.can('edit_private_pages');
}
