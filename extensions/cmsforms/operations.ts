// Declares the types of the form operations: the targets that they receive, and the rows that they return.
import type { Operations } from 'octavo/extension';
import type { FormEndpoints } from './contract.ts';
import type { LoadedForm } from './form.ts';
import type { SubmissionRow } from './submissions-store.ts';

/** The targets of the permissions. */
export type FormTargets = { 'fill-in-form': LoadedForm; 'edit-form': LoadedForm };

/** A submission with its form. */
export type PresentedSubmission = SubmissionRow & LoadedForm;

/** The operations, keyed by their names in the contract. */
export type FormOperations = Operations<FormEndpoints, FormTargets, PresentedSubmission>;
