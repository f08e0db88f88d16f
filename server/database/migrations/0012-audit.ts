// The audit log, and limits of application passwords.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const audit: Migration = {
  number: 12,
  name: 'audit',
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table audit_log (
        id ${key},
        ${columns('date_gmt action actor_login origin credential object_type object_id object_name details', text)},
        actor ${integer} not null
      );
      create index audit_log_by_date on audit_log (date_gmt, id);
      create index audit_log_by_action on audit_log (action, date_gmt, id);
      create index audit_log_by_actor on audit_log (actor, date_gmt, id);

      alter table application_passwords add column expires ${text};
      alter table application_passwords add column read_only ${integer} not null default 0;
      alter table application_passwords add column namespaces ${text} not null default '[]';
    `);
  },
};
