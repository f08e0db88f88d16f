import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cookieOf, readCookie, setCookie } from './cookies.ts';

describe('cookies', () => {
  it('are Secure under https and limited to the path of the site', () => {
    for (const [siteUrl, expected] of [
      ['http://127.0.0.1:8080', 'c=x; Path=/; HttpOnly; SameSite=Lax'],
      ['https://site.example', '__Host-c=x; Path=/; HttpOnly; SameSite=Lax; Secure'],
      ['https://site.example/blog', '__Secure-c=x; Path=/blog; HttpOnly; SameSite=Lax; Secure'],
    ] as const)
      assert.equal(setCookie(cookieOf(siteUrl, 'c'), 'x'), expected);
    assert.match(setCookie(cookieOf('http://x', 'c'), 'x', 60), /; Max-Age=60;/);
  });

  it('are matched by their full name and ignored if their value is malformed', () => {
    for (const [header, value] of [
      ['c=x', 'x'],
      ['a=1; c=x ; b=2', 'x'],
      ['cc=1; C=2; c=x', 'x'],
      ['c=first; c=second', 'first'],
      ['c="x"', undefined],
      ['c=', undefined],
      ['c', undefined],
      ['', undefined],
      [undefined, undefined],
      [`c=${'x'.repeat(101)}`, undefined],
      ['c=%0d%0aSet-Cookie', undefined],
    ] as const)
      assert.equal(readCookie(header, 'c'), value, String(header));
  });
});
