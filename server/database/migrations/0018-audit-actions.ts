// Renames audit actions, so that they use the same verbs as the rest of the API.
import type { Migration } from '../migrate.ts';

const renamed = [
  ['backup-made', 'backup-created'],
  ['settings-changed', 'settings-updated'],
  ['webhook-changed', 'webhook-updated'],
  ['webhook-switched-off', 'webhook-disabled'],
] as const;

export const auditActions: Migration = {
  number: 18,
  name: 'audit-actions',
  async up(tx) {
    for (const [from, to] of renamed)
      await tx.execute(`update audit_log set action = '${to}' where action = '${from}'`);
  },
};
