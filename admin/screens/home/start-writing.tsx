// The first section of the home screen: it invites users to write.
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import { newEntryActions } from '../../actions/site-actions.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { paths } from '../../ui/paths.ts';
import { draftsOf, useWaitingEntries } from './use-waiting-entries.ts';

/** A link for each content type of which the user may create entries. */
export function StartWriting() {
  const bootstrap = useBootstrap();
  const actions = newEntryActions(bootstrap);
  if (actions.length === 0) return bootstrap.types.length === 0 ? <NothingToWrite /> : null;
  return (
    <section className="start">
      <Invitation />
      <p>
        {actions.map(({ id, path, label }, at) => (
          <DocumentLink key={id} path={path} className={at === 0 ? 'button primary' : 'button'}>
            {label}
          </DocumentLink>
        ))}
      </p>
    </section>
  );
}

function Invitation() {
  const { types, user } = useBootstrap();
  const { data } = useWaitingEntries(draftsOf(user.id), types);
  return (
    <p>
      {data && data.total > 0
        ? __('Continue with one of your drafts, or start something new.')
        : __('What would you like to write? It stays a draft until you publish it.')}
    </p>
  );
}

/** The section of users who may not write. */
function NothingToWrite() {
  return (
    <section className="start">
      <p>{__('Your account is not allowed to write on this site. An administrator can change this.')}</p>
      <p>
        <Link className="button" href={paths.profile}>
          {__('Go to your account')}
        </Link>
      </p>
    </section>
  );
}
