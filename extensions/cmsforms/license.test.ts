import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Claims, generateIssuerKeys, maskKey, readLicense, signLicense } from './license.ts';

const run = promisify(execFile);
const command = new URL('./make-license.ts', import.meta.url).pathname;
const { privateKey, publicKey } = generateIssuerKeys();
const now = Date.parse('2026-05-01T23:59:00Z');
const context = { publicKey, host: 'site.test', now };
const claims: Claims = { id: '17', holder: 'Ann', plan: 'pro', sites: [], issued: '2026-01-01', expires: '2026-05-01' };

describe('a license', () => {
  it('is valid until the end of its last day, for its sites', () => {
    const key = signLicense(claims, privateKey);
    const { state, claims: told } = readLicense(key, context);
    assert.deepEqual([state, { ...told }], ['valid', claims]);
    assert.equal(readLicense(key, { ...context, now: now + 60_000 }).state, 'expired');
    const forGood = signLicense({ ...claims, expires: '', sites: ['Site.test'] }, privateKey);
    assert.equal(readLicense(forGood, { ...context, now: now * 2 }).state, 'valid');
    assert.equal(readLicense(forGood, { ...context, host: 'other.test' }).state, 'other-site');
  });

  it('is valid only with the signature of the issuer', () => {
    const key = signLicense(claims, privateKey);
    const [head, text = '', signature] = key.split('.');
    const better = Buffer.from(JSON.stringify({ ...claims, expires: '' })).toString('base64url');
    assert.equal(readLicense(`${head}.${better}.${signature}`, context).state, 'unknown-issuer');
    assert.equal(readLicense(key, { ...context, publicKey: generateIssuerKeys().publicKey }).state, 'unknown-issuer');
    assert.equal(readLicense(key, { ...context, publicKey: '' }).state, 'unknown-issuer', 'no issuer is configured');
    assert.equal(readLicense(`${head}.${text}.AAAA`, context).state, 'unknown-issuer');
    for (const broken of ['', 'CF1', 'CF1..', `CF2.${text}.${signature}`, `${key}.x`, 'x'.repeat(10_000), '\0'])
      assert.equal(readLicense(broken, context).state, 'malformed', broken.slice(0, 20));
  });

  it('is masked except for its last four characters', () => {
    const key = signLicense(claims, privateKey);
    assert.equal(maskKey(key), `CF1.…${key.slice(-4)}`);
  });

  it('can be created on the command line', async () => {
    const issuer = JSON.parse((await run(process.execPath, [command, 'keys'])).stdout);
    const env = { OCTAVO_LICENSE_PRIVATE_KEY: issuer.privateKey };
    const { stdout } = await run(process.execPath, [command, 'sign', JSON.stringify(claims)], { env });
    assert.equal(readLicense(stdout.trim(), { ...context, publicKey: issuer.publicKey }).state, 'valid');
    for (const parameters of [[], ['sign'], ['sign', '{"id":"1"}'], ['sign', 'no JSON']])
      await assert.rejects(run(process.execPath, [command, ...parameters], { env }), /Command failed/);
  });
});
