// The recurring jobs of the site: when they ran, whether they have failed, and when they run next.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { type Job, listJobs, runJob } from '../../data/resources/jobs.ts';
import { Failure } from '../../ui/failure.tsx';
import { formatGmt } from '../../ui/format-date.ts';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { serviceText } from '../../ui/service-text.ts';
import { messageOf } from '../../ui/to-error.ts';
import { describeDuration, describeInterval, outcomeOf } from './describe.ts';

const queryKey = ['jobs'];

/** Interval at which the jobs are read again, in milliseconds. */
const refreshMs = 5000;

/** The screen. */
export default function JobsScreen() {
  const { data, error, refetch } = useQuery({
    ...{ queryKey, staleTime: 0, refetchInterval: refreshMs },
    queryFn: ({ signal }) => listJobs(signal),
  });
  if (!data && error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <h1>{__('Scheduled jobs')}</h1>
      <p className="intro">
        {__(
          'The site does this work by itself while the service runs. A failed job runs again at its next time; the log of the service has the details.',
        )}
      </p>
      {!data && <Loading label={__('Loading the jobs…')} />}
      {data && (
        <>
          <JobList title={__('Periodic jobs')} jobs={data.filter(({ runnable }) => runnable)} />
          <JobList title={__('Continuous jobs')} jobs={data.filter(({ runnable }) => !runnable)} />
        </>
      )}
    </>
  );
}

function JobList({ title, jobs }: { readonly title: string; readonly jobs: readonly Job[] }) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="jobs">
        {jobs.map((job) => (
          <JobItem key={job.name} job={job} />
        ))}
      </ul>
    </section>
  );
}

function JobItem({ job }: { readonly job: Job }) {
  const { name, description, extension, runnable, started, finished, error, next_run: next } = job;
  const outcome = outcomeOf(job);
  return (
    <li className="card">
      <h3>
        <span lang="en">{name}</span>
        <span className={`outcome ${outcome.kind}`}>{outcome.label}</span>
      </h3>
      <p>
        {/* translators: %s: name of an extension. */}
        {serviceText(description) || sprintf(__('A job of the extension %s.'), extension)}
      </p>
      <dl>
        <div>
          <dt>{__('Interval')}</dt>
          <dd>{describeInterval(job.interval)}</dd>
        </div>
        <div>
          <dt>{__('Last run')}</dt>
          <dd>
            {started === null ? __('Never') : formatGmt(started)}
            {started !== null && finished !== null && (
              <>
                {' '}
                (<span>{describeDuration(started, finished)}</span>)
              </>
            )}
          </dd>
        </div>
        {next !== null && (
          <div>
            <dt>{__('Next run')}</dt>
            <dd>{formatGmt(next)}</dd>
          </div>
        )}
      </dl>
      {error !== '' && <p className="error">{error}</p>}
      {runnable && <RunButton job={job} />}
    </li>
  );
}

function RunButton({ job: { name, running } }: { readonly job: Job }) {
  const queries = useQueryClient();
  const notify = useNotices();
  const [isSending, setSending] = useState(false);
  const run = async () => {
    setSending(true);
    try {
      await runJob(name);
      /* translators: %s: name of a job. */
      notify({ kind: 'success', text: sprintf(__('The job %s was started.'), name) });
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    } finally {
      setSending(false);
    }
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <p>
      <button
        type="button"
        className="button"
        disabled={isSending || running}
        /* translators: %s: name of a job. */
        aria-label={sprintf(__('Run now: %s'), name)}
        onClick={() => void run()}
      >
        {__('Run now')}
      </button>
    </p>
  );
}
