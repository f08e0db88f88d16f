// The message from the spam-checking service, for administrators.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { deleteSpamAlert, readSpamAlert } from '../../data/resources/spam-filter.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { formatTime } from '../../ui/format-date.ts';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';

const queryKey = ['spam-filter', 'alert'];

/** Displays the message. Renders nothing if there is none. */
export function Alert() {
  const queries = useQueryClient();
  const notify = useNotices();
  const { confirm, dialog } = useConfirm();
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => readSpamAlert(signal) });
  if (error) return <p className="error">{error.message}</p>;
  if (!data) return null;
  const dismiss = async () => {
    if (!(await confirm(__('Delete this message? It cannot be displayed again.'), __('Delete')))) return;
    try {
      await deleteSpamAlert();
      queries.setQueryData(queryKey, null);
    } catch (failure) {
      notify({ kind: 'error', text: messageOf(failure) });
    }
  };
  return (
    <section className="panel alert" aria-labelledby="alert">
      <h2 id="alert">{__('Message from the spam-checking service')}</h2>
      <p>{data.message}</p>
      <p className="quiet">
        {/* translators: 1: number of a message, 2: date and time. */}
        {sprintf(__('Code %1$d, %2$s'), data.code, formatTime(Date.parse(data.since)))}
      </p>
      <p>
        <button type="button" className="button" onClick={() => void dismiss()}>
          {__('Delete the message')}
        </button>
      </p>
      {dialog}
    </section>
  );
}
