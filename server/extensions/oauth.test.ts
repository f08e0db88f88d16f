// Tests the OAuth client of extensions with a local authorization server, including malicious responses.
import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { freshFixture } from '../../test/fixture-hooks.ts';
import { client, startProvider, type TestProvider } from '../../test/mail-provider.ts';
import { seal, unseal } from '../access/sealed.ts';
import { keyedHash } from '../access/secrets.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import { makeOAuthClient, OAuthError, type OAuthServer } from './oauth.ts';

const redirectUri = 'http://site.test/rest/callback';
const everySecret = /cl1ent-s3cret|acc3ss-|r3fresh-|c0de-/;

describe('the OAuth client of extensions', () => {
  let time = Date.parse('2026-06-01T12:00:00Z');
  const opened: TestProvider[] = [];
  const provider = freshFixture(async () => {
    const started = await startProvider();
    opened.push(started);
    return started;
  });
  after(() => Promise.all(opened.map((each) => each.close())));
  const log: string[] = [];
  beforeEach(() => log.splice(0));

  const clientWith = (fetchLimits: FetchLimits = { hosts: new Set(['127.0.0.1']), timeoutMs: 30_000 }) =>
    makeOAuthClient({
      clock: () => time,
      fetchLimits,
      log: { warn: (fields, event) => log.push(`${JSON.stringify(fields)} ${event}`) },
      secrets: {
        secret: (purpose) => keyedHash('key', purpose),
        seal: (purpose, value, until) => seal(keyedHash('key', purpose), value, until),
        unseal: (purpose, sealed) => unseal(keyedHash('key', purpose), sealed, time),
      },
    });
  const serverOf = (changes: Partial<OAuthServer> = {}): OAuthServer => ({
    ...{ authorizeUrl: `${provider.root}/allow?lang=en`, tokenUrl: `${provider.root}/token` },
    ...{ revokeUrl: `${provider.root}/revoke`, clientId: client.client_id, clientSecret: client.client_secret },
    ...changes,
  });
  const request = { redirectUri, parameters: { scope: 'mail' }, context: 'box' };

  /** Starts an authorization, grants it at the provider, and returns the grant for the token request. */
  const authorize = (oauth = clientWith()) => {
    const { url, nonce } = oauth.authorize(serverOf(), request);
    const code = new URL(provider.allow(url)).searchParams.get('code') ?? '';
    return { code, nonce, redirectUri };
  };
  const failureOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof OAuthError, String(error));
    assert.doesNotMatch(`${error.message}${String(error.cause ?? '')}${log.join()}`, everySecret);
    return error.message;
  };

  it('requests, refreshes and revokes tokens', async () => {
    const oauth = clientWith();
    const tokens = await oauth.exchangeCode(serverOf(), authorize(oauth));
    assert.deepEqual([tokens.lifetimeSeconds, tokens.claims], [3600, { email: 'box@provider.test' }]);
    assert.match(tokens.accessToken, /^acc3ss-/);
    assert.equal(tokens.properties.refresh_token, tokens.refreshToken);
    assert.equal(provider.requests[0]?.form.client_secret, client.client_secret);
    const refreshed = await oauth.refresh(serverOf(), tokens.refreshToken);
    assert.notEqual(refreshed.accessToken, tokens.accessToken);
    assert.equal(refreshed.refreshToken, '', 'the previous refresh token remains valid');
    assert.equal(await oauth.revoke(serverOf(), tokens.refreshToken), true);
    assert.deepEqual(provider.requests.at(-1), {
      path: '/revoke',
      form: { ...client, token: tokens.refreshToken },
    });
    assert.match(await failureOf(oauth.refresh(serverOf(), tokens.refreshToken)), /invalid_grant/);
    assert.equal(await oauth.revoke(serverOf({ revokeUrl: '' }), tokens.refreshToken), false);
  });

  it('starts authorizations with a state that is valid for ten minutes', () => {
    const oauth = clientWith();
    const { url, nonce, expires } = oauth.authorize(serverOf(), request);
    const parameters = new URL(url).searchParams;
    assert.deepEqual([parameters.get('lang'), parameters.get('scope')], ['en', 'mail']);
    assert.equal(expires, time + 600_000);
    const state = parameters.get('state') ?? '';
    assert.deepEqual(oauth.readState(state), { nonce, context: 'box' });
    for (const wrong of [`${state}0`, state.replace(/^./, 'f'), '', undefined, ['x'], 7])
      assert.equal(oauth.readState(wrong), undefined, String(wrong));
    time += 600_000;
    assert.equal(oauth.readState(state), undefined);
  });

  it('sends the code verifier only with the code of its own authorization', async () => {
    const oauth = clientWith();
    const [first, second] = [authorize(oauth), authorize(oauth)];
    assert.match(await failureOf(oauth.exchangeCode(serverOf(), { ...first, nonce: second.nonce })), /invalid_grant/);
    assert.ok(await oauth.exchangeCode(serverOf(), second));
  });

  it('sends no secret for a client without a secret', async () => {
    const oauth = clientWith();
    await failureOf(oauth.exchangeCode(serverOf({ clientSecret: '' }), authorize(oauth)));
    assert.equal(provider.requests[0]?.form.client_id, client.client_id);
    assert.equal('client_secret' in (provider.requests[0]?.form ?? {}), false);
  });

  it('sends no request to private networks, and no secret over HTTP to other hosts', async () => {
    const guarded = clientWith({});
    assert.match(await failureOf(guarded.refresh(serverOf(), 'r3fresh-1')), /not allowed; see --fetch-hosts/);
    assert.equal(await guarded.revoke(serverOf(), 'r3fresh-1'), false);
    const plain = { tokenUrl: 'http://provider.example/token', revokeUrl: 'http://provider.example/revoke' };
    assert.match(await failureOf(guarded.refresh(serverOf(plain), 'r3fresh-1')), /only over HTTPS/);
    assert.equal(await guarded.revoke(serverOf(plain), 'r3fresh-1'), false);
    assert.match(await failureOf(guarded.refresh(serverOf({ tokenUrl: '' }), 'r3fresh-1')), /token URL is invalid/);
    assert.deepEqual(provider.requests, []);
  });

  it('rejects invalid responses, and waits only for a limited time', async () => {
    const hang = () => {};
    const invalid: readonly [TestProvider['respond'], RegExp][] = [
      [(response) => void response.end('<html>cl1ent-s3cret</html>'), /invalid token response/],
      [(response) => void response.end('[]'), /invalid token response/],
      [(response) => void response.end('{"access_token":7,"token_type":"bearer"}'), /invalid token response/],
      [(response) => void response.end('{"access_token":"acc3ss-1","token_type":"dpop"}'), /invalid token response/],
      [(response) => void response.end('{"access_token":"a\\r\\nb","token_type":"bearer"}'), /invalid token response/],
      [(response) => void response.writeHead(204).end(), /status 204/],
      [(response) => void response.writeHead(302, { Location: '/elsewhere' }).end(), /status 302/],
      [(response) => void response.writeHead(400).end('{"error":"cl1ent-s3cret"}'), /status 400/],
      [(response) => void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="cl1ent-s3cret"' }).end(), /401/],
      [(response) => void response.writeHead(999).end(), /unreachable/],
      [(response) => void response.destroy(), /unreachable/],
      [hang, /did not respond in time/],
    ];
    for (const [respond, expected] of invalid) {
      const oauth = respond === hang ? clientWith({ hosts: new Set(['127.0.0.1']), timeoutMs: 300 }) : clientWith();
      provider.respond = respond;
      assert.match(await failureOf(oauth.refresh(serverOf(), 'r3fresh-1')), expected);
      assert.equal(await oauth.revoke(serverOf(), 'r3fresh-1'), isAccepted(respond));
    }
    assert.ok(log.length >= invalid.length);

    /** Whether the status of a response is 200, which is all that a revocation requires. */
    function isAccepted(respond: TestProvider['respond']): boolean {
      return invalid.slice(0, 5).some(([each]) => each === respond);
    }
  });

  it('uses the default for an invalid lifetime, limits it to a day, and ignores an invalid ID token', async () => {
    const oauth = clientWith();
    const refreshToken = (await oauth.exchangeCode(serverOf(), authorize(oauth))).refreshToken;
    const refresh = async (changes: object) => {
      provider.changes = { ...changes };
      const { lifetimeSeconds, claims } = await oauth.refresh(serverOf(), refreshToken);
      return [lifetimeSeconds, claims.email];
    };
    for (const expires_in of [undefined, { valueOf: 1 }, -1, 0, 'soon', null])
      assert.deepEqual(await refresh({ expires_in, id_token: 'x.y.z' }), [3600, undefined]);
    assert.deepEqual(await refresh({ expires_in: '60' }), [60, 'box@provider.test']);
    assert.deepEqual(await refresh({ expires_in: 10 ** 9, id_token: undefined }), [24 * 3600, undefined]);
  });
});
