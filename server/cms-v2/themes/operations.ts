// Declares the types of the theme operations, which load no targets.
import type { ThemeEndpoints } from '../../../contract/cms-v2/themes.ts';
import type { Operations } from '../../http/implement.ts';
import type { ActiveTheme } from './active-theme.ts';

/** The operations, keyed by their names in the contract. */
export type ThemeOperations = Operations<ThemeEndpoints, object, ActiveTheme>;
