// A receipt with everything that it proves.
import { __, sprintf } from '@wordpress/i18n';
import type { ConsentText, Receipt } from '../../data/resources/consent.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { describeCategories, nameOfReceipt, textLabels, textOfReceipt } from './columns.tsx';

interface Props {
  readonly receipt: Receipt;
  readonly consent: ConsentText;
  readonly close: () => void;
}

/** A dialog with a receipt. What was not accepted is known only for the current categories. */
export function Details({ receipt, consent, close }: Props) {
  const { categories, given, version, visitor, receipt: id } = receipt;
  const text = textOfReceipt(receipt, consent);
  const rejected = consent.categories.map(({ name }) => name).filter((name) => !categories.includes(name));
  const rows: readonly (readonly [label: string, value: string])[] = [
    [__('Accepted'), describeCategories(categories, consent)],
    ...(text === 'current' && rejected.length > 0
      ? [[__('Not accepted'), describeCategories(rejected, consent)] as const]
      : []),
    /* translators: 1: Current or Earlier, 2: version of a text. */
    [__('Text for visitors'), sprintf(__('%1$s, version %2$s'), textLabels()[text], version)],
    [__('Time in GMT'), given],
    [__('Receipt'), id],
    [__('Visitor'), visitor],
  ];
  return (
    <FormDialog title={nameOfReceipt(receipt)} close={close}>
      <dl className="receipt">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
}
