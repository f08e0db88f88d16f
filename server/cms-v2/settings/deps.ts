// Dependencies of the settings operations.
import type { EntryDeps } from '../entries/deps.ts';

export type SettingsDeps = Pick<EntryDeps, 'settings' | 'site' | 'clock'>;
