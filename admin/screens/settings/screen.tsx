// The settings: groups of the site and of extensions, and the configuration, which only operators can change.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import { type SettingGroup, settingGroupsQuery } from '../../data/resources/settings.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { Configuration } from './configuration.tsx';
import { Group } from './group.tsx';

/** The name of the group with the configuration. No extension has it, because its names have no capital letters. */
const configuration = 'Configuration';

/** The screen: the URL contains the group. */
export default function SettingsScreen({ parameters }: ScreenProps) {
  const { data: groups, error, refetch } = useQuery(settingGroupsQuery);
  if (error && !groups) return <Failure error={error} retry={() => void refetch()} />;
  if (!groups) return <Loading label={__('Loading…')} />;
  const name = parameters.group ?? groups[0]?.name;
  const group = groups.find((each) => each.name === name);
  return (
    <>
      <h1>{__('Settings')}</h1>
      <Groups groups={groups} current={name} />
      {group ? (
        <Group key={group.name} group={group} />
      ) : name === configuration ? (
        <Configuration />
      ) : (
        <p className="quiet">{__('There is no group of settings at this URL. Choose one above.')}</p>
      )}
    </>
  );
}

interface GroupsProps {
  readonly groups: readonly SettingGroup[];
  readonly current: string | undefined;
}

function Groups({ groups, current }: GroupsProps) {
  const links = [
    ...groups.map(({ name, title }) => ({ name, title })),
    { name: configuration, title: __('Configuration') },
  ];
  return (
    <nav className="tabs" aria-label={__('Groups of settings')}>
      <ul>
        {links.map(({ name, title }) => (
          <li key={name}>
            <Link href={paths.settings(name)} aria-current={name === current ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
