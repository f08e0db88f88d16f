// The state of the database schema: its version, the migrations, and the work in the background that follows an upgrade.
import { useQuery } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  type BackgroundTask,
  type Migration,
  type MigrationStatus,
  readMigrationStatus,
} from '../../data/resources/migration-status.ts';
import { formatGmt } from '../../ui/format-date.ts';

/** Time between two reads while work is in progress, in milliseconds. */
const pollIntervalMs = 3000;

const isRunning = ({ remaining }: BackgroundTask): boolean => remaining > 0;

/** The section of the screen. */
export function Migrations() {
  const { data, error, refetch } = useQuery({
    queryKey: ['migration-status'],
    queryFn: ({ signal }) => readMigrationStatus(signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.tasks.some(isRunning) ? pollIntervalMs : false),
  });
  return (
    <section className="migrations" aria-labelledby="migrations">
      <h2 id="migrations">{__('Database migrations')}</h2>
      {error && (
        <p role="alert" className="error">
          {error.message}{' '}
          <button type="button" className="button" onClick={() => void refetch()}>
            {__('Try again')}
          </button>
        </p>
      )}
      {!data && !error && <p className="quiet">{__('Loading…')}</p>}
      {data && (
        <>
          <State status={data} />
          <Tasks tasks={data.tasks} />
          <History migrations={data.migrations} />
        </>
      )}
    </section>
  );
}

function State({ status }: { readonly status: MigrationStatus }) {
  const { schema_version: version, supported_version: supported, migrations } = status;
  const pending = migrations.filter(({ state }) => state === 'pending').length;
  /* translators: %d: number. */
  const text = sprintf(__('Schema version: %d.'), version);
  if (version > supported)
    return (
      <p className="error">
        {text}{' '}
        {__(
          'A newer version of the service has migrated the database. Restart this service with that version; until then, it may fail.',
        )}
      </p>
    );
  if (pending > 0)
    return (
      <p className="error">
        {text}{' '}
        {sprintf(
          /* translators: %d: number of migrations. */
          _n(
            '%d migration is pending. Restart the service, which applies it, or run "octavo migrate".',
            '%d migrations are pending. Restart the service, which applies them, or run "octavo migrate".',
            pending,
          ),
          pending,
        )}
      </p>
    );
  return (
    <p>
      {text} {__('All migrations are applied.')}
    </p>
  );
}

/** Returns the description of work. */
function labelOf({ task, object }: BackgroundTask): string {
  switch (task) {
    case 'renderings':
      return __('Rendering texts again');
    case 'search-index':
      return __('Updating the search index');
    case 'meta-index':
      /* translators: %s: name of a field. */
      return sprintf(__('Completing the index of the field %s'), object);
  }
}

/** The work in progress, with its progress. */
function Tasks({ tasks }: { readonly tasks: readonly BackgroundTask[] }) {
  const running = tasks.filter(isRunning);
  if (running.length === 0) return <p className="quiet">{__('No work in the background remains.')}</p>;
  return (
    <ul>
      {running.map((each) => (
        <Task key={each.task + each.object} task={each} />
      ))}
    </ul>
  );
}

function Task({ task }: { readonly task: BackgroundTask }) {
  const { remaining, total } = task;
  const id = `task-${task.task}-${task.object}`;
  return (
    <li>
      <span id={id}>{labelOf(task)}</span>
      <progress aria-labelledby={id} value={total - remaining} max={total} />
      <span className="quiet">
        {/* translators: 1: number of entries that remain. 2: number of all entries. */}
        {sprintf(__('%1$d of %2$d entries remain'), remaining, total)}
      </span>
    </li>
  );
}

function History({ migrations }: { readonly migrations: readonly Migration[] }) {
  return (
    <details>
      {/* translators: %d: number of migrations. */}
      <summary>{sprintf(_n('Show %d migration', 'Show %d migrations', migrations.length), migrations.length)}</summary>
      <ol>
        {migrations.map(({ extension, number, name, state, applied, program }) => (
          <li key={`${extension} ${number}`} value={number}>
            {/* The names are those of the program. */}
            <span lang="en">
              {name}
              {extension !== '' && ` (${extension})`}
            </span>
            <span className={state === 'pending' ? 'error' : 'quiet'}>
              {applied === null ? __('Pending') : formatGmt(applied)}
              {program !== '' && (
                <>
                  {/* translators: %s: version of the service. */} · <span>{sprintf(__('version %s'), program)}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
