// Reads the results of the site health tests, and the sizes of what the site stores.
import { serviceText } from '../../ui/service-text.ts';
import { textOf } from '../../ui/text-of.ts';
import { send } from '../client.ts';

/** The tests, in the order in which they are displayed. */
export const healthTests = [
  ...(['storage', 'disk-space', 'file-store', 'background-jobs', 'mail'] as const),
  ...(['loopback-requests', 'https-status', 'page-cache', 'clock'] as const),
] as const;

/** The name of a test. */
export type HealthTest = (typeof healthTests)[number];

/** Tests that are quick and of interest to everyone who may see the health of the site. */
export const quickTests: readonly HealthTest[] = ['storage', 'disk-space', 'background-jobs', 'mail'];

/** The result of a site health test. */
export interface HealthResult {
  readonly test: string;
  readonly label: string;
  readonly status: 'good' | 'recommended' | 'critical';
  /** The details, as text. */
  readonly description: string;
  /** The suggested fix, as text; empty if there is nothing to do. */
  readonly actions: string;
}

/** Runs a test. Its texts are in the language of the admin. Throws ApiError. */
export async function runHealthTest(test: HealthTest, signal?: AbortSignal): Promise<HealthResult> {
  const { data } = await send<HealthResult>(`/wp-site-health/v1/tests/${test}`, { ...(signal && { signal }) });
  const [label, description, actions] = [data.label, data.description, data.actions].map((html) =>
    serviceText(textOf(html)),
  );
  return { ...data, label: label ?? '', description: description ?? '', actions: actions ?? '' };
}

/** The size of a part of the site, as text; empty if it could not be determined in time. */
interface PartSize {
  readonly size: string;
}

/** The sizes of the parts of the site. */
export type SiteSizes = Readonly<
  Record<'data_size' | 'database_size' | 'uploads_size' | 'theme_size' | 'total_size', PartSize>
>;

/** Reads the sizes of the parts of the site. Throws ApiError. */
export const readSizes = async (signal?: AbortSignal): Promise<SiteSizes> =>
  (await send<SiteSizes>('/wp-site-health/v1/directory-sizes', { ...(signal && { signal }) })).data;
