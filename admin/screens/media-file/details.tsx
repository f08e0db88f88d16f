// The properties of a file that cannot be changed.
import { __ } from '@wordpress/i18n';
import type { MediaItem } from '../../data/resources/media.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatDate } from '../../ui/format-date.ts';
import { nameOfMediaType } from '../../ui/media-type.ts';
import { useCopy } from '../../ui/use-copy.ts';

/** A section with the name, URL, type, size, date and author of a file. */
export function Details({ item }: { readonly item: MediaItem }) {
  const copy = useCopy();
  const { width, height } = item.media_details;
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    [__('File name'), item.filename],
    [__('Type'), `${nameOfMediaType(item.mime_type)} (${item.mime_type})`],
    [__('Size'), item.filesize === null ? undefined : formatBytes(item.filesize)],
    /* translators: dimensions of an image. */
    [__('Dimensions'), width && height ? `${width} × ${height}` : undefined],
    [__('Uploaded'), formatDate(item.date)],
    [__('Modified'), formatDate(item.modified)],
    [__('Author'), item._embedded?.author?.[0]?.name],
  ];
  return (
    <section className="card">
      <h2>{__('File')}</h2>
      <dl className="details">
        {rows.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="file-url">
        <label htmlFor="file-url">{__('URL')}</label>
        <input id="file-url" type="text" readOnly value={item.source_url} onFocus={({ target }) => target.select()} />
        <button type="button" className="button" onClick={() => void copy(item.source_url, __('The URL was copied.'))}>
          {__('Copy URL')}
        </button>
      </p>
    </section>
  );
}
