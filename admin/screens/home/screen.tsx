// The home screen: what waits for the user.
import { __, sprintf } from '@wordpress/i18n';
import { useLiveRefresh } from '../../data/live/use-live-refresh.ts';
import { mayModerate } from '../../data/permissions.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { CommentsOnHold } from './comments-on-hold.tsx';
import { Health } from './health.tsx';
import { StartWriting } from './start-writing.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';
import { draftsOf } from './use-waiting-entries.ts';
import { WaitingEntries } from './waiting-entries.tsx';

/** The home screen. */
export default function HomeScreen() {
  const bootstrap = useBootstrap();
  const { user, capabilities, types } = bootstrap;
  useLiveRefresh('entries', ['entries', 'waiting']);
  const reviewedTypes = types.filter(({ can }) => can.publish && can.edit_others);
  return (
    <>
      {/* translators: %s: name of the user. */}
      <h1>{sprintf(__('Hello, %s'), user.name)}</h1>
      <StartWriting />
      <div className="cards">
        <UnsavedChanges />
        {types.length > 0 && (
          <WaitingEntries
            title={__('Your drafts')}
            empty={__('You have no drafts.')}
            query={draftsOf(user.id)}
            types={types}
          />
        )}
        {reviewedTypes.length > 0 && (
          <WaitingEntries
            title={__('Pending review')}
            empty={__('No entry is waiting for review.')}
            query={{ status: 'pending', orderby: 'modified' }}
            types={reviewedTypes}
          />
        )}
        {types.length > 0 && (
          <WaitingEntries
            title={__('Scheduled')}
            empty={__('No entry is scheduled.')}
            query={{ status: 'future', orderby: 'date', order: 'asc' }}
            types={types}
          />
        )}
        {mayModerate(bootstrap) && <CommentsOnHold />}
        {capabilities.install_plugins && <Health />}
      </div>
    </>
  );
}
