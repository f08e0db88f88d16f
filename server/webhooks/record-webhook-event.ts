// Records audit events of webhooks.
import type { AuditAction } from '../../contract/octavo-v1/audit-log.ts';
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { Clock } from '../time/zone.ts';
import type { WebhookRow } from './store.ts';

/** The service as the actor of audit events that no user has caused. */
export const serviceActor: AuditActor = { actor: { id: 0, login: '', credential: { kind: 'internal' } }, from: '' };

interface WebhookEvent {
  readonly action: AuditAction & `webhook-${string}`;
  readonly webhook: WebhookRow;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records an audit event of a webhook. It contains only the host of the webhook's URL, because the rest may contain a secret. */
export const recordWebhookEvent = (
  tx: WriteHandle,
  clock: Clock,
  auditActor: AuditActor,
  { action, webhook: { id, url }, details = {} }: WebhookEvent,
): Promise<void> =>
  recordAuditEvent(tx, clock, auditActor, { action, kind: 'webhook', id, name: new URL(url).host, details });
