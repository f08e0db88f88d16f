// Tells the user that changes wait because the service cannot be reached or cannot store them, and that nothing is lost.
import { __ } from '@wordpress/i18n';
import { useSyncExternalStore } from 'react';
import { cancelHeldSaves, holdReason, onHold, retryHeldSaves } from '../../data/drafts/held-saves.ts';

/** The message, which is displayed while changes wait. */
export function HeldSaves() {
  const reason = useSyncExternalStore(onHold, holdReason);
  return (
    <div className="held" role="status">
      {reason !== undefined && (
        <div className="notice error">
          <span>
            {reason === 'unreachable'
              ? __(
                  'The service cannot be reached. You can continue to write; your changes are saved when the connection is back.',
                )
              : __(
                  'The service cannot store anything at the moment. You can continue to write; your changes are saved when it can.',
                )}
          </span>
          <button type="button" className="button plain" onClick={retryHeldSaves}>
            {__('Try again now')}
          </button>
          <button type="button" className="button plain" onClick={cancelHeldSaves}>
            {__('Stop trying')}
          </button>
        </div>
      )}
    </div>
  );
}
