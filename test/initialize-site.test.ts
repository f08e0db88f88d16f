import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withService } from '../server/command-line/open-service.ts';
import { subscribeToDiagnostics } from '../server/database/diagnostics.ts';
import { initializeSite } from '../server/initialize-site.ts';
import { newFolder } from './commands/processes.ts';
import { parseServeConfig } from './parse-config.ts';

it('returns the password of a new administrator even if the settings cannot be read afterwards', async (t) => {
  const failures: string[] = [];
  t.after(
    subscribeToDiagnostics({ onDamagedValue: () => {}, onBackgroundFailure: ({ task }) => void failures.push(task) }),
  );
  const config = parseServeConfig(['--data', newFolder()], {});
  const site = await withService(config, (service, database) => {
    const refresh = () => Promise.reject(new Error('the disk has failed'));
    return initializeSite({ ...service, settings: { ...service.settings, refresh } }, database, undefined);
  });
  assert.equal(site?.administrator, 'admin');
  assert.match(site.password ?? '', /^\S{20}$/);
  assert.deepEqual(failures, ['refresh of the settings']);
});
