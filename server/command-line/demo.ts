// octavo demo: fills an empty site with a small magazine.
import { commandLine } from '../audit/record-event.ts';
import { makeDataConfig, readAdminPassword } from '../config/config.ts';
import { articlePassword } from '../demo/content/articles.ts';
import { DemoError } from '../demo/empty-site.ts';
import { type DemoReport, fillWithDemo, imageCount } from '../demo/fill-with-demo.ts';
import { StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { initializeSite } from '../initialize-site.ts';
import { type Command, CommandError } from './command.ts';
import { administratorLines, presentAdministrator } from './first-start-line.ts';
import { openFiles } from './open-files.ts';
import { type Work, withService } from './open-service.ts';
import { showProgressBar } from './progress-bar.ts';

export const demo: Command = {
  description: [
    'Fills an empty site with a small magazine: articles, pages, images, categories, tags, comments, authors and a navigation,',
    'with dates in the past months. The unchanged example post and navigation of a new site are deleted. The command fails on',
    'a site with other content, and then changes nothing.',
    '',
    'The authors cannot sign in. No email and no webhook is sent.',
    '',
    'A new site gets an administrator. OCTAVO_ADMIN_PASSWORD sets the password; otherwise one is generated and printed once.',
  ],
  async run({ options, env, output }) {
    const config = makeDataConfig(options);
    const adminPassword = readAdminPassword(env);
    const files = await openFiles(config);
    const work: Work<number> = async (service, database) => {
      const first = await initializeSite(service, database, adminPassword, { withWelcomePost: false });
      output.write({ administrator: presentAdministrator(first) }, ...administratorLines(first));
      const bar = await showProgressBar(output, imageCount, ' | {value} images');
      const onImage = (count: number) => bar.update(count);
      const report = await fillWithDemo({ service, database, auditActor: commandLine, onImage })
        .catch(rethrow)
        .finally(() => bar.stop());
      const url = `${service.entries.site.urls.front}/`;
      output.write({ created: report, articlePassword, url }, ...linesOf(report, url));
      return 0;
    };
    return withService(config, work, { files });
  },
};

const linesOf = ({ posts, pages, images, comments, authors }: DemoReport, url: string): string[] => [
  `Created ${posts} posts, ${pages} pages, ${images} images, ${comments} comments and ${authors} authors, who cannot sign in.`,
  `The password of the protected post is: ${articlePassword}`,
  `The site is at ${url} while octavo serve is running.`,
];

function rethrow(error: unknown): never {
  const isOperatorError = [DemoError, StoreFullError, StoreUnavailableError].some((kind) => error instanceof kind);
  throw isOperatorError && error instanceof Error ? new CommandError(error.message, { cause: error }) : error;
}
