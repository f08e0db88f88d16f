// Reports failures that no caller receives: they occur where there is no log, and the work continues or is repeated later.
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

/** Functions that are called with the failures of this process. */
export interface DiagnosticsListeners {
  readonly onDamagedValue: (damaged: DamagedValue) => void;
  readonly onBackgroundFailure: (failure: BackgroundFailure) => void;
}

const damagedValues = channel('octavo:damaged-value');
const backgroundFailures = channel('octavo:background-failure');

/** Reports a stored value with invalid content. */
export const reportDamagedValue = (damaged: DamagedValue): void => damagedValues.publish(damaged);

/** Reports a failure of work that is repeated later. */
export const reportBackgroundFailure = (task: string, error: unknown): void =>
  backgroundFailures.publish({ task, error } satisfies BackgroundFailure);

/** Calls the listeners with each failure, until the returned function is called. */
export function subscribeToDiagnostics(listeners: DiagnosticsListeners): () => void {
  const onDamaged = (message: unknown) => listeners.onDamagedValue(message as DamagedValue);
  const onFailure = (message: unknown) => listeners.onBackgroundFailure(message as BackgroundFailure);
  damagedValues.subscribe(onDamaged);
  backgroundFailures.subscribe(onFailure);
  return () => {
    damagedValues.unsubscribe(onDamaged);
    backgroundFailures.unsubscribe(onFailure);
  };
}
