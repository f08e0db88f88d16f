import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { createOwnAddressCheck, OwnListeners } from './own-listener.ts';

const interfaces = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
const loopback = ['127.0.0.1', '127.1.2.3', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1'];

describe('the listener of the service', () => {
  for (const [host, own, others] of [
    ['0.0.0.0', [...loopback, ...interfaces], ['93.184.216.34', '2606:2800:220:1::1']],
    ['::', [...loopback, ...interfaces], ['93.184.216.34']],
    ['[::]', loopback, ['93.184.216.34']],
    ['cms.example', [...loopback, ...interfaces], ['93.184.216.34']],
    ['localhost', loopback, ['93.184.216.34', '10.0.0.1']],
    ['127.0.0.1', loopback, ['93.184.216.34', '10.0.0.1']],
    ['10.1.2.3', ['10.1.2.3', '::ffff:10.1.2.3'], ['10.1.2.4', '127.0.0.1']],
  ] as const)
    it(`at ${host} is recognized only by its addresses with its port`, () => {
      const isOwn = createOwnAddressCheck({ host, port: 8080 });
      for (const address of own) {
        assert.equal(isOwn(address, 8080), true, address);
        assert.equal(isOwn(address, 443), false, address);
      }
      for (const address of others) assert.equal(isOwn(address, 8080), false, address);
    });
});

describe('the listeners of a program that embeds the service', () => {
  it('are recognized by the ports of their connections at all addresses of this machine', () => {
    const listeners = new OwnListeners();
    assert.equal(listeners.isOwn('127.0.0.1', 3000), false);
    listeners.addPort(undefined);
    listeners.addPort(3000);
    listeners.addPort(3001);
    for (const address of [...loopback, ...interfaces])
      for (const port of [3000, 3001]) assert.equal(listeners.isOwn(address, port), true, `${address} ${port}`);
    assert.equal(listeners.isOwn('127.0.0.1', 8080), false, 'the service does not listen');
    assert.equal(listeners.isOwn('93.184.216.34', 3000), false);
    listeners.add({ host: '127.0.0.1', port: 8080 });
    assert.equal(listeners.isOwn('127.0.0.1', 8080), true);
  });

  it('are recognized by a public URL with an IP address, but not by one of a possible proxy', () => {
    const listeners = new OwnListeners();
    for (const url of [
      'http://127.0.0.1:3000/blog',
      'http://localhost',
      'https://[::1]:3001',
      'https://cms.example.com',
    ])
      listeners.addUrl(url);
    for (const port of [3000, 80, 3001]) assert.equal(listeners.isOwn('127.0.0.1', port), true, String(port));
    assert.equal(listeners.isOwn('127.0.0.1', 443), false);
  });
});
