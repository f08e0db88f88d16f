// GET on the settings (protocol.md §19).
import type { Operation } from '../../http/room.ts';
import type { SettingsParts } from './parts.ts';
import { presentSettings } from './present.ts';

/** Answers with all settings. */
export const getSettings = (parts: SettingsParts): Operation => ({ run: async () => presentSettings(parts) });
