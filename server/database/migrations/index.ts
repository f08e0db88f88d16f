// Every migration, in the order of its number.
import type { Migration } from '../migrate.ts';
import { foundation } from './0001-foundation.ts';
import { autosaves } from './0002-autosaves.ts';
import { menus } from './0003-menus.ts';
import { media } from './0011-media.ts';

export const migrations: readonly Migration[] = [foundation, autosaves, menus, media];
