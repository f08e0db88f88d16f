// octavo generate: creates synthetic content for benchmarks.
import progress from 'cli-progress';
import { dataConfig, readAdminPassword } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { GenerateError, generateSite } from '../generate/generate-site.ts';
import { initializeSite } from '../initialize-site.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { administratorLines } from './first-start-line.ts';
import { withService } from './open-service.ts';
import { takeOption } from './take-option.ts';

export const generate: Command = {
  help: [
    'octavo generate --posts N [--seed S] [OPTIONS]',
    '',
    'Creates 50 categories, 500 tags, 20 authors and N posts with dates in a period of 15 years. The same N',
    'and S create the same site. The word zyzzyva occurs in exactly ten posts. After an interruption, run the command',
    'again to resume.',
    '',
    'A new site gets an administrator. OCTAVO_ADMIN_PASSWORD sets the password; otherwise one is generated and printed once.',
    '',
    optionLine('posts N', 'number of posts, at least 10'),
    optionLine('seed S', 'an integer (default: 1)'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: posts, rest: others } = takeOption(args, 'posts');
    const { value: seed, rest: shared } = takeOption(others, 'seed');
    const { config, rest } = dataConfig(shared, env);
    if (rest.length > 0)
      throw new UsageError(`Unexpected argument ${JSON.stringify(rest[0])}; run octavo generate --help for the usage.`);
    const recipe = { posts: integerOption('posts', posts), seed: integerOption('seed', seed ?? '1') };
    const adminPassword = readAdminPassword(env);
    await withService(config, async (service, database) => {
      const first = await initializeSite(service, database, adminPassword);
      for (const line of administratorLines(first)) console.log(line);
      const bar = createProgressBar(recipe.posts);
      const startedAt = performance.now();
      const postCount = await generateSite({ service, database, recipe, onPosts: bar.update })
        .catch(rethrow)
        .finally(bar.stop);
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(`Created ${postCount} posts in ${seconds.toFixed(1)} s.`);
    });
    return 0;
  },
};

function integerOption(name: string, text: string | undefined): number {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandError(
    `The option --${name} must be an integer${text === undefined ? '' : `, not ${JSON.stringify(text)}`}.`,
  );
}

function rethrow(error: unknown): never {
  throw error instanceof GenerateError ? new CommandError(error.message) : error;
}

/** Returns a progress bar. It prints nothing when standard error is not a terminal. */
function createProgressBar(posts: number): { update: (postCount: number) => void; stop: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new progress.SingleBar(
    { format: '{bar} {percentage}% | {value} posts | {eta_formatted}', hideCursor: true, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(posts, 0);
  return { update: (postCount) => bar.update(postCount), stop: () => bar.stop() };
}
