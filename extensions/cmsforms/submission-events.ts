// Declares and records the events of submissions. They never contain the submitted values.
import type { DeclaredEvent, ExtensionServices, WriteHandle } from 'octavo/extension';
import type { SubmissionRef, SubmissionState } from './submissions-store.ts';

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
  record(tx, {
    ...{ kind: `submission.${change}`, type: 'form', subject: id, status: state, tags: [`form:${form}`] },
    ...(before !== undefined && { statusBefore: before }),
  });
