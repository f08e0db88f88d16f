// Entry point of the worker processes for expensive texts (text-processor.ts).
import { serveJobs } from '../../workers/serve-jobs.ts';
import { runTask, type TaskInput, type TaskName } from './tasks.ts';

serveJobs(({ name, input }: { readonly name: TaskName; readonly input: TaskInput<TaskName> }) => runTask(name, input));
