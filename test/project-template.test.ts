// Tests the files of a new site that no other test runs: settings, versions, and the containers in compose.yaml.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import { compile } from '@fastify/proxy-addr';
import { readComposeFile } from '../scripts/deployment/compose.ts';
import { parseUnit } from '../scripts/deployment/unit.ts';
import { dataOptions, serveOptions } from '../server/config/options.ts';
import { parseServeConfig } from './parse-config.ts';

const read = (name: string) => readFileSync(`project-template/${name}`, 'utf8');

/** Returns the addresses of an IPv4 network such as `10.0.0.0/8`. */
function blockListOf(network: string): BlockList {
  const [address = '', prefix] = network.split('/');
  const list = new BlockList();
  list.addSubnet(address, Number(prefix));
  return list;
}

describe('the manifest of a site', () => {
  it('has the versions of TypeScript and of the types of Node.js with which this repository is checked', () => {
    const { devDependencies } = JSON.parse(read('npm-package.json'));
    const own = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies;
    for (const [name, version] of Object.entries(devDependencies)) assert.equal(version, own[name], name);
  });
});

describe('the settings of a site', () => {
  const variables = Object.fromEntries(
    [...read('env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

  it('are variables that the service or compose.yaml reads', () => {
    const known = new Set([...dataOptions, ...serveOptions].map(({ variable }) => variable));
    const compose = read('compose.yaml');
    for (const name of Object.keys(variables))
      assert.ok(known.has(name) || name === 'OCTAVO_ADMIN_PASSWORD' || compose.includes(`\${${name}:-`), name);
    assert.ok(Object.keys(variables).length > 8);
  });

  it('have examples that are valid', () => {
    const config = parseServeConfig([], variables);
    assert.equal(config.home, 'https://cms.example.com');
    assert.deepEqual(config.proxies, ['127.0.0.1']);
  });
});

describe('the units for systemd', () => {
  const settingsOf = (name: string) => new Map(parseUnit(read(`deploy/${name}`)));

  it('create backups with the same settings and restrictions as the service', () => {
    const [service, backup] = [settingsOf('octavo.service'), settingsOf('octavo-backup.service')];
    assert.equal(backup.get('Type')?.at(-1), 'oneshot');
    const [program, args] = [service, backup].map((unit) => unit.get('ExecStart')?.at(-1));
    assert.equal(args, program?.replace(/serve$/, 'backup create --name nightly'));
    for (const name of ['Type', 'ExecStart', 'Description', 'KillSignal', 'TimeoutStopSec', 'Restart', 'RestartSec'])
      for (const unit of [service, backup]) unit.delete(name);
    service.delete('WantedBy');
    assert.deepEqual(backup, service);
    assert.ok(service.size > 25);
  });

  it('create backups at a time, and later if the machine was off', () => {
    const timer = settingsOf('octavo-backup.timer');
    assert.match(timer.get('OnCalendar')?.at(-1) ?? '', /^\*-\*-\* \d\d:\d\d:00$/);
    assert.equal(timer.get('Persistent')?.at(-1), 'yes');
    assert.equal(timer.get('WantedBy')?.at(-1), 'timers.target');
  });
});

describe('compose.yaml', () => {
  const file = readComposeFile('project-template/compose.yaml', {
    OCTAVO_DOMAIN: 'cms.example.com',
    POSTGRES_PASSWORD: 'secret1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret2',
  });
  const services = Object.entries(file.services);
  const [{ subnet = '', gateway = '', ip_range: ipRange = '' } = {}] = file.networks.default?.ipam.config ?? [];
  const proxy = file.services.proxy?.networks?.default?.ipv4_address ?? '';

  it('runs one node by default, which only this machine can reach', () => {
    const started = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
    assert.deepEqual(started, ['octavo']);
    assert.deepEqual(file.services.octavo?.ports, ['127.0.0.1:8080:8080']);
  });

  it('runs the cluster with one command that starts the proxy', () => {
    const needed = new Set(['proxy']);
    for (const name of needed)
      for (const other of Object.keys(file.services[name]?.depends_on ?? {})) needed.add(other);
    const cluster = services.filter(([, { profiles }]) => profiles?.includes('cluster')).map(([name]) => name);
    assert.deepEqual([...needed].sort(), cluster.sort());
  });

  for (const [name, service] of services)
    describe(`the container ${name}`, () => {
      it('has a read-only root file system and cannot gain privileges', () => {
        assert.equal(service.read_only, true);
        assert.ok(service.security_opt?.includes('no-new-privileges:true'));
        // The image of PostgreSQL starts as root and changes its user.
        if (name !== 'postgres') assert.deepEqual(service.cap_drop, ['ALL']);
      });

      it('has an image with a version', () => {
        if (service.build === '.') return assert.equal(service.image, undefined);
        assert.match(service.image ?? '', /:v?\d+\.\d+[\w.-]*$/);
      });

      it('mounts only volumes that exist', () => {
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':');
          assert.ok(source in file.volumes || source === './deploy/Caddyfile', volume);
        }
      });

      it('depends on containers with a health check', () => {
        for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
          assert.equal(condition, 'service_healthy');
          const { build, healthcheck } = file.services[other] ?? {};
          assert.ok(build === '.' || healthcheck, other);
        }
      });
    });

  for (const name of ['octavo', 'octavo-1', 'octavo-2'])
    it(`gives ${name} valid settings and enough time to stop`, () => {
      const { environment = {}, stop_grace_period: time = '' } = file.services[name] ?? {};
      const config = parseServeConfig([], environment);
      assert.deepEqual([config.host, config.port, config.data], ['0.0.0.0', 8080, '/data']);
      // The service stops within ten seconds.
      assert.ok(Number.parseInt(time, 10) > 10);
      assert.deepEqual(config.proxies, [name === 'octavo' ? gateway : proxy]);
    });

  it('trusts only the address of the proxy, which no other container gets', () => {
    const [dynamic, all] = [ipRange, subnet].map(blockListOf);
    assert.ok(all?.check(proxy) && all.check(gateway) && all.check(ipRange.split('/')[0] ?? ''));
    assert.ok(!dynamic?.check(proxy) && !dynamic?.check(gateway) && proxy !== gateway);
    const { proxies } = parseServeConfig([], file.services['octavo-1']?.environment ?? {});
    const isTrusted = compile([...proxies]);
    const others = Array.from({ length: 254 }, (_, at) => subnet.replace(/\d+\/\d+$/, String(at + 1)));
    assert.deepEqual(
      others.filter((address) => isTrusted(address, 0)),
      [proxy],
    );
  });

  it('gives both nodes of the cluster the same database, files, backups and URL', () => {
    const [one, two] = ['octavo-1', 'octavo-2'].map((name) => file.services[name]?.environment);
    assert.deepEqual(one, two);
    const config = parseServeConfig([], one ?? {});
    assert.equal(config.database, 'postgres://octavo:secret1@postgres/octavo');
    assert.equal(config.files, 's3://octavo?endpoint=http://s3:7070&region=us-east-1');
    assert.equal(config.home, 'https://cms.example.com');
    assert.equal(config.backups, '/backups');
  });

  it('gives the store the keys that the nodes use', () => {
    const { ROOT_ACCESS_KEY_ID: key, ROOT_SECRET_ACCESS_KEY: secret } = file.services.s3?.environment ?? {};
    assert.deepEqual([key, secret], ['key', 'secret2']);
    assert.ok(file.services['octavo-1']?.env_file === '.env');
  });
});
