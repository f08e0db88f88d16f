// A panel of the sidebar with the meta fields of the entry.
import { DataForm, type FormValidity, useFormValidity } from '@wordpress/dataviews';
import { PluginDocumentSettingPanel } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import { useEffect, useMemo, useState } from 'react';
import { lockSaving, useMeta } from '../../../data/editor/meta.ts';
import type { FieldSchemas } from '../../../data/resources/schemas.ts';
import { summaryOfErrors } from './field-of-schema.ts';
import { metaFormOf, metaNameOf } from './meta-form.tsx';

interface Props {
  readonly type: string;
  readonly id: number;
  readonly schemas: FieldSchemas;
}

/** The name of the panel, by which the editor stores whether it is open. */
export const panelName = 'fields';

/** The panel. While a changed field is invalid, the entry cannot be saved. */
export function MetaFieldsPanel({ type, id, schemas }: Props) {
  const { fields, form } = useMemo(() => metaFormOf(schemas), [schemas]);
  const { values, edit, changed, rejected } = useMeta(type, id);
  const { validity } = useFormValidity(values, fields, form);
  // The error that the user has answered by changing the field.
  const [answered, setAnswered] = useState<typeof rejected>();
  const open = rejected && rejected.message !== answered?.message ? rejected : undefined;
  const invalid = fields.filter(({ id: field }) => changed.has(metaNameOf(field)) && errorIn(validity, field));
  const isInvalid = invalid.length > 0;
  useEffect(() => {
    lockSaving(isInvalid);
    return () => lockSaving(false);
  }, [isInvalid]);
  return (
    <PluginDocumentSettingPanel name={panelName} title={__('Fields')} className="meta-fields">
      <p role="status" className="meta-errors">
        {isInvalid ? summaryOfErrors(invalid.map(({ label, id: field }) => label ?? field)) : (open?.message ?? '')}
      </p>
      <DataForm
        data={values}
        fields={fields}
        form={form}
        validity={withRejection(validity, open)}
        onChange={(changes) => {
          setAnswered(rejected);
          edit(changes);
        }}
      />
    </PluginDocumentSettingPanel>
  );
}

/** Whether a field of the form, which may be in a group, is invalid. */
function errorIn(validity: FormValidity, field: string): boolean {
  const group = validity?.[metaNameOf(field)];
  const found = validity?.[field] ?? group?.children?.[field];
  return found?.custom?.type === 'invalid';
}

/** Adds the error of the service to the field that it is about. */
function withRejection(validity: FormValidity, rejected: ReturnType<typeof useMeta>['rejected']): FormValidity {
  if (!rejected) return validity;
  const { field, message } = rejected;
  return { ...validity, [field]: { ...validity?.[field], custom: { type: 'invalid', message } } };
}
