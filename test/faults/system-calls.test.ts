// Tests that acknowledged writes are on disk by tracing the system calls of the service (docs/architecture.md, Storage).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { newFolder, newSite, startService, waitUntil } from './service-process.ts';
import { readTrace, responsesBeforeFlush, responsesOf } from './system-calls.ts';

const marker = /mark-\d+-/;

/** Returns the reason why system calls cannot be traced; false if they can. */
function skipReason(): string | false {
  const result = spawnSync('strace', ['-f', '-e', 'trace=fdatasync', 'true']);
  if (result.error) return 'strace is not installed; on Debian: apt-get install strace';
  return result.status === 0 ? false : `strace may not trace processes here: ${result.stderr}`;
}

describe('the system calls of the service', () => {
  it('flush the write-ahead log between each commit and its response', {
    skip: skipReason(),
    timeout: 300_000,
  }, async () => {
    const data = await newSite();
    const trace = path.join(await newFolder(), 'trace');
    const calls = 'trace=pwrite64,pwritev,fsync,fdatasync,write,writev,sendto,sendmsg';
    const traceCommand = [
      'strace',
      '-D',
      '-f',
      '-y',
      '-ttt',
      '-xx',
      '-s',
      '1000000',
      '-e',
      calls,
      '-e',
      'signal=none',
      '-o',
      trace,
    ];
    const service = await startService({ data, wrapperCommand: traceCommand });
    let postCount = 0;
    const client = async (until: number) => {
      while (postCount < until) {
        postCount += 1;
        const title = `mark-${postCount}-`;
        const response = await service.request('POST', '/cms/v2/posts', { title, status: 'publish' });
        assert.equal(response.status, 201);
      }
    };
    // Writes are sent one at a time, and then concurrently, so that several commits share a flush.
    await client(40);
    await Promise.all([client(120), client(120), client(120), client(120)]);
    // The posts of a batch share one flush, also beside other writes.
    const batch = async () => {
      const requests = Array.from({ length: 25 }, () => {
        postCount += 1;
        return { path: '/cms/v2/posts?_fields=title', body: { title: `mark-${postCount}-`, status: 'publish' } };
      });
      const response = await service.request('POST', '/batch/v1', { requests });
      assert.equal(response.status, 207);
    };
    await batch();
    await Promise.all([client(postCount + 75), batch()]);
    assert.equal((await service.end('SIGTERM')).exit, 0);
    await waitUntil(
      async () => (await readFile(trace, 'utf8')).endsWith('+++ exited with 0 +++\n'),
      60_000,
      'the trace is complete',
    );
    const tracedCalls = readTrace(await readFile(trace, 'utf8'));
    const traced = responsesOf(tracedCalls).flatMap(({ bytes }) => bytes.match(new RegExp(marker, 'g')) ?? []);
    const missing = Array.from({ length: postCount }, (_, n) => `mark-${n + 1}-`).filter(
      (each) => !traced.includes(each),
    );
    assert.deepEqual(missing, [], 'posts without a traced response');
    assert.deepEqual(responsesBeforeFlush(tracedCalls, marker), []);
  });

  it('are checked correctly: a response that was sent before the flush is detected', () => {
    const hex = (text: string) =>
      Array.from(Buffer.from(text), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
    const write = (at: string, bytes: string) =>
      `7 ${at} pwrite64(21<${hex('/d/o.sqlite-wal')}>, "${hex(bytes)}", 9, 0) = 9`;
    const header = (size: string) => `page${size}`.padEnd(24, '.');
    const commit = [
      write('1.000', header('\0\0\0\0')),
      write('1.001', 'mark-1-'),
      write('1.002', header('\0\0\0\x05')),
      write('1.003', 'another page'),
    ].join('\n');
    const response = `7 4.000 write(30<TCP:[a->b]>, "${hex('HTTP/1.1 201 Created mark-1-')}", 90) = 90`;
    const flush = (began: string, ended: string, result = 0, file = '/d/o.sqlite-wal') =>
      `8 ${began} fdatasync(22<${hex(file)}> <unfinished ...>\n8 ${ended} <... fdatasync resumed>) = ${result}`;
    const countEarly = (...lines: string[]) => responsesBeforeFlush(readTrace(lines.join('\n')), marker).length;
    assert.equal(countEarly(commit, flush('2.000', '3.000'), response), 0);
    assert.equal(countEarly(commit, response), 1, 'no flush');
    const ofBatch = `7 4.000 write(30<TCP:[a->b]>, "${hex('HTTP/1.1 207 Multi-Status mark-1- mark-2-')}", 90) = 90`;
    assert.equal(countEarly(commit, flush('2.000', '3.000'), ofBatch), 1, 'the second post of a batch is not flushed');
    assert.equal(countEarly(flush('0.500', '0.900'), commit, response), 1, 'a flush before the commit');
    assert.equal(countEarly(flush('1.001', '3.000'), commit, response), 1, 'a flush that began before the commit');
    assert.equal(countEarly(commit, flush('2.000', '5.000'), response), 1, 'a flush that ended after the response');
    assert.equal(countEarly(commit, flush('2.000', '3.000', -1), response), 1, 'a failed flush');
    assert.equal(countEarly(commit, flush('2.000', '3.000', 0, '/d/other'), response), 1, 'a flush of another file');
  });
});
