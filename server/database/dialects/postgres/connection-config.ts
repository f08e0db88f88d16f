import type { ClientConfig } from 'pg';

/**
 * Returns the configuration of connections to the database with a URL. `options` are command-line options for the server. They follow
 * those of the parameter `options` of the URL, or else of the environment variable PGOPTIONS, so that they take precedence. The driver
 * would use only one of the three.
 */
export function connectionConfig(url: string, options = ''): Pick<ClientConfig, 'connectionString' | 'options'> {
  const parsed = URL.parse(url);
  const ofUrl = parsed?.searchParams.getAll('options').at(-1);
  const combined = [ofUrl || process.env.PGOPTIONS, options].filter(Boolean).join(' ');
  return { connectionString: withoutOptions(url, parsed), ...(combined !== '' && { options: combined }) };
}

function withoutOptions(url: string, parsed: URL | null): string {
  if (!parsed?.searchParams.has('options')) return url;
  parsed.searchParams.delete('options');
  return parsed.href;
}
