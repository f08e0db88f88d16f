// Tests that the Dockerfile of sites has none of the common mistakes, and that each of these mistakes is found.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { environmentOf, execForm, lintDockerfile, parseDockerfile } from './dockerfile.ts';

const file = 'project-template/Dockerfile';
const good = `# A comment.
FROM node:26.1.0-slim AS build
WORKDIR /site
COPY . .
# A comment between lines.
RUN npm ci \\
  # a comment within an instruction
  && npm run build
FROM node:26.1.0-slim
ENV A=1 \\
    B="two words"
COPY --from=build --chown=0:0 /site /site
USER 1000
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s CMD ["node", "check.js"]
CMD ["node", "main.js"]
`;

describe('the Dockerfile of sites', () => {
  it('has no common mistakes', () => {
    assert.deepEqual(lintDockerfile(readFileSync(file, 'utf8')), []);
  });

  it('is stopped by SIGTERM, which the service handles', () => {
    const final = parseDockerfile(readFileSync(file, 'utf8')).at(-1);
    assert.equal(final?.instructions.find(({ name }) => name === 'STOPSIGNAL')?.text, 'SIGTERM');
  });

  it('does not copy data, secrets, packages and the history of the repository into the image', () => {
    const ignored = readFileSync('project-template/dockerignore', 'utf8').split('\n');
    for (const name of ['data', '.env', '.env.*', 'node_modules', '.git']) assert.ok(ignored.includes(name), name);
  });
});

describe('parseDockerfile', () => {
  it('returns stages and instructions without comments', () => {
    const [build, final] = parseDockerfile(good);
    assert.deepEqual(
      [build?.base, build?.alias, final?.base, final?.alias],
      ['node:26.1.0-slim', 'build', build?.base, undefined],
    );
    const [workdir, copy, run] = build?.instructions ?? [];
    assert.deepEqual([workdir?.text, copy?.text, run?.line], ['/site', '. .', 6]);
    assert.equal(run?.text.replace(/\s+/g, ' '), 'npm ci && npm run build');
    const [env, copyFrom] = final?.instructions ?? [];
    assert.deepEqual(environmentOf(env?.text ?? ''), [
      ['A', '1'],
      ['B', 'two words'],
    ]);
    assert.deepEqual(copyFrom?.flags, { from: 'build', chown: '0:0' });
    assert.deepEqual(execForm(final?.instructions.at(-1)?.text ?? ''), ['node', 'main.js']);
  });

  it('rejects text that it cannot parse', () => {
    assert.throws(() => parseDockerfile('RUN true'), /FROM is missing/);
    assert.throws(() => parseDockerfile('FROM a\nRUN <<EOF\ntrue\nEOF'), /here-documents/);
    assert.throws(() => parseDockerfile('FROM a\nRUN a \\'), /not complete/);
  });
});

describe('lintDockerfile', () => {
  it('finds nothing in a good file', () => assert.deepEqual(lintDockerfile(good), []));

  const mistakes: readonly [name: string, from: string | RegExp, to: string, expected: RegExp][] = [
    ['a base image without a version', 'node:26.1.0-slim AS', 'node AS', /^2: the version of the base image node /],
    ['the tag latest', 'FROM node:26.1.0-slim AS', 'FROM node:latest AS', /^2: the version/],
    ['a tag with only a major version', 'FROM node:26.1.0-slim AS', 'FROM node:26-slim AS', /^2: the version/],
    ['a single stage', /FROM node:26.1.0-slim\n/, '', /^2: there is only one stage/],
    ['no user', 'USER 1000\n', '', /: the container runs as root$/],
    ['the user root', 'USER 1000', 'USER root', /^13: the container runs as root$/],
    ['the user 0', 'USER 1000', 'USER 0:0', /^13: the container runs as root$/],
    [
      'a user only in the build stage',
      /WORKDIR([\s\S]*)USER 1000\n/,
      'USER 1000\nWORKDIR$1',
      /the container runs as root$/,
    ],
    ['no health check', /HEALTHCHECK.*\n/, '', /: there is no health check$/],
    ['a disabled health check', /HEALTHCHECK.*\n/, 'HEALTHCHECK NONE\n', /^16: there is no health check$/],
    ['a health check in the shell form', 'CMD ["node", "check.js"]', 'CMD node check.js', /^16: the shell form/],
    ['no stop signal', 'STOPSIGNAL SIGTERM\n', '', /: STOPSIGNAL is missing$/],
    ['no port', 'EXPOSE 8080\n', '', /: EXPOSE is missing$/],
    ['no command', 'CMD ["node", "main.js"]\n', '', /: CMD is missing$/],
    ['a command in the shell form', 'CMD ["node", "main.js"]', 'CMD node main.js', /^17: the shell form/],
    [
      'a shell as the entry point',
      'CMD ["node", "main.js"]',
      'ENTRYPOINT ["/bin/sh", "-c", "node"]',
      /^17: the shell form/,
    ],
    ['ADD with a URL', 'COPY . .', 'ADD https://example.com/a.tar.gz .', /^4: ADD with a URL/],
    ['ADD', 'COPY . .', 'ADD . .', /^4: ADD unpacks/],
    ['a secret in ENV', 'A=1', 'ADMIN_PASSWORD=a', /^10: ADMIN_PASSWORD is a secret$/],
    ['a secret in ARG', 'WORKDIR', 'ARG NPM_TOKEN\nWORKDIR', /^3: NPM_TOKEN is a secret$/],
    ['a relative working directory', 'WORKDIR /site', 'WORKDIR site', /^3: the path is not absolute$/],
    [
      'package lists',
      'npm ci ',
      'apt-get update && apt-get install -y --no-install-recommends a ',
      /^6: the package lists/,
    ],
    [
      'an installation without an update',
      'npm ci ',
      'apt-get install -y --no-install-recommends a ',
      /^6: .*without apt-get update/,
    ],
    [
      'recommended packages',
      'npm ci ',
      'apt-get update && apt-get install -y a && rm -rf /var/lib/apt/lists/* ',
      /^6: .*recommends$/,
    ],
    ['sudo', 'npm ci', 'sudo npm ci', /^6: sudo is not needed/],
    ['a download that is run', 'npm ci', 'curl -fsSL https://example.com | bash', /^6: a download is run unverified$/],
    ['npm install', 'npm ci', 'npm install', /^6: npm install ignores the lock file/],
  ];
  for (const [name, from, to, expected] of mistakes)
    it(`finds ${name}`, () => {
      const changed = good.replace(from, to);
      assert.notEqual(changed, good);
      const found = lintDockerfile(changed);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', expected);
    });
});
