// Declares imports: export files that are uploaded in pieces, and imported in the background. They are an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, nullableTimestamp, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';
import { pieceDescription, pieceParameters, uploadFields } from './upload-fields.ts';

/** The states of an uploaded file. */
const importStates = ['uploading', 'uploaded', 'file-deleted'] as const;

/** The states of a dry run or an import. */
const importRunStates = ['running', 'done', 'failed', 'interrupted'] as const;

/** The phases of a dry run or an import, in their order. */
const importPhases = ['copying', 'reading', 'importing', 'linking', 'downloading', 'finishing'] as const;

/** The maximum size of an export file, in bytes. */
const maxImportBytes = 10 * 1024 ** 3;

const runSchema = (description: string) =>
  Type.Unsafe<ImportRunRecord | null>({
    description,
    type: ['object', 'null'],
    context: everywhere,
    readonly: true,
    additionalProperties: false,
    properties: {
      state: {
        type: 'string',
        enum: importRunStates,
        description:
          'The state. An `interrupted` run ended because it was stopped, or because its process or the service has ended; start it again to continue.',
      },
      started: { type: 'string', format: 'date-time', description: 'The time of the start, in GMT.' },
      finished: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'The time of the end, in GMT; null while it is in progress.',
      },
      started_by: { type: 'string', description: 'The username of the user who started it.' },
      phase: { type: 'string', enum: importPhases, description: 'The phase that is in progress or was the last one.' },
      done: {
        type: 'integer',
        description:
          'The progress of the phase: bytes when `reading`, records when `importing`, files when `downloading`, otherwise 0.',
      },
      total: { type: 'integer', description: 'The value of `done` at the end of the phase; 0 if it is unknown.' },
      error: { type: ['string', 'null'], description: 'The reason why it failed or was interrupted; null otherwise.' },
      fetch_attachments: { type: 'boolean', description: 'Whether the files of media items are downloaded.' },
      authors: {
        type: 'object',
        description: 'The assigned users: usernames of the site, keyed by usernames in the file.',
        additionalProperties: { type: 'string' },
      },
      has_report: { type: 'boolean', description: 'Whether there is a report.' },
    },
  });

/** The state of a dry run or an import, as it is presented. */
export interface ImportRunRecord {
  readonly state: (typeof importRunStates)[number];
  readonly started: string;
  readonly finished: string | null;
  readonly started_by: string;
  readonly phase: (typeof importPhases)[number];
  readonly done: number;
  readonly total: number;
  readonly error: string | null;
  readonly fetch_attachments: boolean;
  readonly authors: Readonly<Record<string, string>>;
  readonly has_report: boolean;
}

const { file_name, size, fingerprint, received, piece_size } = uploadFields(maxImportBytes);

export const importFields = {
  id: ReadOnly.Integer('The ID of the import.', everywhere),
  ...{ file_name, size, fingerprint, received, piece_size },
  state: enumOf(importStates, {
    description:
      'The state of the file. A `file-deleted` file was deleted because it was not used for a week; its reports remain.',
    context: everywhere,
    readonly: true,
  }),
  expires: nullableTimestamp(
    'The time at which the file will be deleted if nothing happens before, in GMT; null if it was deleted.',
    everywhere,
    { readonly: true },
  ),
  site_title: ReadOnly.String('The title of the exported site; empty until the first piece was received.', everywhere),
  site_url: ReadOnly.String('The URL of the exported site; empty until the first piece was received.', everywhere),
  username: ReadOnly.String('The username of the user who uploads the file.', everywhere),
  created: ReadOnly.String('The start of the upload, in GMT.', everywhere, { format: 'date-time' }),
  dry_run: runSchema('The latest dry run; null if there was none.'),
  run: runSchema('The latest import of the file; null if there was none.'),
};

const counted = (description: string, properties: Readonly<Record<string, object>>) => ({
  type: 'array',
  description,
  items: { type: 'object', properties, additionalProperties: false },
});

/** The schema of a report. */
const reportSchema = Type.Unsafe<ImportReport>({
  type: 'object',
  additionalProperties: false,
  properties: {
    records: counted('The number of records of each kind.', {
      kind: { type: 'string', description: 'The kind, such as `posts`.' },
      imported: { type: 'integer', description: 'The number of records that were created.' },
      existing: { type: 'integer', description: 'The number of records that were already there.' },
      skipped: { type: 'integer', description: 'The number of records that were skipped.' },
    }),
    authors: counted('The users to whom authors in the file were assigned.', {
      author: { type: 'string', description: 'The username in the file.' },
      match: { type: 'string', description: 'The username on the site, and how it was found.' },
    }),
    skipped_meta_fields: counted('The meta fields that were skipped because no type declares them.', {
      key: { type: 'string', description: 'The key of the meta field.' },
      count: { type: 'integer', description: 'The number of values.' },
    }),
    site: {
      type: 'array',
      items: { type: 'string' },
      description: 'Sentences about the title, the tagline, the permalink structure and the example post of the site.',
    },
    notes: counted('What was skipped or changed, and why.', {
      text: { type: 'string', description: 'The note.' },
      count: { type: 'integer', description: 'The number of records that it concerns.' },
      examples: { type: 'array', items: { type: 'string' }, description: 'The first of these records.' },
    }),
    failures: counted('Files that could not be downloaded, at most 1000.', {
      url: { type: 'string', description: 'The URL of the file.' },
      reason: { type: 'string', description: 'The reason.' },
    }),
    failure_count: { type: 'integer', description: 'The number of files that could not be downloaded.' },
  },
});

/** The report of a dry run or an import. It has the content of the summary that `octavo import` prints. */
export interface ImportReport {
  readonly records: readonly {
    readonly kind: string;
    readonly imported: number;
    readonly existing: number;
    readonly skipped: number;
  }[];
  readonly authors: readonly { readonly author: string; readonly match: string }[];
  readonly skipped_meta_fields: readonly { readonly key: string; readonly count: number }[];
  readonly site: readonly string[];
  readonly notes: readonly { readonly text: string; readonly count: number; readonly examples: readonly string[] }[];
  readonly failures: readonly { readonly url: string; readonly reason: string }[];
  readonly failure_count: number;
}

const dryRun = (description: string) => Type.Boolean({ description, default: false });

// All permissions require the capability `import`. Those of endpoints that import also reject limited application passwords.
const endpoints = declareEndpoints({
  'list-imports': { permission: 'list-imports', parameters: {} },
  'create-import': {
    description: 'Announces an export file, whose pieces can then be uploaded.',
    permission: 'create-import',
    parameters: { file_name, size, fingerprint },
    refuses: [409, 413],
  },
  'get-import': { permission: 'read-import', parameters: {} },
  'delete-import': {
    description: 'Deletes an uploaded file and its reports. The imported content remains.',
    permission: 'change-import',
    parameters: {},
    refuses: [409],
  },
  'upload-piece': {
    methods: ['POST'],
    description: pieceDescription,
    permission: 'upload-piece',
    files: 'import',
    parameters: pieceParameters,
    refuses: [409, 413],
  },
  'start-import': {
    methods: ['POST'],
    description:
      'Starts to import an uploaded file in the background, or to check with a dry run what would be imported. An interrupted import continues: existing content stays unchanged.',
    permission: 'start-import',
    statuses: [202],
    refuses: [409],
    parameters: {
      dry_run: dryRun('Whether nothing is changed.'),
      fetch_attachments: Type.Boolean({
        description: 'Whether the files of media items are downloaded from the old site. A dry run downloads none.',
        default: false,
      }),
      authors: optional(
        Type.Unsafe<Readonly<Record<string, string>>>({
          type: 'object',
          description:
            'Usernames of the site, keyed by usernames in the file. These users become the authors of the entries.',
          additionalProperties: { type: 'string', maxLength: 100 },
          maxProperties: 100,
        }),
      ),
    },
  },
  'stop-import': {
    methods: ['POST'],
    description:
      'Stops the dry run or the import in progress. What was imported remains, and the import can be continued.',
    permission: 'change-import',
    parameters: {},
    refuses: [409],
  },
  'get-import-report': {
    description: 'Returns the report of the latest import of a file, or of its latest dry run.',
    permission: 'read-import',
    answers: 'object',
    response: reportSchema,
    parameters: { dry_run: dryRun('Whether the report of the dry run is returned.') },
  },
});
export type ImportEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const importsModule: ModuleDeclaration<ImportEndpoints, typeof importFields> = { name: 'site-imports' };

const id = { id: optional(Type.Integer({ description: 'The ID of the import.' })) };

export const imports: Resource<typeof importFields> = {
  title: 'import',
  namespace: octavoNamespace,
  module: importsModule,
  fields: importFields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/imports',
      parameters: {},
      endpoints: [endpoints['list-imports'], endpoints['create-import']],
    },
    {
      path: '/octavo/v1/imports/<id>',
      parameters: id,
      endpoints: [endpoints['get-import'], endpoints['delete-import']],
    },
    { path: '/octavo/v1/imports/<id>/pieces', parameters: id, endpoints: [endpoints['upload-piece']] },
    { path: '/octavo/v1/imports/<id>/run', parameters: id, endpoints: [endpoints['start-import']] },
    { path: '/octavo/v1/imports/<id>/stop', parameters: id, endpoints: [endpoints['stop-import']] },
    { path: '/octavo/v1/imports/<id>/report', parameters: id, endpoints: [endpoints['get-import-report']] },
  ],
};
