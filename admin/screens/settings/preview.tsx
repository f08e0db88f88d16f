// Shows what the value of a setting means: dates, times, and the URL of a post.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useState } from 'react';
import type { Setting } from '../../data/resources/settings.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { formatWith, type LocalTime, localTimeOf } from './format-date.ts';

interface Props {
  readonly setting: Setting;
  readonly value: unknown;
  readonly values: Readonly<Record<string, unknown>>;
}

const previewed: readonly Setting['control'][] = ['timezone', 'date-format', 'time-format', 'permalink'];

/** The preview. Renders nothing for settings without one, and for invalid values. */
export function Preview(props: Props) {
  const { setting, value } = props;
  return previewed.includes(setting.control) && typeof value === 'string' ? (
    <TimePreview {...props} value={value} />
  ) : null;
}

function TimePreview({ setting: { control }, value, values }: Props & { readonly value: string }) {
  const { site } = useBootstrap();
  const now = useNow();
  const time = localTimeOf(String(values.timezone ?? site.timezone), now);
  const text = time && previewOf(control, value, time, site.home);
  return text === undefined ? null : <strong className="preview">{text}</strong>;
}

function previewOf(control: Setting['control'], value: string, time: LocalTime, home: string): string | undefined {
  if (control === 'timezone')
    // translators: %s: a time, such as "2026-01-31 12:00".
    return sprintf(__('Local time: %s'), formatWith('Y-m-d H:i', time));
  if (control === 'date-format' || control === 'time-format')
    // translators: %s: a date or a time.
    return sprintf(__('Preview: %s'), formatWith(value, time));
  if (control === 'permalink')
    // translators: %s: a URL.
    return sprintf(__('Preview: %s'), home + fillStructure(value, time));
  return undefined;
}

/** Returns the path of a post that is published now, with an example of a title and an ID. */
function fillStructure(structure: string, time: LocalTime): string {
  const formats: Readonly<Record<string, string>> = {
    ...{ year: 'Y', monthnum: 'm', day: 'd', hour: 'H', minute: 'i', second: 's' },
  };
  const examples: Readonly<Record<string, string>> = { postname: 'example-post', post_id: '123' };
  return structure.replace(/%(\w+)%/g, (tag, name: string) => {
    const format = formats[name];
    return format === undefined ? (examples[name] ?? tag) : formatWith(format, time);
  });
}

/** Returns the current time, in milliseconds since 1970, which changes every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
