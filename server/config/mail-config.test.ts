// Tests the configured mail server: the precedence of its sources, and errors.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseServeConfig } from '../../test/parse-config.ts';
import { ConfigError } from './config-error.ts';
import { readSiteConfig } from './site-config.ts';

describe('the mail server', () => {
  let data: string;
  before(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'octavo-mail-config-'));
  });
  after(() => rm(data, { recursive: true }));

  it('is set by the flag, otherwise by the environment', () => {
    const env = { OCTAVO_MAIL: 'smtp://environment.example', OCTAVO_MAIL_FROM: 'Site <site@example.com>' };
    const hostOf = (args: string[], given: Record<string, string> = env) =>
      parseServeConfig(args, given).mail.server?.host;
    assert.equal(hostOf(['--mail', 'smtps://flag.example']), 'flag.example');
    assert.equal(hostOf([]), 'environment.example');
    assert.equal(hostOf([], {}), undefined);
    assert.deepEqual(parseServeConfig([], env).mail.from, { name: 'Site', address: 'site@example.com' });
  });

  it('has one error message per error, which does not contain the password', () => {
    const errorsOf = (args: string[]) => {
      try {
        parseServeConfig(args);
        return [];
      } catch (error) {
        assert.ok(error instanceof ConfigError);
        return error.message.split('\n');
      }
    };
    const errorMessages = errorsOf([
      '--mail',
      'smtp://me:s3c/ret@mail.example',
      '--mail-from',
      'a@b.c\nBcc: d@e.f',
      '--port',
      'x',
    ]);
    assert.equal(errorMessages.length, 3);
    assert.doesNotMatch(errorMessages.join(' '), /s3c|ret@/);
  });

  it('can be set in the configuration file, which is rejected with one sentence when it is invalid', async () => {
    const read = async (name: string, mail: object) => {
      const file = path.join(data, `${name}.ts`);
      await writeFile(file, `export default ${JSON.stringify({ mail })};\n`);
      return (await readSiteConfig({ data, config: file })).config.mail;
    };
    const mail = { server: 'smtps://mail.example', from: 'site@example.com' };
    assert.deepEqual(await read('good', mail), mail);
    const invalid = [{ server: 'smtp://me:s3c/ret@mail.example' }, { from: 'nobody' }, { host: 'x' }, { server: 1 }];
    for (const [at, each] of invalid.entries())
      await assert.rejects(read(`bad${at}`, each), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /^Invalid configuration file [^\n]*\.$/);
        assert.doesNotMatch(error.message, /s3c/);
        return true;
      });
  });
});
