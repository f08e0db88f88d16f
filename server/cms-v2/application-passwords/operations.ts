// Declares the types of the application password operations: the targets that they receive, and the rows that they return.
import type { ApplicationPasswordEndpoints } from '../../../contract/cms-v2/application-passwords.ts';
import type { Operations } from '../../http/implement.ts';
import type { ApplicationPasswordRow } from './store.ts';

/** The owner of the requested application passwords. */
export type Owner = Pick<ApplicationPasswordRow, 'user_id'>;

/** The targets of the permissions. */
export type ApplicationPasswordTargets = {
  'list-application-passwords': Owner;
  'create-application-passwords': Owner;
  'delete-application-passwords': Owner;
  'read-application-password': Owner;
  'edit-application-password': Owner;
  'delete-application-password': Owner;
  'introspect-application-password': Owner;
};

/** The operations, keyed by their names in the contract. */
export type ApplicationPasswordOperations = Operations<
  ApplicationPasswordEndpoints,
  ApplicationPasswordTargets,
  ApplicationPasswordRow
>;
