// Reads server-sent events (HTML Standard §9.2) from a response. EventSource does not report the status of error responses.

/** An event; comments and other messages without data have an empty name. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  /** The position from which the stream can be continued; absent if the message has none. */
  readonly id?: string;
}

/** Yields the events of a response body until it ends. Rejects if the connection is interrupted. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const messages = (rest + value).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) yield parseEvent(message);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses the lines of a message. */
export function parseEvent(message: string): StreamEvent {
  const fields = new Map<string, string>();
  for (const line of message.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    fields.set(name, value);
  }
  const id = fields.get('id');
  return { name: fields.get('event') ?? '', data: fields.get('data') ?? '', ...(id !== undefined && { id }) };
}
