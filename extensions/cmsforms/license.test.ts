import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Claims, makeIssuer, maskedKey, readLicense, signLicense } from './license.ts';

const run = promisify(execFile);
const command = new URL('./make-license.ts', import.meta.url).pathname;
const { privateKey, publicKey } = makeIssuer();
const now = Date.parse('2026-05-01T23:59:00Z');
const standing = { publicKey, host: 'site.test', now };
const claims: Claims = { id: '17', holder: 'Ann', plan: 'pro', sites: [], issued: '2026-01-01', expires: '2026-05-01' };

describe('a licence', () => {
  it('holds to the end of its last day, at the sites that it names', () => {
    const key = signLicense(claims, privateKey);
    const { state, claims: told } = readLicense(key, standing);
    assert.deepEqual([state, { ...told }], ['valid', claims]);
    assert.equal(readLicense(key, { ...standing, now: now + 60_000 }).state, 'expired');
    const forGood = signLicense({ ...claims, expires: '', sites: ['Site.test'] }, privateKey);
    assert.equal(readLicense(forGood, { ...standing, now: now * 2 }).state, 'valid');
    assert.equal(readLicense(forGood, { ...standing, host: 'other.test' }).state, 'other-site');
  });

  it('is one only as its issuer has signed it', () => {
    const key = signLicense(claims, privateKey);
    const [head, text = '', signature] = key.split('.');
    const better = Buffer.from(JSON.stringify({ ...claims, expires: '' })).toString('base64url');
    assert.equal(readLicense(`${head}.${better}.${signature}`, standing).state, 'unknown-issuer');
    assert.equal(readLicense(key, { ...standing, publicKey: makeIssuer().publicKey }).state, 'unknown-issuer');
    assert.equal(readLicense(key, { ...standing, publicKey: '' }).state, 'unknown-issuer', 'nobody is trusted');
    assert.equal(readLicense(`${head}.${text}.AAAA`, standing).state, 'unknown-issuer');
    for (const broken of ['', 'CF1', 'CF1..', `CF2.${text}.${signature}`, `${key}.x`, 'x'.repeat(10_000), '\0'])
      assert.equal(readLicense(broken, standing).state, 'malformed', broken.slice(0, 20));
  });

  it('is shown so that nobody can use it', () => {
    const key = signLicense(claims, privateKey);
    assert.equal(maskedKey(key), `CF1.…${key.slice(-4)}`);
  });

  it('is made by a command', async () => {
    const issuer = JSON.parse((await run(process.execPath, [command, 'keys'])).stdout);
    const env = { OCTAVO_LICENSE_PRIVATE_KEY: issuer.privateKey };
    const { stdout } = await run(process.execPath, [command, 'sign', JSON.stringify(claims)], { env });
    assert.equal(readLicense(stdout.trim(), { ...standing, publicKey: issuer.publicKey }).state, 'valid');
    for (const parameters of [[], ['sign'], ['sign', '{"id":"1"}'], ['sign', 'no JSON']])
      await assert.rejects(run(process.execPath, [command, ...parameters], { env }), /Command failed/);
  });
});
