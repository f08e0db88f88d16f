// Presents submissions in responses.
import { type FieldMaker, type Presenter, readStoredObject } from 'octavo/extension';
import type { submissionFields } from './contract.ts';
import type { SubmissionRow } from './submissions-store.ts';

const fields: Record<keyof typeof submissionFields, (row: SubmissionRow) => unknown> = {
  id: ({ id }) => id,
  form: ({ form }) => form,
  state: ({ state }) => state,
  received: ({ received }) => receivedAt(received),
  values: ({ answers }) => readStoredObject(answers),
};

/** Formats the time of a submission, in milliseconds since 1970, as ISO 8601 in UTC. */
export const receivedAt = (received: number): string => new Date(received).toISOString();

export const submissionPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Readonly<Record<string, FieldMaker>>,
  facts: ({ id, form }: SubmissionRow) => ({ id, form }),
};
