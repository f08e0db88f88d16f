import type { Generated } from 'kysely';

/** Export files that were uploaded, with the latest dry run and the latest import of each. */
export interface ImportsTable {
  id: Generated<number>;
  /** Folder of the pieces of the file in the store of export files. */
  folder: string;
  file_name: string;
  /** Identifier of the file that the client has chosen; empty if there is none. */
  fingerprint: string;
  /** `uploading`, `uploaded` or `file-deleted`. */
  state: string;
  /** Title and URL of the exported site; empty until the first piece was received. */
  site_title: string;
  site_url: string;
  /** Username of the user who has uploaded the file. */
  username: string;
  /** The run that is in progress: `dry_run`, `run`, or empty if there is none. */
  running: string;
  /** State of the latest dry run and of the latest import, as JSON; empty if there was none. */
  dry_run: string;
  run: string;
  /** Report of each, as JSON; empty until it has ended. */
  dry_run_report: string;
  run_report: string;
  /** Size of the file, and number of bytes that were received. */
  size: number;
  received: number;
  /** ID of the user who has uploaded the file. */
  user_id: number;
  /** Time of the upload's start and of the latest change, in milliseconds since 1970. */
  created: number;
  updated: number;
  /** 1 if the run in progress is to stop. */
  stop_requested: number;
}

/** The pieces of uploaded export files. */
export interface ImportPiecesTable {
  import_id: number;
  /** Position of the piece in the file, in bytes. */
  position: number;
  /** Name of the piece in the folder of the file. */
  name: string;
}
