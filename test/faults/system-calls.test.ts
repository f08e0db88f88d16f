// What is acknowledged is on disk: watched from outside, by the system calls of the process (architecture.md §4).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { newFolder, startService, until } from './service-process.ts';
import { answersBeforeFlush, answersOf, readTrace } from './system-calls.ts';

const mark = /mark-\d+-/;

/** Why the calls of a process cannot be watched here; false where they can. */
function unwatchable(): string | false {
  const tried = spawnSync('strace', ['-f', '-e', 'trace=fdatasync', 'true']);
  if (tried.error) return 'strace is not installed; on Debian: apt-get install strace';
  return tried.status === 0 ? false : `strace may not watch processes here: ${tried.stderr}`;
}

describe('the system calls of the service', () => {
  it('show a finished flush of the log between each commit and its answer', {
    skip: unwatchable(),
    timeout: 60_000,
  }, async () => {
    const data = await newFolder();
    const trace = path.join(await newFolder(), 'trace');
    const calls = 'trace=pwrite64,pwritev,fsync,fdatasync,write,writev,sendto,sendmsg';
    const under = [
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
    const service = await startService({ data, under });
    let made = 0;
    const client = async (until: number) => {
      while (made < until) {
        made += 1;
        const title = `mark-${made}-`;
        const answer = await service.ask('POST', '/cms/v2/posts', { title, status: 'publish' });
        assert.equal(answer.status, 201);
      }
    };
    // One at a time, then several whose commits share a flush.
    await client(40);
    await Promise.all([client(120), client(120), client(120), client(120)]);
    assert.equal((await service.end('SIGTERM')).how, 0);
    await until(
      async () => (await readFile(trace, 'utf8')).endsWith('+++ exited with 0 +++\n'),
      5000,
      'the trace ends',
    );
    const watched = readTrace(await readFile(trace, 'utf8'));
    assert.ok(answersOf(watched).length >= 120, `${answersOf(watched).length} answers were seen`);
    assert.deepEqual(answersBeforeFlush(watched, mark), []);
  });

  it('would betray an answer that left too early', () => {
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
    const answer = `7 4.000 write(30<TCP:[a->b]>, "${hex('HTTP/1.1 201 Created mark-1-')}", 90) = 90`;
    const flush = (began: string, ended: string, result = 0, file = '/d/o.sqlite-wal') =>
      `8 ${began} fdatasync(22<${hex(file)}> <unfinished ...>\n8 ${ended} <... fdatasync resumed>) = ${result}`;
    const early = (...lines: string[]) => answersBeforeFlush(readTrace(lines.join('\n')), mark).length;
    assert.equal(early(commit, flush('2.000', '3.000'), answer), 0);
    assert.equal(early(commit, answer), 1, 'no flush at all');
    assert.equal(early(flush('0.500', '0.900'), commit, answer), 1, 'a flush before the commit');
    assert.equal(early(flush('1.001', '3.000'), commit, answer), 1, 'a flush that began before the commit');
    assert.equal(early(commit, flush('2.000', '5.000'), answer), 1, 'a flush that ended after the answer');
    assert.equal(early(commit, flush('2.000', '3.000', -1), answer), 1, 'a flush that failed');
    assert.equal(early(commit, flush('2.000', '3.000', 0, '/d/other'), answer), 1, 'a flush of another file');
  });
});
