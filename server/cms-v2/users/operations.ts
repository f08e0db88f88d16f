// Declares the types of the user operations: the targets that they receive, and the rows that they return.
import type { UserEndpoints } from '../../../contract/cms-v2/users.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { UserRow } from './rows.ts';

/** The targets of the permissions. Those that end in `-self` load the caller's own account, which anonymous callers do not have. */
export type UserTargets = {
  'read-user': UserRow;
  'edit-user': UserRow;
  'delete-user': UserRow;
  'read-self': UserRow | undefined;
  'edit-self': UserRow | undefined;
  'delete-self': UserRow | undefined;
};

/** The operations, keyed by their names in the contract. */
export type UserOperations = Operations<UserEndpoints, UserTargets, UserRow>;

/** The arguments for creating or updating a user. */
export type UserArgs = ArgsOf<UserEndpoints['update-user']>;
