// What the operations of settings are given.
import type { EntryParts } from '../entries/parts.ts';

export type SettingsParts = Pick<EntryParts, 'settings' | 'site' | 'clock'>;
