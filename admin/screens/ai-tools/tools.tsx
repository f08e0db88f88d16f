// The tools that are offered, in categories from which the user chooses.
import { __, _n, sprintf } from '@wordpress/i18n';
import { type Ability, type AbilityGroup, useAbilityGroups } from '../../data/resources/abilities.ts';
import { CheckboxField } from '../../ui/fields/choice-fields.tsx';
import { Loading } from '../../ui/loading.tsx';

interface Props {
  /** The chosen categories; all if it is empty. */
  readonly categories: readonly string[];
  readonly onChange: (categories: readonly string[]) => void;
}

/** The tools. */
export function Tools({ categories, onChange }: Props) {
  const { data, error } = useAbilityGroups();
  const select = (slug: string, isSelected: boolean) =>
    onChange(isSelected ? [...categories, slug] : categories.filter((each) => each !== slug));
  return (
    <section className="panel wide" aria-labelledby="tools">
      <h2 id="tools">{__('What is offered')}</h2>
      <p className="quiet">
        {__(
          'Choose the categories that the program needs, because each tool takes up space in the memory of an assistant. Without a choice, it gets all tools.',
        )}
      </p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {!data && !error && <Loading label={__('Loading the tools…')} />}
      <ul className="tool-groups">
        {data?.map((group) => (
          <Group
            key={group.slug}
            group={group}
            isSelected={categories.includes(group.slug)}
            select={(isSelected) => select(group.slug, isSelected)}
          />
        ))}
      </ul>
    </section>
  );
}

interface GroupProps {
  readonly group: AbilityGroup;
  readonly isSelected: boolean;
  readonly select: (isSelected: boolean) => void;
}

function Group({ group, isSelected, select }: GroupProps) {
  const { label, description, abilities } = group;
  return (
    <li>
      {/* The texts are those that programs get. */}
      <div lang="en">
        <CheckboxField label={label} help={description} value={isSelected} onChange={select} />
      </div>
      <details>
        <summary>
          {describeTools(abilities)}
          <span className="visually-hidden" lang="en">
            : {label}
          </span>
        </summary>
        <ul className="tool-list">
          {abilities.map((ability) => (
            <li key={ability.name}>
              <code>{ability.name.replace('/', '-')}</code> <span className="badge">{effectOf(ability)}</span>
              <span className="quiet block" lang="en">
                {ability.description}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function describeTools(abilities: readonly Ability[]): string {
  /* translators: %d: number of tools. */
  const total = sprintf(_n('%d tool', '%d tools', abilities.length), abilities.length);
  const changing = abilities.filter(({ meta }) => meta.annotations.readonly !== true).length;
  const effect =
    changing === 0
      ? __('only reading')
      : /* translators: %d: number of tools that change data. */ sprintf(
          _n('%d changes data', '%d change data', changing),
          changing,
        );
  /* translators: 1: number of tools, such as "5 tools", 2: their effect, such as "3 change data". */
  return sprintf(__('%1$s, %2$s'), total, effect);
}

function effectOf({ meta: { annotations } }: Ability): string {
  if (annotations.readonly) return __('reads');
  return annotations.destructive ? __('can destroy data') : __('changes data');
}
