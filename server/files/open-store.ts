// The store that is configured: a folder, or a bucket.
import { openDiskStore } from './disk-store.ts';
import { type FileStore, StoreUnavailable } from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the store of files: a folder, or `s3://BUCKET/PREFIX?endpoint=…&region=…` with the keys that the environment names as
 * other programs do (`AWS_ACCESS_KEY_ID` …). `workplace`: a folder for what is on its way to a bucket. Throws StoreUnavailable.
 */
export async function openStore(place: string, workplace: string, env: Environment): Promise<FileStore> {
  if (!place.startsWith('s3://')) return openDiskStore(place);
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(bucketOf(place, env), workplace);
}

function bucketOf(place: string, env: Environment) {
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (!url?.hostname) throw new StoreUnavailable(`${place.split('?', 1)[0]} names no bucket`);
  const region = url.searchParams.get('region') ?? env.AWS_REGION ?? 'us-east-1';
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  if (accessKeyId === '' || secretAccessKey === '')
    throw new StoreUnavailable('a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment');
  const below = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    endpoint: (url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    bucket: url.hostname,
    prefix: below === '' ? '' : `${below}/`,
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN,
  };
}
