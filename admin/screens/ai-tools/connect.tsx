// The form that creates an application password for a program, and the configuration of the program.
import { __, sprintf } from '@wordpress/i18n';
import { NewPasswordForm } from '../../actions/application-passwords/new-password-form.tsx';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { CodeExample } from '../../ui/code-example.tsx';
import { Secret } from '../../ui/secret.tsx';
import { type Connection, clientExamples } from './clients.ts';
import { abilitiesNamespace, toolNamespaces } from './namespaces.ts';
import type { IssuedPassword, Owner } from './types.ts';

interface Props {
  readonly owner: Owner;
  readonly connection: Connection;
  readonly issued: IssuedPassword | undefined;
  readonly setIssued: (issued: IssuedPassword | undefined) => void;
}

/** Creates a password, and shows the configuration with it until it is hidden. */
export function Connect({ owner, connection, issued, setIssued }: Props) {
  const { user: self } = useBootstrap();
  return (
    <>
      <section className="panel" aria-labelledby="connect">
        <h2 id="connect">{__('Connect a program')}</h2>
        {issued && (
          <Secret
            label={sprintf(
              /* translators: %s: name of a program. */
              __(
                'The password of %s. It is displayed only once, here and in the examples below, until you click Done:',
              ),
              issued.name,
            )}
            secret={issued.secret}
            close={() => setIssued(undefined)}
          />
        )}
        <NewPassword owner={owner} isOwn={owner.id === self.id} onCreated={setIssued} />
      </section>
      <section className="panel wide" aria-labelledby="configuration">
        <h2 id="configuration">{__('Configuration of common programs')}</h2>
        <p className="quiet">
          {issued
            ? __('The examples contain the new password. Treat them like the password itself.')
            : __(
                'Create an application password above, and the examples will contain it. CREDENTIALS stands for the username, a colon and the password, encoded in Base64.',
              )}
        </p>
        {clientExamples(connection).map(({ label, code }) => (
          <CodeExample key={label} label={label} code={code} />
        ))}
      </section>
    </>
  );
}

/** The number of days for which passwords are valid by default. */
const defaultDays = 90;

/** Returns the day after a number of days, in the time zone of the browser. */
function dayIn(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

interface FormProps {
  readonly owner: Owner;
  readonly isOwn: boolean;
  readonly onCreated: (issued: IssuedPassword) => void;
}

function NewPassword({ owner, isOwn, onCreated }: FormProps) {
  return (
    <NewPasswordForm
      name={`ai-tool-${owner.id}`}
      user={owner.id}
      initialValues={() => ({ name: '', expires: dayIn(defaultDays), isReadOnly: true, namespaces: toolNamespaces })}
      texts={{
        name: __('Name of the program'),
        nameHelp: __('With this name, you recognize the password later.'),
        readOnlyHelp: __('Tools that change data fail. Recommended, unless the assistant writes content.'),
        scopeHelp: __(
          'By default, the password is valid for the tools and the content of the site. Add the parts of extensions if the program needs their tools.',
        ),
        submit: __('Create the password'),
      }}
      warningOf={(namespaces) =>
        namespaces.length > 0 && !namespaces.includes(abilitiesNamespace)
          ? __('Without wp-abilities/v1, the program cannot use any tools.')
          : undefined
      }
      onCreated={(name, secret) => onCreated({ owner, name, secret })}
    >
      {!isOwn && (
        <p>
          {/* translators: %s: username. */}
          {sprintf(__('The program will have the rights of %s.'), owner.username)}
        </p>
      )}
    </NewPasswordForm>
  );
}
