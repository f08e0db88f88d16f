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
import { changedValue, changeOfValue, requestOfChange } from '../../ui/fields/object-changes.ts';
import { withoutSecrets } from '../../ui/fields/secrets.ts';
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
  const stored = record.values;
  const form = useForm<Values>({
    name: `settings-${group.name}`,
    record: Object.fromEntries(changeable.map(({ name }) => [name, stored[name] ?? null])),
    secrets: changeable.filter(({ schema }) => schema.writeOnly).map(name),
    toStored: (field, change) => withoutSecrets(schemaOf(group, field), change),
    parts: {
      changeOf: (field, ...values) => changeOfValue(schemaOf(group, field), ...values),
      applyChange: (field, ...values) => changedValue(schemaOf(group, field), ...values),
    },
    save: async (changes, values) => {
      const isInvalid = (setting: Setting) =>
        // A secret can have an error although it is unchanged, because something else was changed.
        (name(setting) in changes || setting.schema.writeOnly) &&
        findError(setting, { settings: changeable, values, stored }) !== undefined;
      if (changeable.some(isInvalid)) throw new Error(__('Correct the marked settings, then save again.'));
      await save(toRequest(group, changes, stored));
    },
  });
  const notify = useNotices();
  const { values } = form;
  return (
    <FormFrame
      form={form}
      validatesValues
      onSaved={() => notify({ kind: 'success', text: __('The settings are saved.') })}
    >
      {group.settings.map((setting) => {
        if (setting.option !== null)
          return (
            <FixedSetting key={setting.name} setting={setting} option={setting.option} value={stored[setting.name]} />
          );
        const rejection = withLabel(setting, form.errorOf(setting.name));
        return (
          <SettingField
            key={setting.name}
            {...{ setting, values, stored, rejection }}
            settings={changeable}
            value={values[setting.name]}
            error={findError(setting, { settings: changeable, values, stored }) ?? rejection}
            onChange={(value) => form.change({ [setting.name]: value })}
          />
        );
      })}
    </FormFrame>
  );
}

const schemaOf = ({ settings }: SettingGroup, name: string): Setting['schema'] =>
  settings.find((setting) => setting.name === name)?.schema ?? {};

/** Returns the changes as a request contains them: of objects, only the changed properties, because others may have changed the rest. */
const toRequest = (group: SettingGroup, changes: Values, stored: SettingsRecord['values']): Values =>
  Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      requestOfChange(schemaOf(group, name), stored[name], change),
    ]),
  );

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
