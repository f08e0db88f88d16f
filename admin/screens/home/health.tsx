// A section of the home screen with the health of the site.

import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import { quickTests, runHealthTest } from '../../data/resources/health.ts';
import { paths } from '../../ui/paths.ts';
import { Card } from './card.tsx';

/** The results of the site health tests that are not good. */
export function Health() {
  const { data, error } = useQuery({
    queryKey: ['health', 'quick'],
    queryFn: ({ signal }) => Promise.all(quickTests.map((test) => runHealthTest(test, signal))),
  });
  const problems = data?.filter(({ status }) => status !== 'good') ?? [];
  return (
    <Card title={__('Site health')} error={error} isLoading={!data}>
      {problems.length === 0 ? (
        <p className="quiet">{__('All tests of the site passed.')}</p>
      ) : (
        <ul className="items">
          {problems.map(({ test, label, status }) => (
            <li key={test}>
              <span>{label}</span>
              <span className={status === 'critical' ? 'error' : 'quiet'}>
                {status === 'critical' ? __('Critical') : __('Recommended')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link href={paths.health}>{__('All tests')}</Link>
      </p>
    </Card>
  );
}
