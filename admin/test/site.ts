// A site whose admin is tested in a real browser, with a service in the process of the tests.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser, skip } from '../../test/browser.ts';
import { type InProcessService, type ServiceResponse, startInProcess } from '../../test/service-in-process.ts';
import { SiteInBrowser } from './site-in-browser.ts';
import { stepTimeoutMs, waitFor } from './wait.ts';

/** Password of the users that tests create. */
const userPassword = 'a long password';

/** Options of a site. */
export interface SiteOptions {
  /** Environment variables that configure the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Writes files to the data folder before the service starts. */
  readonly prepare?: (data: string) => Promise<unknown>;
}

/** Returns a function that writes the declarations of a site, an object or its code, to its octavo.config.ts. */
export const writeConfig =
  (config: object | string) =>
  (data: string): Promise<void> => {
    const code = typeof config === 'string' ? config : JSON.stringify(config);
    return writeFile(path.join(data, 'octavo.config.ts'), `export default ${code};`);
  };

/** A new site with its service, a browser, the administrator `admin` and the editor `eva`. */
export class Site extends SiteInBrowser {
  #service: InProcessService;
  readonly #env: Readonly<Record<string, string>>;
  readonly #passwords: Map<string, string>;

  private constructor(service: InProcessService, browser: Browser, env: Readonly<Record<string, string>>) {
    const passwords = new Map([['admin', service.accountPassword]]);
    super(browser, service.origin, passwords);
    this.#service = service;
    this.#env = env;
    this.#passwords = passwords;
  }

  /** Starts a service and a browser. `folder` is where the data folder is created. */
  static async start({ env = {}, prepare }: SiteOptions = {}, folder: string = tmpdir()): Promise<Site> {
    const data = await mkdtemp(path.join(folder, 'octavo-admin-'));
    await prepare?.(data);
    const service = repeatWhileBusy(await startInProcess({ data, env }));
    const browser = await launchBrowser();
    const site = new Site(service, browser, env);
    await site.createUser('eva', 'editor');
    return site;
  }

  /** The service; another one after it was started again. */
  get service(): InProcessService {
    return this.#service;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#service.close();
    await rm(this.#service.data, { recursive: true, force: true });
  }

  /** Stops the service, and returns a function that starts it again with the same data and the same port. */
  async stopService(): Promise<() => Promise<void>> {
    const { data, origin } = this.#service;
    await this.#service.close();
    return async () => {
      const port = Number(new URL(origin).port);
      this.#service = repeatWhileBusy(await startInProcess({ data, env: this.#env, port }));
    };
  }

  /** Creates a user with a role, whose name is the username with a capital letter. */
  async createUser(username: string, role: string): Promise<void> {
    const name = `${username.charAt(0).toUpperCase()}${username.slice(1)}`;
    const { status } = await this.service.request('POST', '/cms/v2/users', {
      ...{ username, name, email: `${username}@site.test`, password: userPassword, roles: [role] },
    });
    assert.equal(status, 201);
    this.#passwords.set(username, userPassword);
  }

  /** Creates an entry through the API, and returns its ID. `base` is the REST base of its type. */
  async create(entry: object, base = 'posts'): Promise<number> {
    const { status, body } = await this.service.request('POST', `/cms/v2/${base}`, entry);
    assert.equal(status, 201);
    return body.id;
  }

  /** Uploads an image through the API, and returns its ID. */
  async upload(name: string): Promise<number> {
    const response = await fetch(`${this.service.rest}/cms/v2/media`, {
      method: 'POST',
      headers: {
        authorization: this.service.authorization,
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: new Uint8Array(await pngOf('#1f5fbf')),
    });
    assert.equal(response.status, 201);
    const { body } = await this.service.request('GET', '/cms/v2/media?orderby=id&per_page=1');
    return body[0].id;
  }

  /** Returns an entry with its raw texts. */
  async read(id: number, base = 'posts') {
    return (await this.service.request('GET', `/cms/v2/${base}/${id}?context=edit`)).body;
  }

  /** Returns the number of locks of an entry. */
  async countLocks(id: number): Promise<number> {
    return (await this.service.request('GET', `/octavo/v1/locks?entries=${id}`)).body.length;
  }

  /** Leaves the only page with an entry in the editor, and waits until the entry is no longer locked. A browser that ends might not release it. */
  async leave(page: Page, id: number): Promise<void> {
    await page.goto('about:blank');
    await waitFor(() => this.countLocks(id), 0, 'The entry is still locked.');
  }

  /** Waits until an entry has this content. */
  waitForContent(id: number, content: string, base = 'posts'): Promise<void> {
    return waitFor(async () => (await this.read(id, base)).content.raw, content, 'The change was not saved.');
  }

  /** Waits until an entry has this status. */
  waitForStatus(id: number, status: string): Promise<void> {
    return waitFor(async () => (await this.read(id)).status, status, 'The change was not saved.');
  }
}

/**
 * Returns a service whose own requests are repeated while it is too busy to execute them: browsers use most of the CPU time, and the service
 * rejects searches then.
 */
function repeatWhileBusy(service: InProcessService): InProcessService {
  const repeat = async (send: () => Promise<ServiceResponse>): Promise<ServiceResponse> => {
    for (const endsAt = performance.now() + stepTimeoutMs; ; await pause(500)) {
      const response = await send();
      const isBusy = response.status === 503 && response.body?.code === 'rest_storage_busy';
      if (!isBusy || performance.now() > endsAt) return response;
    }
  };
  return {
    ...service,
    request: (method, path, json) => repeat(() => service.request(method, path, json)),
    read: (path) => repeat(() => service.read(path)),
  };
}

/** Returns a PNG image with one color. */
export const pngOf = (background: string, width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Returns the markup of a paragraph, as the editor serializes it. */
export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Declares tests of a site, which they share. It is started before the first of them. */
export function describeSite(name: string, define: (site: () => Site) => void, options: SiteOptions = {}): void {
  describe(name, { skip, timeout: 15 * stepTimeoutMs }, () => {
    let site: Site | undefined;
    before(async () => {
      site = await Site.start(options);
    });
    afterEach(({ name: test }) => site?.closeContexts(`failed-${test.replaceAll(/\W+/g, '-')}`));
    after(() => site?.close());
    define(() => site ?? assert.fail('The site is not started.'));
  });
}
