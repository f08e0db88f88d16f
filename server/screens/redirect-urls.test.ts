import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addQueryParameters, sameSitePath, validateCallbackUrl } from './redirect-urls.ts';

const home = 'https://site.example';

describe('the URL to return to after signing in', () => {
  it('is accepted when it is on the same site', () => {
    for (const [requestedUrl, found] of [
      ['/account/authorize?app_name=a%20b&x=/y#z', '/account/authorize?app_name=a%20b&x=/y#z'],
      ['https://site.example/there', '/there'],
      ['HTTPS://SITE.example:443/there', '/there'],
      ['there', '/there'],
      ['?x=1', '/?x=1'],
    ] as const)
      assert.equal(sameSitePath(requestedUrl, home), found, requestedUrl);
  });

  it('is rejected when it leads to another site, in any notation', () => {
    for (const requestedUrl of [
      null,
      '',
      'https://evil.example/',
      'http://site.example/',
      'https://site.example:444/',
      'https://site.example.evil.example/',
      'https://site.example@evil.example/',
      'https://evil.example@site.example/',
      'https://site.example//evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '\n//evil.example',
      '/.//evil.example',
      '///evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '\u0000//evil.example',
      'blob:https://site.example/x',
      'https://[',
    ])
      assert.equal(sameSitePath(requestedUrl, home), undefined, JSON.stringify(requestedUrl));
  });

  it('cannot inject another header', () => {
    assert.equal(sameSitePath('/x\r\nSet-Cookie: a=b', home), '/xSet-Cookie:%20a=b');
    assert.equal(sameSitePath('/ü\u2028', home), '/%C3%BC%E2%80%A8');
  });
});

describe('the callback URL of an application', () => {
  it('is accepted with a scheme and a host', () => {
    for (const callbackUrl of [
      'https://app.example/done',
      'myapp://callback',
      'com.example.app://callback',
      'wordpress://app-auth',
      'ms365app://callback',
      'chromeless://callback',
      'mozart://callback',
      'https://app.example:8443?x',
      'http://127.0.0.1:9/',
      'http://[::1]/',
    ])
      assert.equal(validateCallbackUrl(callbackUrl, home), undefined, callbackUrl);
  });

  it('is rejected when it runs code, is ambiguous or is unencrypted', () => {
    for (const callbackUrl of [
      '/relative',
      'relative',
      '//app.example/',
      'myapp:',
      'myapp:callback',
      'myapp://',
      'myapp:///callback',
      'https:app.example',
      'https:/app.example',
      'https:///app.example',
      'https://',
      'https:\\\\app.example',
      'https://app.example\\@evil.example',
      'https://app.example@evil.example/',
      'https://user:secret@evil.example/',
      'https://app.example/\r\nSet-Cookie: a=b',
      'https://app.example/a b',
      ' https://app.example/',
      'https://[',
      'javascript://app.example/%0aalert(1)',
      'JavaScript://app.example/',
      'data://text/html',
      'vbscript://x',
      'file://host/etc/passwd',
      'blob://x/y',
      'view-source://https://x',
      'ftp://app.example/',
      'ws://app.example/',
      'intent://scan/#Intent;scheme=zxing;package=com.example;end',
      'INTENT://app.example/#Intent;end',
      'android-app://com.example/https/app.example',
      'chrome://settings/',
      'chrome-extension://abcdefghijklmnop/page.html',
      'moz-extension://abcdef/page.html',
      'safari-web-extension://abcdef/page.html',
      'jar:https://app.example/x.jar!/page.html',
      'jar://app.example/x.jar!/page.html',
      'resource://gre/',
      'edge://settings',
      'devtools://devtools/',
      'ms-settings://network',
      'ms-msdt://id',
      'search-ms://query=x',
      'itms-services://?action=download-manifest',
      'mailto://me@app.example',
      'tel://123',
      'smb://host/share',
      'feed://app.example/',
      'content://com.example/x',
      'x-javascript://x',
      'http://app.example/',
      'http://127.0.0.1.evil.example/',
      'http://localhost/',
      'HTTP://app.example/',
    ])
      assert.notEqual(validateCallbackUrl(callbackUrl, home), undefined, JSON.stringify(callbackUrl));
  });

  it('may use http with any host when the site itself runs on localhost', () => {
    for (const local of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
      assert.equal(validateCallbackUrl('http://app.example/', local), undefined, local);
    assert.notEqual(validateCallbackUrl('javascript://x', 'http://127.0.0.1:8080'), undefined);
  });

  it('gets its parameters added to the query, before the fragment', () => {
    const added = { user_login: 'a&b', password: 'x y' };
    for (const [callbackUrl, found] of [
      ['https://app.example/done', 'https://app.example/done?user_login=a%26b&password=x%20y'],
      ['https://app.example/?z=1', 'https://app.example/?z=1&user_login=a%26b&password=x%20y'],
      ['https://app.example/?', 'https://app.example/?user_login=a%26b&password=x%20y'],
      ['https://app.example/?z#/route?q', 'https://app.example/?z&user_login=a%26b&password=x%20y#/route?q'],
      ['myapp://callback', 'myapp://callback?user_login=a%26b&password=x%20y'],
      ['https://ÄPP.example/ü', 'https://xn--pp-uia.example/%C3%BC?user_login=a%26b&password=x%20y'],
    ] as const)
      assert.equal(addQueryParameters(callbackUrl, added), found);
  });
});
