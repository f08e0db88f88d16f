// Records events in the audit log, in the transaction of the change, so that both are committed or neither.
import type { AuditAction } from '../../contract/octavo-v1/audit-log.ts';
import type { WriteHandle } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { insertRecord } from './store.ts';

/** The actor of an audit event and the origin of the request. A request context is one. */
export interface AuditActor {
  readonly actor: {
    readonly id: number;
    readonly login: string;
    readonly credential: { readonly kind: string; readonly id?: string; readonly uuid?: string };
  };
  /** The IP address of the client. */
  readonly from: string;
}

/** An audit event. It contains no secrets: no password, no content of entries, no value of a setting. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The object of the event: its kind, its ID and its name. */
  readonly kind: string;
  readonly id: number | string;
  readonly name: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The actor of commands on the command line, which need no user. */
export const commandLine: AuditActor = {
  actor: { id: 0, login: '', credential: { kind: 'internal' } },
  from: 'command line',
};

/** Returns the actor for an anonymous caller at an address. */
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
    origin: from,
    credential: actor.credential.uuid ?? '',
    object_type: auditEvent.kind,
    object_id: String(auditEvent.id),
    object_name: auditEvent.name.slice(0, maxNameLength),
    details: JSON.stringify(auditEvent.details ?? {}),
  });
}
