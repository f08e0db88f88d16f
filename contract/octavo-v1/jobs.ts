// Declares the recurring jobs of the site, an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, nullableTimestamp, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const timestampField = (description: string) => nullableTimestamp(description, everywhere, { readonly: true });

export const jobFields = {
  name: ReadOnly.String(
    'The name of the job; those of extensions begin with the name of the extension and a colon.',
    everywhere,
  ),
  description: ReadOnly.String('What the job does; empty for jobs of extensions.', everywhere),
  extension: ReadOnly.String('The name of the extension; empty for jobs of the service.', everywhere, { isName: true }),
  interval: ReadOnly.Integer('The time between two runs, in seconds.', everywhere),
  runnable: ReadOnly.Boolean('Whether the job can be run at once; jobs that run every few seconds cannot.', everywhere),
  running: ReadOnly.Boolean(
    'Whether any process of the site is running the job; for jobs that run every few seconds, whether the process that responds is.',
    everywhere,
  ),
  started: timestampField('The start of the last run, in GMT; null if there was none.'),
  finished: timestampField('The end of the last run, in GMT; null if there was none.'),
  error: ReadOnly.String('Why the last run has failed; empty if it has not.', everywhere),
  next_run: timestampField('The time of the next run, in GMT, at the earliest; null if it is not known.'),
};

const endpoints = declareEndpoints({
  'list-jobs': { permission: 'manage-jobs', parameters: {} },
  'run-job': {
    methods: ['POST'],
    description: 'Runs a job at once, in the background, and returns it.',
    statuses: [202],
    permission: 'manage-jobs',
    parameters: {},
  },
});
export type JobEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const jobsModule: ModuleDeclaration<JobEndpoints, typeof jobFields> = { name: 'jobs' };

const name: Parameters = {
  name: Type.Optional(Type.String({ description: 'The name of the job.', unlisted: true, segment: '[\\w.:\\-]+' })),
};

export const jobs: Resource<typeof jobFields> = {
  title: 'job',
  namespace: octavoNamespace,
  module: jobsModule,
  fields: jobFields,
  links: [],
  routes: [
    { path: '/octavo/v1/jobs', parameters: {}, endpoints: [endpoints['list-jobs']] },
    { path: '/octavo/v1/jobs/<name>/runs', parameters: name, endpoints: [endpoints['run-job']] },
  ],
};
