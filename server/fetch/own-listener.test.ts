import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { createOwnAddressCheck } from './own-listener.ts';

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
