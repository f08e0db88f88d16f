// The options of the configuration with their values, and where they are set. Only operators can change them.
import { __ } from '@wordpress/i18n';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { describeSource, useConfiguration } from './fixed-setting.tsx';

/** The options. */
export function Configuration() {
  const { data: options, error, refetch } = useConfiguration();
  return (
    <section aria-labelledby="group-title">
      <h2 id="group-title">{__('Configuration')}</h2>
      <p className="quiet">
        {__(
          'Whoever operates the service sets these options on the command line, in the environment or in octavo.config.ts. They cannot be changed here; changes take effect when the service is restarted.',
        )}
      </p>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !options ? (
        <Loading label={__('Loading…')} />
      ) : (
        <dl className="options">
          {options.map((option) => (
            <div key={option.option}>
              <dt>
                <code>{option.option}</code>
              </dt>
              <dd className="value">{option.value ?? <span className="quiet">{__('None')}</span>}</dd>
              <dd className="help">
                {capitalize(option.description)}. {describeSource(option)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
