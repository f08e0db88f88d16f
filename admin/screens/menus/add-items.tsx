// Adds items to a menu: entries and terms that the user finds by searching, and links.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { type FormEvent, useState } from 'react';
import type { Row } from '../../data/menus/menu-tree.ts';
import { type ItemTarget, type LinkTarget, searchTargets } from '../../data/resources/menus.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { countText } from '../../ui/count-text.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

interface Props {
  /** Adds a row at the end of the menu. */
  readonly add: (row: Row, label: string) => void;
}

/** Time between the last key press and the search, in milliseconds. */
const delayMs = 250;

/** The search and the form for links. */
export function AddItems({ add }: Props) {
  return (
    <>
      <SearchTargets add={add} />
      <AddLink add={add} />
    </>
  );
}

/** Returns a new row. Its key differs from those of all other rows, also of rows that were restored. */
const newRow = (more: Omit<Row, 'key' | 'id' | 'depth'>): Row => ({
  ...{ key: `new-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`, id: 0, depth: 0 },
  ...more,
});

function SearchTargets({ add }: Props) {
  const [search, setSearch] = useState('');
  const text = useDebounced(search.trim(), delayMs);
  const nameOf = useObjectNames();
  const { data, error } = useQuery({
    queryKey: ['menu-targets', text],
    queryFn: ({ signal }) => searchTargets(text, signal),
    placeholderData: keepPreviousData,
  });
  const addTarget = ({ type, object, object_id, title }: LinkTarget) =>
    add(
      newRow({
        edits: { title: '' },
        targetTitle: title,
        target: { type, object, object_id, type_label: nameOf(object) },
      }),
      title,
    );
  return (
    <div className="card">
      <TextField label={__('Search pages, posts, categories …')} type="search" value={search} onChange={setSearch} />
      <p role="status" className={data?.length === 0 ? 'quiet' : 'visually-hidden'}>
        {data && countText(data.length)}
      </p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <ul className="targets">
        {data?.map((found) => (
          <li key={`${found.type}-${found.object_id}`}>
            <span>
              {found.title} <span className="quiet">{nameOf(found.object)}</span>
            </span>
            <button
              type="button"
              className="button"
              /* translators: %s: title of a page, a post or a category. */
              aria-label={sprintf(__('Add %s'), found.title)}
              onClick={() => addTarget(found)}
            >
              {__('Add')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns a function that returns the name of a content type or taxonomy: its identifier if the user may not edit it. */
function useObjectNames(): (object: string) => string {
  const { types, taxonomies } = useBootstrap();
  return (object) => {
    const found = [...types, ...taxonomies].find(({ slug }) => slug === object);
    return found?.labels.singular_name || found?.name || object;
  };
}

const customTarget: ItemTarget = { type: 'custom', object: 'custom', object_id: 0, type_label: '' };

function AddLink({ add }: Props) {
  const [url, setUrl] = useState('');
  const [label, setLabel] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (url.trim() === '' || label.trim() === '') return;
    add(newRow({ edits: { title: label.trim(), url: url.trim() }, target: customTarget }), label.trim());
    setUrl('');
    setLabel('');
    setSubmitted(false);
  };
  const errorOf = (value: string, message: string) => (isSubmitted && value.trim() === '' ? message : undefined);
  return (
    <form className="card" noValidate onSubmit={submit}>
      <h3>{__('Link')}</h3>
      <TextField
        label={__('URL of the link')}
        value={url}
        error={errorOf(url, __('Enter a URL, such as https://example.org or /contact/.'))}
        onChange={setUrl}
      />
      <TextField
        label={__('Label of the link')}
        value={label}
        error={errorOf(label, __('Enter a label.'))}
        onChange={setLabel}
      />
      <p className="buttons">
        <button type="submit" className="button">
          {__('Add link')}
        </button>
      </p>
    </form>
  );
}
