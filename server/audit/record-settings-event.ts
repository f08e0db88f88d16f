// Records changes to settings in the audit log, without their values.
import type { SettingsHook } from '../settings/settings.ts';
import type { Clock } from '../time/zone.ts';
import { type AuditActor, recordAuditEvent } from './record-event.ts';

/** Returns a hook that records the names of changed settings as an audit event of the actor. */
export const recordSettingsEvent =
  (clock: Clock, auditActor: AuditActor): SettingsHook =>
  (tx, changed) =>
    recordAuditEvent(tx, clock, auditActor, {
      action: 'settings-updated',
      kind: 'settings',
      id: '',
      name: '',
      details: { settings: changed },
    });
