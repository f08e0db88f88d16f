// Presents submissions in responses.
import { type Presenter, readStoredObject } from 'octavo/extension';
import type { submissionFields } from './contract.ts';
import type { PresentedSubmission } from './operations.ts';

/** Formats the time of a submission, in milliseconds since 1970, as ISO 8601 in UTC. */
export const receivedAt = (received: number): string => new Date(received).toISOString();

export const submissionPresenter: Presenter<typeof submissionFields, PresentedSubmission> = {
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
