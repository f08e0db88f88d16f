// A field for one record, such as a page: the user searches the records, so that it does not matter how many there are.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useId, useRef, useState } from 'react';
import { countText } from '../count-text.ts';
import { useDebounced } from '../use-debounced.ts';
import { type FieldProps, Labelled } from './labelled.tsx';

/** A record to choose. */
interface Option {
  readonly id: number;
  readonly label: string;
  readonly image?: string | undefined;
}

/** A source of records. */
interface Source {
  /** Identifies the source in caches. */
  readonly key: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  readonly find: (id: number, signal: AbortSignal) => Promise<Option | undefined>;
}

interface Props extends FieldProps {
  /** The ID of the record; 0 for none. */
  readonly value: number;
  readonly onChange: (id: number) => void;
  readonly source: Source;
  /** Whether no record is a valid value. */
  readonly isOptional: boolean;
  /** The text for no record. */
  readonly none?: string;
}

/** Time between the last key press and the search, in milliseconds. */
const delayMs = 250;

/** A field that shows the chosen record, with buttons to choose another one and to remove it. */
export function RecordField({ value, onChange, source, isOptional, none = __('None'), ...field }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Labelled {...field}>
      {(control) => (
        <div className="record-field">
          <p className="chosen">
            <Chosen {...{ source, none }} id={value} />
            <button
              {...control}
              ref={button}
              type="button"
              className="button"
              aria-expanded={isOpen}
              /* translators: %s: name of a field, such as "Front page". */
              aria-label={sprintf(__('Choose: %s'), field.label)}
              onClick={() => setOpen(!isOpen)}
            >
              {__('Choose')}
            </button>
            {isOptional && value !== 0 && (
              <button
                type="button"
                className="button plain"
                disabled={control.disabled}
                /* translators: %s: name of a field, such as "Front page". */
                aria-label={sprintf(__('Remove: %s'), field.label)}
                onClick={() => {
                  onChange(0);
                  close();
                }}
              >
                {__('Remove')}
              </button>
            )}
          </p>
          {isOpen && (
            <Search
              source={source}
              label={field.label}
              choose={({ id }) => {
                onChange(id);
                close();
              }}
              close={close}
            />
          )}
        </div>
      )}
    </Labelled>
  );
}

function Chosen({ source, id, none }: Pick<Props, 'source'> & { readonly id: number; readonly none: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['record-options', source.key, id],
    queryFn: async ({ signal }) => (await source.find(id, signal)) ?? null,
    enabled: id !== 0,
  });
  if (id === 0) return <span className="quiet">{none}</span>;
  if (isPending) return <span className="quiet">{__('Loading…')}</span>;
  // translators: %d: ID of a record.
  if (!data) return <span>{sprintf(__('ID %d, which does not exist or is not published'), id)}</span>;
  return (
    <span className="record">
      <OptionImage option={data} />
      {data.label}
    </span>
  );
}

const OptionImage = ({ option: { image } }: { readonly option: Option }) =>
  image === undefined ? null : <img src={image} alt="" width={40} height={40} />;

interface SearchProps {
  readonly source: Source;
  readonly label: string;
  readonly choose: (option: Option) => void;
  readonly close: () => void;
}

function Search({ source, label, choose, close }: SearchProps) {
  const [search, setSearch] = useState('');
  const text = useDebounced(search.trim(), delayMs);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { data, error } = useQuery({
    queryKey: ['record-options', source.key, 'search', text],
    queryFn: ({ signal }) => source.search(text, signal),
    placeholderData: keepPreviousData,
  });
  useEffect(() => input.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Escape key closes the search wherever the focus is in it.
    <div
      className="record-search"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {/* translators: %s: name of a field, such as "Front page". */}
        {sprintf(__('Search: %s'), label)}
      </label>
      <input
        {...{ id, ref: input, value: search }}
        type="search"
        placeholder={__('Search')}
        onChange={({ target }) => setSearch(target.value)}
        // The form must not be submitted.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p role="status" className={data?.length === 0 ? 'quiet' : 'visually-hidden'}>
        {data && countText(data.length)}
      </p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <ul>
        {data?.map((option) => (
          <li key={option.id}>
            <button type="button" onClick={() => choose(option)}>
              <OptionImage option={option} />
              {option.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
