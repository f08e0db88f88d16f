// Compares the contents of a backup with those of the site.
import { __ } from '@wordpress/i18n';
import type { Comparison } from '../../data/resources/backups.ts';
import { kindLabels } from './describe.ts';

/** A table with a row for each kind of records. */
export function ComparisonTable({ comparison: { backup, site } }: { readonly comparison: Comparison }) {
  return (
    <table className="comparison">
      <thead>
        <tr>
          <td />
          <th scope="col">{__('Backup')}</th>
          <th scope="col">{__('Now')}</th>
        </tr>
      </thead>
      <tbody>
        {kindLabels().map(([kind, label]) => (
          <tr key={kind}>
            <th scope="row">{label}</th>
            <td>{backup.contents?.[kind] ?? __('Unknown')}</td>
            <td>{site.contents[kind]}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{__('Version')}</th>
          <td>{backup.version}</td>
          <td>{site.version}</td>
        </tr>
      </tbody>
    </table>
  );
}
