// A setting that the configuration determines: its value, and where it is set.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { type ConfiguredOption, readConfiguration, type Setting } from '../../data/resources/settings.ts';

interface Props {
  readonly setting: Setting;
  readonly option: string;
  readonly value: unknown;
}

/** The setting as text. */
export function FixedSetting({ setting: { label, help }, option, value }: Props) {
  const { data } = useConfiguration();
  const configured = data?.find((each) => each.option === option);
  return (
    <div className="field fixed">
      <p className="label">{label}</p>
      <p className="value">{String(value ?? '')}</p>
      <p className="help">
        {help} {configured && describeSource(configured)}
      </p>
    </div>
  );
}

/** Reads the options of the configuration. */
export const useConfiguration = () => useQuery({ queryKey: ['configuration'], queryFn: readConfiguration });

/** Says where an option is set. */
export function describeSource({ option, variable, source }: ConfiguredOption): string {
  if (source === 'option')
    // translators: %s: option of the command line, such as "--home".
    return sprintf(__('Set by the option %s when the service is started.'), option);
  if (source === 'environment')
    // translators: %s: name of an environment variable.
    return sprintf(__('Set by the environment variable %s.'), variable);
  if (source === 'file') return __('Set in octavo.config.ts.');
  // translators: %s: name of an environment variable.
  return sprintf(__('Not set; the environment variable %s changes it.'), variable);
}
