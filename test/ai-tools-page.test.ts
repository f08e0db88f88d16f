// Follows docs/ai-tools.md exactly: runs its commands, and connects the reference client with its configuration.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { blocksOf, commandsOf, shellOf } from './page-blocks.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const blocks = blocksOf('docs/ai-tools.md');
const commands = commandsOf(blocks);

interface Ability {
  readonly name: string;
  readonly category: string;
}

describe('docs/ai-tools.md', () => {
  let service: InProcessService;
  let rest = '';
  let shell: ReturnType<typeof shellOf>;
  let credentials = '';
  const clients: Client[] = [];

  const run = async (part: string): Promise<string> => {
    const command = commands.find((each) => each.includes(part));
    assert.ok(command, part);
    return shell.run(command);
  };

  /** Connects the reference client, with an Authorization header, to a URL that the page names. */
  const connect = async (url: string, authorization: string): Promise<Client> => {
    const client = new Client({ name: 'tests', version: '1.0.0' });
    const target = new URL(url.replace('http://127.0.0.1:8080', new URL(rest).origin));
    // The client's types conflict with the compiler option exactOptionalPropertyTypes.
    const transport = new StreamableHTTPClientTransport(target, {
      requestInit: { headers: { Authorization: authorization } },
    }) as Parameters<Client['connect']>[0];
    await client.connect(transport);
    clients.push(client);
    return client;
  };

  /** Returns the abilities from all pages of the list. */
  const listAbilities = async (): Promise<Ability[]> => {
    const all: Ability[] = [];
    for (let page = 1; ; page += 1) {
      const response = await fetch(`${rest}/cms-abilities/v1/abilities?page=${page}`, {
        headers: { authorization: `Basic ${credentials}` },
      });
      const some = (await response.json()) as Ability[];
      all.push(...some);
      if (some.length < 50) return all;
    }
  };

  before(async () => {
    service = await startInProcess();
    ({ rest } = service);
    shell = shellOf(service);
    await run('export OCTAVO_APP_PASSWORD');
    credentials = (await run('base64')).trim();
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await service.close();
  });

  it('has no commands that this test does not run, except those of clients', () => {
    assert.equal(commands.length, 3);
    const others = blocks.filter(({ isNotRun }) => isNotRun);
    assert.deepEqual(
      others.map(({ text }) => text.split(' ')[0]),
      ['claude', 'npx'],
    );
  });

  it('has a configuration with which clients get the tools of the selected categories', async () => {
    const [example] = blocks.filter(({ language }) => language === 'json');
    const { site } = JSON.parse(example?.text ?? '').mcpServers;
    assert.equal(site.type, 'http');
    const { pathname, searchParams } = new URL(site.url);
    assert.equal(pathname, '/mcp');
    const client = await connect(site.url, site.headers.Authorization.replace('CREDENTIALS', credentials));
    const categories = new Set(searchParams.get('category')?.split(','));
    const expected = (await listAbilities()).filter(({ category }) => categories.has(category));
    assert.ok(categories.size === 3 && expected.length > 10);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      expected.map(({ name }) => name.replace('/', '-')),
    );
    const { isError } = await client.callTool({ name: 'octavo-create-post', arguments: { title: 'Written' } });
    assert.equal(isError, true, 'a tool that writes is rejected, because the password is read-only');
  });

  it('has a header for clients with a command line', async () => {
    const authorization = `Basic ${credentials}`;
    for (const { text } of blocks.filter(({ isNotRun }) => isNotRun)) {
      const [, url = '', header] = /(http:\S+) --header "([^"]+)"/.exec(text) ?? [];
      assert.equal(header, 'Authorization: Basic CREDENTIALS');
      const client = await connect(url, authorization);
      assert.equal((await client.listTools()).tools.length, (await listAbilities()).length);
    }
    const client = await connect('http://127.0.0.1:8080/mcp?spelling=compatible', authorization);
    assert.match(JSON.stringify(await client.listTools()), /wp_/);
  });

  it('names every category', async () => {
    const response = await fetch(`${rest}/cms-abilities/v1/categories?per_page=100`, {
      headers: { authorization: `Basic ${credentials}` },
    });
    const [, section = ''] = /## Select tools([\s\S]*?)\n## /.exec(readFileSync('docs/ai-tools.md', 'utf8')) ?? [];
    const named = new Set([...section.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
    const slugs = ((await response.json()) as { slug: string }[]).map(({ slug }) => slug);
    const fromExtensions = (slug: string) =>
      ['age-check', 'bmgr', 'mail-smtp', 'sbc', 'forms', 'spamfilter'].includes(slug);
    assert.deepEqual(
      slugs.filter((slug) => !named.has(slug) && !fromExtensions(slug)),
      [],
    );
    assert.deepEqual(
      [...named].filter((name) => name !== undefined && !slugs.includes(name)),
      [],
    );
  });

  it('has a command that runs an ability', async () => {
    const { items, total } = JSON.parse(await run('/run?'));
    assert.deepEqual([items.length, total, Object.keys(items[0])], [1, 1, ['title']]);
  });
});
