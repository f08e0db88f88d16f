// Declares the types of the site health operations.
import type {
  directorySizeFields,
  HealthEndpoints,
  healthTestFields,
} from '../../../contract/cms-site-health-v1/site-health.ts';
import type { Operations } from '../../http/implement.ts';
import type { PlainRow } from '../../http/plain-presenter.ts';

/** The result of a test. */
export type HealthTestRow = PlainRow<typeof healthTestFields>;

/** The sizes of the folders and the database. */
export type DirectorySizesRow = PlainRow<typeof directorySizeFields>;

/** The operations, keyed by their names in the contract. */
export type HealthOperations = Operations<HealthEndpoints, object, HealthTestRow | DirectorySizesRow>;
