// octavo generate: creates synthetic content for benchmarks.
import { makeDataConfig, readAdminPassword } from '../config/config.ts';
import { GenerateError, generateSite } from '../generate/generate-site.ts';
import { initializeSite } from '../initialize-site.ts';
import { type Command, CommandError } from './command.ts';
import { administratorLines, presentAdministrator } from './first-start-line.ts';
import { type Work, withService } from './open-service.ts';
import { showProgressBar } from './progress-bar.ts';

export const generate: Command = {
  description: [
    'Creates 50 categories, 500 tags, 20 authors and N posts with dates in a period of 15 years. The same N',
    'and S create the same site. The word zyzzyva occurs in exactly ten posts. After an interruption, run the command',
    'again to resume.',
    '',
    'A new site gets an administrator. OCTAVO_ADMIN_PASSWORD sets the password; otherwise one is generated and printed once.',
  ],
  async run({ options, env, output }) {
    const { posts, seed = '1' } = options.values;
    const config = makeDataConfig(options);
    const recipe = { posts: integerOption('posts', posts), seed: integerOption('seed', seed) };
    const adminPassword = readAdminPassword(env);
    const work: Work<void> = async (service, database) => {
      const first = await initializeSite(service, database, adminPassword);
      output.write({ administrator: presentAdministrator(first) }, ...administratorLines(first));
      const bar = await showProgressBar(output, recipe.posts, ' | {value} posts');
      const startedAt = performance.now();
      const onPosts = (postCount: number) => bar.update(postCount);
      const postCount = await generateSite({ service, database, recipe, onPosts })
        .catch(rethrow)
        .finally(() => bar.stop());
      const seconds = (performance.now() - startedAt) / 1000;
      output.write({ posts: postCount, seconds }, `Created ${postCount} posts in ${seconds.toFixed(1)} s.`);
    };
    await withService(config, work, { siteOptions: { isBulk: true } });
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
