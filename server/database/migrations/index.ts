// Every migration, in the order of its number.
import type { Migration } from '../migrate.ts';
import { foundation } from './0001-foundation.ts';
import { autosaves } from './0002-autosaves.ts';
import { themes } from './0003-themes.ts';

export const migrations: readonly Migration[] = [foundation, autosaves, themes];
