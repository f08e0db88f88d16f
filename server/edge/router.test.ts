import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeRouter, pathOfTarget, readMethods, relativeTargetOf, standardMethods } from './router.ts';

const handle = () => {};

describe('a router', () => {
  const findRoute = makeRouter([
    { methods: readMethods, path: '/rest/docs', handle },
    { path: '/rest', handle },
    { path: '/rest/*', handle },
    { methods: standardMethods, path: '/', handle },
    { methods: readMethods, path: '/uploads/*', handle },
  ]);
  const pathFor = (method: string, path: string) => findRoute(method, path)?.path;

  it('finds exact paths and prefixes', () => {
    assert.equal(pathFor('GET', '/'), '/');
    assert.equal(pathFor('GET', '/rest'), '/rest');
    assert.equal(pathFor('GET', '/rest/'), '/rest/*');
    assert.equal(pathFor('GET', '/rest/cms/v2/posts'), '/rest/*');
    assert.equal(pathFor('GET', '/uploads/2026/01/a.txt'), '/uploads/*');
    for (const path of ['/restx', '/Rest', '//rest', '/uploads', '/none'])
      assert.equal(pathFor('GET', path), undefined);
  });

  it('prefers the exact path, if it allows the method', () => {
    assert.equal(pathFor('HEAD', '/rest/docs'), '/rest/docs');
    assert.equal(pathFor('POST', '/rest/docs'), '/rest/*');
  });

  it('allows all methods, the standard ones or only reads', () => {
    assert.equal(pathFor('PROPFIND', '/rest/x'), '/rest/*');
    assert.equal(pathFor('QUERY', '/'), '/');
    assert.equal(pathFor('PROPFIND', '/'), undefined);
    assert.equal(pathFor('POST', '/uploads/x'), undefined);
  });
});

describe('the path of a request target', () => {
  for (const [target, path] of [
    ['/', '/'],
    ['/rest?x=%zz', '/rest'],
    ['/rest#x', '/rest'],
    ['/%72est/x', '/rest/x'],
    ['/rest%2Fx%3F', '/rest%2Fx%3F'],
    ['//rest//x/', '//rest//x/'],
    ['*', '/'],
    ['http://site.test', '/'],
    ['http://site.test?x', '/'],
    ['HTTPS://site.test:8080/rest?x', '/rest'],
  ] as const)
    it(`of ${target} is ${path}`, () => {
      assert.equal(pathOfTarget(relativeTargetOf(target)), path);
    });

  const malformed = ['/%zz', '/%', '/%C3%28', '*x', 'http:///rest', 'http://[x/rest', 'http://site.test/rest#x'];
  for (const target of [...malformed, 'ftp://site.test/rest'])
    it(`of ${target} is undefined, because the target is malformed`, () => {
      assert.equal(pathOfTarget(relativeTargetOf(target)), undefined);
    });
});
