// Reports failures that no caller receives: they occur where there is no log, and the work continues or is repeated later.
import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** A stored value with invalid content, which was presented as its fallback. */
export interface DamagedValue {
  /** Table and column, such as `users.meta`. */
  readonly column: string;
}

/** A failure of work that is repeated later. */
export interface BackgroundFailure {
  /** Name of the work, such as `checkpoint`. */
  readonly task: string;
  readonly error: unknown;
}

/** A change of the use of a replica. */
export interface ReplicaChange {
  /** Host, port and database of the replica. */
  readonly replica: string;
  /** The reason why the replica is no longer used; undefined if it is used. */
  readonly problem: string | undefined;
}

/** Functions that are called with the failures of this process or, if they are subscribed in a scope, with those of the scope. */
export interface DiagnosticsListeners {
  readonly onDamagedValue: (damaged: DamagedValue) => void;
  readonly onBackgroundFailure: (failure: BackgroundFailure) => void;
  readonly onReplicaChange?: (change: ReplicaChange) => void;
}

const damagedValues = channel('octavo:damaged-value');
const backgroundFailures = channel('octavo:background-failure');
const replicaChanges = channel('octavo:replica-change');

/** Reports a stored value with invalid content. */
export const reportDamagedValue = (damaged: DamagedValue): void => damagedValues.publish(damaged);

/** Reports a failure of work that is repeated later. */
export const reportBackgroundFailure = (task: string, error: unknown): void =>
  backgroundFailures.publish({ task, error } satisfies BackgroundFailure);

/** Reports a change of the use of a replica. Returns whether there is a listener: a database is opened before the log of the service. */
export function reportReplicaChange(change: ReplicaChange): boolean {
  replicaChanges.publish(change);
  return replicaChanges.hasSubscribers;
}

/** One of several services in a process. Listeners that are subscribed in it receive only failures of code that runs in it. */
export class DiagnosticsScope {
  /** Runs a function, and everything that it starts, in this scope. */
  run<T>(work: () => T): T {
    return scopes.run(this, work);
  }
}

const scopes = new AsyncLocalStorage<DiagnosticsScope>();

/**
 * Calls the listeners with each failure, until the returned function is called. In a scope, failures of other scopes are skipped; those of
 * code without a scope are not, because they may concern any service.
 */
export function subscribeToDiagnostics(listeners: DiagnosticsListeners): () => void {
  const scope = scopes.getStore();
  const isConcerned = () => {
    const current = scopes.getStore();
    return scope === undefined || current === undefined || current === scope;
  };
  const onDamaged = (message: unknown) => {
    if (isConcerned()) listeners.onDamagedValue(message as DamagedValue);
  };
  const onFailure = (message: unknown) => {
    if (isConcerned()) listeners.onBackgroundFailure(message as BackgroundFailure);
  };
  const onReplica = (message: unknown) => {
    if (isConcerned()) listeners.onReplicaChange?.(message as ReplicaChange);
  };
  damagedValues.subscribe(onDamaged);
  backgroundFailures.subscribe(onFailure);
  if (listeners.onReplicaChange) replicaChanges.subscribe(onReplica);
  return () => {
    damagedValues.unsubscribe(onDamaged);
    backgroundFailures.unsubscribe(onFailure);
    replicaChanges.unsubscribe(onReplica);
  };
}
