import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AuditEvent } from '../../data/resources/audit-log.ts';
import { eventsToCsv } from './csv.ts';

const event: AuditEvent = {
  ...{ id: 7, date_gmt: '2026-01-31T12:00:00', action: 'signed-in', user: 3, username: 'ada', ip: '192.0.2.7' },
  ...{ object_type: 'user', object_id: '3', object_name: 'ada', details: {} },
};

it('formats events as CSV with quoted cells', () => {
  const details = { settings: ['title', 'email'] };
  const csv = eventsToCsv([event, { ...event, object_name: 'Say "hi",\nyou', details }]);
  assert.equal(
    csv,
    '"date_gmt","action","username","ip","object_type","object_id","object_name","details"\r\n' +
      '"2026-01-31T12:00:00","signed-in","ada","192.0.2.7","user","3","ada","{}"\r\n' +
      '"2026-01-31T12:00:00","signed-in","ada","192.0.2.7","user","3","Say ""hi"",\nyou","{""settings"":[""title"",""email""]}"\r\n',
  );
});
