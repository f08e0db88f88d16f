// Every migration, in the order of its number.
import type { Migration } from '../migrate.ts';
import { foundation } from './0001-foundation.ts';
import { renderings } from './0002-renderings.ts';

export const migrations: readonly Migration[] = [foundation, renderings];
