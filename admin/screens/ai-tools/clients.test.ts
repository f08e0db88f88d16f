// Tests the examples of configurations.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authorizationOf, clientExamples, toolsUrl } from './clients.ts';

describe('the configuration of clients', () => {
  it('contains the URL with the chosen categories', () => {
    assert.equal(toolsUrl('https://example.com', []), 'https://example.com/mcp');
    assert.equal(
      toolsUrl('https://example.com/cms/', ['posts', 'font faces']),
      'https://example.com/cms/mcp?category=posts,font%20faces',
    );
  });

  it('contains credentials of any username', () => {
    const authorization = authorizationOf('jörg', 'abcd efgh');
    assert.equal(Buffer.from(authorization.slice('Basic '.length), 'base64').toString(), 'jörg:abcd efgh');
    for (const { code } of clientExamples({ url: 'https://example.com/mcp', authorization })) {
      assert.ok(code.includes(authorization));
      assert.ok(code.includes('https://example.com/mcp'));
    }
  });
});
