// Declares the types of the directory operations. They return no rows, because the directories are empty.
import type { DirectoryEndpoints } from '../../../contract/cms-v2/directories.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type DirectoryOperations = Operations<DirectoryEndpoints, object, never>;
