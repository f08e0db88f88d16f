// Reads the messages of the PostgreSQL protocol (version 3.0) that a client and a server exchange on one connection.

/** A message: the character that identifies its type, and its content without the length. */
export interface ProtocolMessage {
  readonly type: string;
  readonly content: Buffer;
}

/** Splits a stream of bytes into messages. */
export class MessageReader {
  #received: Buffer = Buffer.alloc(0);
  /** Whether the next message has no type, as the first message of a client does. */
  #isUntyped: boolean;

  constructor(isFromClient: boolean) {
    this.#isUntyped = isFromClient;
  }

  /** Returns the messages that are complete after more bytes were received. The startup message has an empty type. */
  read(data: Buffer): ProtocolMessage[] {
    this.#received = Buffer.concat([this.#received, data]);
    const messages: ProtocolMessage[] = [];
    for (;;) {
      const typeLength = this.#isUntyped ? 0 : 1;
      if (this.#received.length < typeLength + 4) return messages;
      const end = typeLength + this.#received.readInt32BE(typeLength);
      if (this.#received.length < end) return messages;
      const type = this.#received.toString('latin1', 0, typeLength);
      messages.push({ type, content: this.#received.subarray(typeLength + 4, end) });
      this.#received = this.#received.subarray(end);
      this.#isUntyped = false;
    }
  }
}

/** Reads the fields of a message in their order. */
class FieldReader {
  readonly #content: Buffer;
  #at = 0;

  constructor(content: Buffer) {
    this.#content = content;
  }

  /** Reads a string that ends with a zero byte. */
  string(): string {
    const end = this.#content.indexOf(0, this.#at);
    const text = this.#content.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  int16(): number {
    this.#at += 2;
    return this.#content.readInt16BE(this.#at - 2);
  }

  /** Reads a value with its length; null if it is NULL. */
  value(): Buffer | null {
    const length = this.#content.readInt32BE(this.#at);
    this.#at += 4;
    if (length < 0) return null;
    this.#at += length;
    return this.#content.subarray(this.#at - length, this.#at);
  }

  skip(length: number): void {
    this.#at += length;
  }
}

/** Reads a Query message. */
export const readQuery = ({ content }: ProtocolMessage): string => new FieldReader(content).string();

/** Reads the name and the SQL of a Parse message. */
export function readParse({ content }: ProtocolMessage): { name: string; sql: string } {
  const fields = new FieldReader(content);
  return { name: fields.string(), sql: fields.string() };
}

/** Reads the statement name and the values of a Bind message. Throws if a value is binary, because pgbench sends only text. */
export function readBind({ content }: ProtocolMessage): { name: string; values: (string | null)[] } {
  const fields = new FieldReader(content);
  fields.string();
  const name = fields.string();
  const formats = Array.from({ length: fields.int16() }, () => fields.int16());
  const values = Array.from({ length: fields.int16() }, (_, at) => {
    const value = fields.value();
    const isBinary = (formats.length === 1 ? formats[0] : formats[at]) === 1;
    if (isBinary && value !== null) throw new Error(`Statement ${name} has a binary value, which pgbench cannot send.`);
    return value?.toString('utf8') ?? null;
  });
  return { name, values };
}

/** Reads the column names of a RowDescription message. */
export function readColumns({ content }: ProtocolMessage): string[] {
  const fields = new FieldReader(content);
  return Array.from({ length: fields.int16() }, () => {
    const name = fields.string();
    fields.skip(18);
    return name;
  });
}

/** Reads the values of a DataRow message as text. */
export function readRow({ content }: ProtocolMessage): (string | null)[] {
  const fields = new FieldReader(content);
  return Array.from({ length: fields.int16() }, () => fields.value()?.toString('utf8') ?? null);
}
