// Settings in the audit log: which were changed, never to what.
import type { Beside } from '../settings/settings.ts';
import type { Clock } from '../time/zone.ts';
import { type Doer, noteDeed } from './note.ts';

/** Notes who changes settings. */
export const noteSettings =
  (clock: Clock, doer: Doer): Beside =>
  (tx, changed) =>
    noteDeed(tx, clock, doer, {
      action: 'settings-changed',
      kind: 'settings',
      id: '',
      name: '',
      details: { settings: changed },
    });
