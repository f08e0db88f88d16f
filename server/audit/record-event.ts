// Records audit events in the transaction of the change, so that the change and its audit event are committed together.
import type { AuditAction } from '../../contract/octavo-v1/audit-log.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { SettingsHook } from '../settings/settings.ts';
import { type Clock, now } from '../time/zone.ts';
import { insertRecord } from './store.ts';

/** The actor of an audit event and the IP address of the request. A `Call` has these properties. */
export interface AuditActor {
  readonly actor: {
    readonly id: number;
    readonly login: string;
    readonly credential: {
      readonly kind: string;
      readonly id?: string;
      readonly uuid?: string;
      readonly extension?: string;
    };
  };
  /** The IP address of the client, or another origin, such as `command line`; empty if there is none. */
  readonly from: string;
}

/** An audit event. It contains no passwords, no content of entries and no values of settings. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The type of the object of the event, such as `user`. `id` and `name` are the ID and name of the object. */
  readonly kind: string;
  readonly id: number | string;
  readonly name: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The actor of commands on the command line. It is not a user. */
export const commandLine: AuditActor = {
  actor: { id: 0, login: '', credential: { kind: 'internal' } },
  from: 'command line',
};

/** Returns the actor for an anonymous caller with an IP address. */
export const anonymousFrom = (from: string): AuditActor => ({
  actor: { id: 0, login: '', credential: { kind: 'none' } },
  from,
});

/** Maximum length of a stored name, in characters. */
const maxNameLength = 200;

/** Records an audit event with the current time. */
export async function recordAuditEvent(
  tx: WriteHandle,
  clock: Clock,
  { actor, from }: AuditActor,
  auditEvent: AuditEvent,
): Promise<void> {
  await insertRecord(tx, {
    date_gmt: now(clock),
    action: auditEvent.action,
    actor: actor.id,
    actor_login: actor.login,
    origin: actor.credential.extension === undefined ? from : `extension ${actor.credential.extension}`,
    credential: actor.credential.uuid ?? '',
    object_type: auditEvent.kind,
    object_id: String(auditEvent.id),
    object_name: auditEvent.name.slice(0, maxNameLength),
    details: JSON.stringify(auditEvent.details ?? {}),
  });
}

// Records changes to settings in the audit log, without their values.

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
