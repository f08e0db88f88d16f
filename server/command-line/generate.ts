// octavo generate --posts N [--seed S]
import progress from 'cli-progress';
import { dataConfig, readAdminPassword } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { firstStart } from '../first-start.ts';
import { GenerateRefused, generateSite } from '../generate/generate-site.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { administratorLines } from './first-start-line.ts';
import { withService } from './open-service.ts';
import { takeOption } from './take-option.ts';

export const generate: Command = {
  help: [
    'octavo generate --posts N [--seed S] [OPTIONS]',
    '',
    'Makes 50 categories, 500 tags, 20 authors and N posts over 15 years; the same seed makes the same site. The word',
    'zyzzyva stands in exactly ten posts. Interrupted, it can be run again and goes on.',
    '',
    'A new site gets its administrator first; OCTAVO_ADMIN_PASSWORD sets the password, else it is printed once.',
    '',
    optionLine('posts N', 'how many posts, at least 10'),
    optionLine('seed S', 'a whole number (default: 1)'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: posts, others } = takeOption(args, 'posts');
    const { value: seed, others: shared } = takeOption(others, 'seed');
    const { config, rest } = dataConfig(shared, env);
    if (rest.length > 0) throw new UsageFault(`generate takes options only, not ${JSON.stringify(rest[0])}.`);
    const recipe = { posts: wholeOf('posts', posts), seed: wholeOf('seed', seed ?? '1') };
    const adminPassword = readAdminPassword(env);
    await withService(config, async (service, database) => {
      const first = await firstStart(service, database, adminPassword);
      for (const line of administratorLines(first)) console.log(line);
      const bar = barOf(recipe.posts);
      const started = performance.now();
      const made = await generateSite({ service, database, recipe, onPosts: bar.update })
        .catch(refused)
        .finally(bar.stop);
      const seconds = (performance.now() - started) / 1000;
      console.log(`Made ${made} posts in ${seconds.toFixed(1)} s.`);
    });
    return 0;
  },
};

function wholeOf(name: string, text: string | undefined): number {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandFault(
    `The option --${name} takes a whole number${text === undefined ? '' : `, not ${JSON.stringify(text)}`}.`,
  );
}

function refused(error: unknown): never {
  throw error instanceof GenerateRefused ? new CommandFault(error.message) : error;
}

/** A bar that shows how much is made; nothing where nobody looks. */
function barOf(posts: number): { update: (made: number) => void; stop: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new progress.SingleBar(
    { format: '{bar} {percentage}% | {value} posts | {eta_formatted}', hideCursor: true, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(posts, 0);
  return { update: (made) => bar.update(made), stop: () => bar.stop() };
}
