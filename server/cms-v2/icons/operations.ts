// Declares the types of the icon operations.
import type { IconEndpoints } from '../../../contract/cms-v2/icons.ts';
import type { Operations } from '../../http/implement.ts';
import type { Icon, IconCollection } from './icons.ts';

/** The operations, keyed by their names in the contract. */
export type IconOperations = Operations<IconEndpoints, object, Icon | IconCollection>;
