// A group of settings as a form. Only changed settings are sent, with the version that the form is based on.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useRef } from 'react';
import { ApiError } from '../../data/client.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import {
  changeSettings,
  readSettings,
  type Setting,
  type SettingGroup,
  type SettingsRecord,
  siteSettingsPath,
} from '../../data/resources/settings.ts';
import { Failure } from '../../ui/failure.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { findError } from './find-error.ts';
import { FixedSetting } from './fixed-setting.tsx';
import { SettingField } from './setting-field.tsx';

interface Props {
  readonly group: SettingGroup;
}

/** The group with its title, and the form when the values are read. */
export function Group({ group }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['settings', group.path],
    queryFn: () => readSettings(group.path),
  });
  return (
    <section aria-labelledby="group-title">
      <h2 id="group-title">{group.title}</h2>
      {group.description !== '' && <p className="quiet">{group.description}</p>}
      {data ? (
        <GroupForm group={group} record={data} />
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Loading label={__('Loading…')} />
      )}
    </section>
  );
}

type Values = Record<string, unknown>;

function GroupForm({ group, record }: Props & { readonly record: SettingsRecord }) {
  const changeable = group.settings.filter(({ option }) => option === null);
  const save = useSave(group, record);
  const form = useForm<Values>({
    name: `settings-${group.name}`,
    record: Object.fromEntries(changeable.map(({ name }) => [name, record.values[name] ?? null])),
    save: async (changes, values) => {
      if (changeable.some((setting) => name(setting) in changes && findError(setting, values[setting.name])))
        throw new Error(__('Correct the marked settings, then save again.'));
      await save(changes);
    },
  });
  const notify = useNotices();
  return (
    <FormFrame
      form={form}
      validatesValues
      onSaved={() => notify({ kind: 'success', text: __('The settings are saved.') })}
    >
      {group.settings.map((setting) =>
        setting.option !== null ? (
          <FixedSetting
            key={setting.name}
            setting={setting}
            option={setting.option}
            value={record.values[setting.name]}
          />
        ) : (
          <SettingField
            key={setting.name}
            setting={setting}
            value={form.values[setting.name]}
            values={form.values}
            error={findError(setting, form.values[setting.name]) ?? withLabel(setting, form.errorOf(setting.name))}
            onChange={(value) => form.change({ [setting.name]: value })}
          />
        ),
      )}
    </FormFrame>
  );
}

const name = (setting: Setting): string => setting.name;

/** Returns a message of the API, which begins with the name of a setting, with the label instead. */
const withLabel = ({ name, label }: Setting, message: string | undefined): string | undefined =>
  message?.startsWith(`${name} `) ? `${label} ${message.slice(name.length + 1)}` : message;

/** Returns a function that saves changes and updates what depends on them. Throws an error with a text for the user. */
function useSave(group: SettingGroup, record: SettingsRecord) {
  const queries = useQueryClient();
  // The version that the user's changes are based on: that of the record when the form was displayed, or of the last own change.
  const etag = useRef(record.etag);
  return async (changes: Values): Promise<void> => {
    try {
      const saved = await changeSettings(group.path, changes, etag.current);
      etag.current = saved.etag;
      queries.setQueryData(['settings', group.path], saved);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        const current = await readSettings(group.path);
        etag.current = current.etag;
        queries.setQueryData(['settings', group.path], current);
        throw new Error(
          __(
            'The settings were changed meanwhile. Check the values, which are now the current ones except for yours, then save again.',
          ),
        );
      }
      throw hasParams(error) ? new ApiError(error.code, error.status, correctMessage(), error.data) : error;
    }
    // The title and the formats of dates are part of the data of every screen.
    if (group.path === siteSettingsPath) void queries.invalidateQueries({ queryKey: ['bootstrap'] });
  };
}

const hasParams = (error: unknown): error is ApiError => error instanceof ApiError && 'params' in error.data;
const correctMessage = () => __('Some settings were not accepted, and none was saved. Correct them, then save again.');
