// Declares the types of the menu location operations. Their permission loads no target.
import type { MenuLocationEndpoints } from '../../../contract/cms-v2/menu-locations.ts';
import type { Operations } from '../../http/implement.ts';
import type { MenuLocation } from './present.ts';

/** The operations, keyed by their names in the contract. */
export type MenuLocationOperations = Operations<MenuLocationEndpoints, object, MenuLocation>;
