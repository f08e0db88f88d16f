// Parses traces of `strace -f -y -ttt -xx` to check that each response to a write was sent after its commit was on
// disk.

/** A system call with its start and end times, in seconds. */
interface SystemCall {
  readonly name: string;
  /** File or socket of the first argument, as strace prints it. */
  readonly target: string;
  /** Written bytes, as a string with one character per byte. */
  readonly bytes: string;
  readonly result: number;
  readonly began: number;
  readonly ended: number;
}

const line = /^(\d+) +(\d+\.\d+) (.*)$/;

/** Returns the system calls on files and sockets in a trace, in the order in which they ended. Split lines of a call are joined. */
export function readTrace(trace: string): SystemCall[] {
  const unfinished = new Map<string, { text: string; began: number }>();
  const calls: SystemCall[] = [];
  for (const [, process = '', at = '', rest = ''] of trace.split('\n').map((each) => line.exec(each) ?? [])) {
    const timestamp = Number(at);
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(process, { text: rest.slice(0, -'<unfinished ...>'.length), began: timestamp });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    const open = resumed ? unfinished.get(process) : undefined;
    const text = resumed ? `${open?.text ?? ''}${resumed[1]}` : rest;
    const [, name, target = '', argument = '', result] = /^(\w+)\(\d+<(.*?)>(.*) = (-?\d+)/s.exec(text) ?? [];
    if (name === undefined) continue;
    calls.push({
      name,
      target: bytesOf(target),
      bytes: bytesOf(argument),
      result: Number(result),
      began: open?.began ?? timestamp,
      ended: timestamp,
    });
  }
  return calls;
}

/** Decodes the hexadecimal escapes of strace (`\x41`) and concatenates the buffers of a call. */
const bytesOf = (text: string): string =>
  Array.from(text.matchAll(/\\x([0-9a-f]{2})/g), ([, hex = '']) => String.fromCharCode(Number.parseInt(hex, 16))).join(
    '',
  );

/**
 * Whether a call writes the header of the last frame of a transaction to SQLite's write-ahead log. Only such a header contains
 * the size of the database (section 4.1 of SQLite's file format); others contain 0 instead.
 */
const endsTransaction = ({ bytes }: SystemCall) => bytes.length === 24 && bytes.slice(4, 8) !== '\0\0\0\0';

/**
 * Returns the markers in responses that were sent before their commits were on disk. A commit is on disk after a successful flush of the log
 * that began after the commit was written. The marker in a post identifies its commit. A response without a marker counts as early.
 */
export function responsesBeforeFlush(calls: readonly SystemCall[], marker: RegExp): string[] {
  const log = calls.filter(({ name, target }) => name === 'pwrite64' && target.endsWith('-wal'));
  const flushes = calls.filter(({ name, result }) => /^f(data)?sync$/.test(name) && result === 0);
  const isEarly = (foundMarker: string, response: SystemCall): boolean => {
    // Later commits may write the same page again. The first of these writes belongs to this response.
    const first = log.findIndex(({ bytes }) => foundMarker !== '' && bytes.includes(foundMarker));
    const last = log.findIndex((written, n) => n >= first - 1 && endsTransaction(written));
    // The header of a frame is written before its page.
    const committed = first < 0 || last < 0 ? undefined : log[last + 1];
    return !flushes.some(
      ({ target, began, ended }) => committed?.target === target && began >= committed.ended && ended <= response.began,
    );
  };
  return responsesOf(calls).flatMap((response) => {
    const markers = [...new Set(response.bytes.match(new RegExp(marker, 'g')) ?? [''])];
    return markers.filter((foundMarker) => isEarly(foundMarker, response));
  });
}

/** Returns the system calls that write responses to creates (status 201) and batches (207). */
export const responsesOf = (calls: readonly SystemCall[]): SystemCall[] =>
  calls.filter(({ name, bytes }) => /^(write|writev|sendto|sendmsg)$/.test(name) && /HTTP\/1\.1 20[17]/.test(bytes));
