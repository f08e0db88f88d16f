// The mail server as it is configured: what goes before what, and what cannot be used.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { serveConfig } from './config.ts';
import { ConfigFault } from './config-fault.ts';
import { readSiteConfig } from './site-config.ts';

describe('the mail server', () => {
  let data: string;
  before(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'octavo-mail-config-'));
  });
  after(() => rm(data, { recursive: true }));

  it('is what the flag says, else the environment, else nothing', () => {
    const env = { OCTAVO_MAIL: 'smtp://environment.example', OCTAVO_MAIL_FROM: 'Site <site@example.com>' };
    const hostOf = (args: string[], given: Record<string, string> = env) =>
      serveConfig(args, given).config.mail.server?.host;
    assert.equal(hostOf(['--mail', 'smtps://flag.example']), 'flag.example');
    assert.equal(hostOf([]), 'environment.example');
    assert.equal(hostOf([], {}), undefined);
    assert.deepEqual(serveConfig([], env).config.mail.from, { name: 'Site', address: 'site@example.com' });
  });

  it('is told what is wrong with it, a sentence for each fault, never with the password', () => {
    const faults = (args: string[]) => {
      try {
        serveConfig(args, {});
        return [];
      } catch (error) {
        assert.ok(error instanceof ConfigFault);
        return error.message.split('\n');
      }
    };
    const told = faults([
      '--mail',
      'smtp://me:s3c/ret@mail.example',
      '--mail-from',
      'a@b.c\nBcc: d@e.f',
      '--port',
      'x',
    ]);
    assert.equal(told.length, 3);
    assert.doesNotMatch(told.join(' '), /s3c|ret@/);
  });

  it('may stand in the file of the site, which is refused with one sentence where it cannot be used', async () => {
    const read = async (name: string, mail: object) => {
      const file = path.join(data, `${name}.ts`);
      await writeFile(file, `export default ${JSON.stringify({ mail })};\n`);
      return (await readSiteConfig({ data, config: file })).config.mail;
    };
    const mail = { server: 'smtps://mail.example', from: 'site@example.com' };
    assert.deepEqual(await read('good', mail), mail);
    const refused = [{ server: 'smtp://me:s3c/ret@mail.example' }, { from: 'nobody' }, { host: 'x' }, { server: 1 }];
    for (const [at, each] of refused.entries())
      await assert.rejects(read(`bad${at}`, each), (error) => {
        assert.ok(error instanceof ConfigFault);
        assert.match(error.message, /cannot be used: [^\n]*\.$/);
        assert.doesNotMatch(error.message, /s3c/);
        return true;
      });
  });
});
