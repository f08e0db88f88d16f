// Declares the types of the form operations: the targets that they receive, and the rows that they return.
import type { Operations } from 'octavo/extension';
import type { FormEndpoints } from './contract.ts';
import type { Form } from './form.ts';
import type { SubmissionRow } from './submissions-store.ts';

/** The targets of the permissions. */
export type FormTargets = { 'fill-in-form': Form; 'edit-form': Form };

/** The operations, keyed by their names in the contract. */
export type FormOperations = Operations<FormEndpoints, FormTargets, SubmissionRow>;
