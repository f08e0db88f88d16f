// Records the statements that the service sends to PostgreSQL, by forwarding its connections. Thus the recording contains exactly
// what the service sends, including statements of transactions and their grouping in pipelines.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import {
  MessageReader,
  type ProtocolMessage,
  readBind,
  readColumns,
  readParse,
  readQuery,
  readRow,
} from './protocol.ts';

/** A statement that the service has sent. */
export interface RecordedStatement {
  readonly connection: number;
  readonly sql: string;
  readonly values: readonly (string | null)[];
  /** Whether it was sent before the response to the previous statement on its connection was complete. */
  readonly isPipelined: boolean;
  /** The row that the statement returned, by column; undefined if it returned no row or several. */
  row?: Readonly<Record<string, string | null>> | undefined;
}

export interface Recorder {
  /** URL of the database through this recorder. */
  readonly url: string;
  /** Returns the statements since the last call. */
  take(): RecordedStatement[];
  close(): Promise<void>;
}

/** Starts a recorder for a database whose URL has a host and a port. */
export async function startRecorder(database: string): Promise<Recorder> {
  const target = new URL(database);
  let recorded: RecordedStatement[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true });
    const recording = new ConnectionRecording(connections++, (statement) => recorded.push(statement));
    client.setNoDelay(true);
    client.on('data', (data: Buffer) => {
      recording.onClientData(data);
      upstream.write(data);
    });
    upstream.on('data', (data: Buffer) => {
      recording.onServerData(data);
      client.write(data);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The statements of a connection whose responses are not complete. */
interface Execution {
  readonly statement: RecordedStatement;
  columns: readonly string[];
  rows: number;
}

class ConnectionRecording {
  readonly #connection: number;
  readonly #onStatement: (statement: RecordedStatement) => void;
  readonly #fromClient = new MessageReader(true);
  readonly #fromServer = new MessageReader(false);
  readonly #sqlByName = new Map<string, string>();
  readonly #executions: Execution[] = [];
  /** Number of ReadyForQuery messages that the server has still to send. */
  #expectedReady = 0;

  constructor(connection: number, onStatement: (statement: RecordedStatement) => void) {
    this.#connection = connection;
    this.#onStatement = onStatement;
  }

  onClientData(data: Buffer): void {
    for (const message of this.#fromClient.read(data)) this.#onClientMessage(message);
  }

  onServerData(data: Buffer): void {
    for (const message of this.#fromServer.read(data)) this.#onServerMessage(message);
  }

  #onClientMessage(message: ProtocolMessage): void {
    if (message.type === 'P') {
      const { name, sql } = readParse(message);
      this.#sqlByName.set(name, sql);
    } else if (message.type === 'B') {
      const { name, values } = readBind(message);
      this.#record(this.#sqlByName.get(name) ?? '', values);
    } else if (message.type === 'Q') {
      this.#record(readQuery(message), []);
      this.#expectedReady += 1;
    } else if (message.type === 'S' || message.type === '') this.#expectedReady += 1;
  }

  #record(sql: string, values: readonly (string | null)[]): void {
    const isPipelined = this.#executions.length > 0 || this.#expectedReady > 0;
    const statement: RecordedStatement = { connection: this.#connection, sql, values, isPipelined };
    this.#executions.push({ statement, columns: [], rows: 0 });
    this.#onStatement(statement);
  }

  #onServerMessage(message: ProtocolMessage): void {
    const [execution] = this.#executions;
    if (message.type === 'Z') this.#expectedReady -= 1;
    else if (!execution) return;
    else if (message.type === 'T') execution.columns = readColumns(message);
    else if (message.type === 'D') {
      execution.rows += 1;
      const values = readRow(message);
      const row = Object.fromEntries(execution.columns.map((column, at) => [column, values[at] ?? null]));
      execution.statement.row = execution.rows === 1 ? row : undefined;
    } else if (['C', 'E', 'I', 's'].includes(message.type)) this.#executions.shift();
  }
}
