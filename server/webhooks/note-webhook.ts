// Webhooks in the audit log.
import type { AuditAction } from '../../contract/octavo-v1/audit-log.ts';
import { type Doer, noteDeed } from '../audit/note.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { Clock } from '../time/zone.ts';
import type { WebhookRow } from './store.ts';

/** The service itself. */
export const service: Doer = { actor: { id: 0, login: '', credential: { kind: 'internal' } }, from: '' };

/** Notes what was done to a webhook. Of its address the host alone is named: the rest may be a secret. */
export const noteWebhook = (
  tx: WriteHandle,
  clock: Clock,
  doer: Doer,
  action: AuditAction & `webhook-${string}`,
  { id, url }: WebhookRow,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> => noteDeed(tx, clock, doer, { action, kind: 'webhook', id, name: new URL(url).host, details });
