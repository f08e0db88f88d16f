// The setup of outgoing mail: the mailer with its problem, a check of the connection, and a test email.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';
import { type MailSetupState, mailSetupName, readMailSetup } from '../../data/resources/mail-setup.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import { AuthorizationNotice, useAuthorizationResult } from './authorization-result.tsx';
import { Connections } from './connections.tsx';
import { Findings } from './findings.tsx';
import { MailTests } from './mail-tests.tsx';
import { mailerLabel } from './mailer-label.ts';

/** The section. */
export function MailSetup() {
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-setup'],
    queryFn: ({ signal }) => readMailSetup(signal),
    staleTime: 0,
  });
  const result = useAuthorizationResult();
  return (
    <section className="panel mail-setup" aria-labelledby="mail-setup">
      <h2 id="mail-setup">{__('How emails are sent')}</h2>
      {data && result && <AuthorizationNotice result={result} connections={data.connections} />}
      {data ? (
        <Setup state={data} />
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Loading label={__('Loading…')} />
      )}
    </section>
  );
}

function Setup({ state }: { readonly state: MailSetupState }) {
  const { settings, problem } = state;
  const { mailer, from_email: address, from_name: name } = settings.mail;
  return (
    <>
      <dl>
        <div>
          <dt>{__('Mailer')}</dt>
          <dd>{describeMailer(state)}</dd>
        </div>
        <div>
          <dt>{__('Sender')}</dt>
          <dd>
            {address === '' && name === ''
              ? __('As configured')
              : sprintf(
                  /* translators: 1: name of the sender, 2: email address. */
                  __('%1$s, %2$s'),
                  name || __('configured name'),
                  address || __('configured address'),
                )}
          </dd>
        </div>
      </dl>
      {problem && <Findings findings={[problem]} />}
      <p>
        <Link href={paths.settings(mailSetupName)}>{__('Change the settings of outgoing mail')}</Link>
      </p>
      <Connections state={state} />
      <MailTests key={mailer} mailer={mailer} />
    </>
  );
}

function describeMailer({ settings, connections }: MailSetupState): string {
  const { mailer } = settings.mail;
  const { host, port } = settings.smtp;
  const account = connections.find((each) => each.mailer === mailer)?.account;
  const label = mailerLabel(mailer);
  if (mailer === 'smtp') return `${label}: ${host}:${port}`;
  return account ? `${label}: ${account}` : label;
}
