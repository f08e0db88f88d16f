// Declares the types of the theme styles operations, which load no targets.
import type { ThemeStylesEndpoints } from '../../../contract/cms-v2/global-styles.ts';
import type { Operations } from '../../http/implement.ts';
import type { ThemeStyles } from './theme-styles.ts';

/** The operations, keyed by their names in the contract. */
export type ThemeStylesOperations = Operations<ThemeStylesEndpoints, object, ThemeStyles>;
