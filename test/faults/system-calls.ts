// Reads what `strace -f -y -ttt -xx` has written down, to see whether each answer to a write left after its commit was on disk.

/** One system call from its begin to its end, in seconds. */
interface SystemCall {
  readonly name: string;
  /** The file or socket of its first argument, as strace names it. */
  readonly on: string;
  /** The bytes it wrote, one character each. */
  readonly bytes: string;
  readonly result: number;
  readonly began: number;
  readonly ended: number;
}

const line = /^(\d+) +(\d+\.\d+) (.*)$/;

/** The system calls of a trace in the order in which they ended; those cut in two by others are joined. */
export function readTrace(trace: string): SystemCall[] {
  const begun = new Map<string, { text: string; began: number }>();
  const calls: SystemCall[] = [];
  for (const [, process = '', at = '', rest = ''] of trace.split('\n').map((each) => line.exec(each) ?? [])) {
    const moment = Number(at);
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(process, { text: rest.slice(0, -'<unfinished ...>'.length), began: moment });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    const open = resumed ? begun.get(process) : undefined;
    const text = resumed ? `${open?.text ?? ''}${resumed[1]}` : rest;
    const [, name, on = '', what = '', result] = /^(\w+)\(\d+<(.*?)>(.*) = (-?\d+)/s.exec(text) ?? [];
    if (name === undefined) continue;
    calls.push({
      name,
      on: bytesOf(on),
      bytes: bytesOf(what),
      result: Number(result),
      began: open?.began ?? moment,
      ended: moment,
    });
  }
  return calls;
}

/** What strace writes as `\x41`; several parts of one call one after the other. */
const bytesOf = (text: string): string =>
  Array.from(text.matchAll(/\\x([0-9a-f]{2})/g), ([, hex = '']) => String.fromCharCode(Number.parseInt(hex, 16))).join(
    '',
  );

/** A frame's header in SQLite's log: it ends a transaction when it tells the size of the database (file format §4.1). */
const endsTransaction = ({ bytes }: SystemCall) => bytes.length === 24 && bytes.slice(4, 8) !== '\0\0\0\0';

/**
 * The marks of those answers `201 Created` that left before their commit was on disk: before a flush of the log that
 * began after the commit was written, and succeeded. A commit is found by the mark that its post carries.
 */
export function answersBeforeFlush(calls: readonly SystemCall[], mark: RegExp): string[] {
  const early: string[] = [];
  const log = calls.filter(({ name, on }) => name === 'pwrite64' && on.endsWith('-wal'));
  const flushes = calls.filter(({ name, result }) => /^f(data)?sync$/.test(name) && result === 0);
  for (const answer of answersOf(calls)) {
    const [marked = ''] = mark.exec(answer.bytes) ?? [];
    // Later commits may write the same page again; the first is its own.
    const first = log.findIndex(({ bytes }) => marked !== '' && bytes.includes(marked));
    const last = log.findIndex((written, n) => n >= first - 1 && endsTransaction(written));
    // The header goes before its page.
    const committed = first < 0 || last < 0 ? undefined : log[last + 1];
    const kept = flushes.some(
      ({ on, began, ended }) => committed?.on === on && began >= committed.ended && ended <= answer.began,
    );
    if (!kept) early.push(marked);
  }
  return early;
}

/** The answers that tell of something made. */
export const answersOf = (calls: readonly SystemCall[]): SystemCall[] =>
  calls.filter(({ name, bytes }) => /^(write|writev|sendto|sendmsg)$/.test(name) && bytes.includes('HTTP/1.1 201'));
