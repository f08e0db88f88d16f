// What forms tell of: that something was sent in, never what stands in it.
import type { DeclaredEvent, ExtensionServices, WriteHandle } from 'octavo/extension';
import type { Erased, SubmissionState } from './submissions-store.ts';

const declared = (what: 'created' | 'updated' | 'deleted', description: string): DeclaredEvent => ({
  kind: `submission.${what}`,
  description,
  // Whoever may see what was sent in by all forms.
  needs: 'edit_others_pages',
  address: '/cmsforms/v1/forms/{form}/submissions/{submission}',
});

export const events: readonly DeclaredEvent[] = [
  declared('created', 'Something was sent in by a form.'),
  declared('updated', 'Something that was sent in is taken for spam, or for none after all.'),
  declared('deleted', 'Something that was sent in was erased.'),
];

/** Writes down what has happened to something that was sent in. */
export const recordSubmission = (
  { record }: Pick<ExtensionServices, 'record'>,
  tx: WriteHandle,
  what: 'created' | 'updated' | 'deleted',
  { id, form, state }: Erased,
  before?: SubmissionState,
): Promise<void> =>
  record(tx, {
    ...{ kind: `submission.${what}`, type: 'form', subject: id, status: state, tags: [`form:${form}`] },
    ...(before !== undefined && { statusBefore: before }),
  });
