// Tests the alert rules and the dashboard in deploy/: every metric and label in them is one that a running service provides, and every alert
// and metric is documented. scripts/check-alerts.sh checks the syntax of the rules and runs their unit tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from './commands/in-process.ts';
import { createTestDatabase, testServerUrl } from './faults/postgres-server.ts';
import { freePort } from './free-port.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const rules = readFileSync('deploy/prometheus-alerts.yaml', 'utf8');
const ruleTests = readFileSync('deploy/prometheus-alerts.test.yaml', 'utf8');
const operations = readFileSync('docs/operations.md', 'utf8');

/** An expression, and templates with names of labels, such as `{{ $labels.code }}` and `{{status}}`. */
interface Expression {
  readonly source: string;
  readonly text: string;
  readonly templates: string;
}

/** Returns the expressions of the alert rules. Each rule is a list item that begins with its name. */
const alertExpressions = (): Expression[] =>
  rules
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => {
      const [source = ''] = rule.split('\n');
      const text = /^ {8}expr: (?:>-\n)?([\s\S]*?)^ {8}\w+:/m.exec(rule)?.[1] ?? '';
      return { source, text, templates: rule.slice(rule.indexOf('annotations:')) };
    });

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as Dashboard;

const dashboardExpressions = (): Expression[] => [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ source: title, text: expr, templates: legendFormat })),
  ),
  ...dashboard.templating.list.flatMap(({ name, definition: text }) =>
    text === undefined ? [] : [{ source: name, text: text.replace(/label_values\((.*), \w+\)/, '$1'), templates: '' }],
  ),
];

/** Labels that Prometheus adds to every series. */
const targetLabels = ['job', 'instance'];

/** Returns the metrics of an expression with the labels that select their series. */
const selectorsOf = (text: string): { metric: string; labels: string[] }[] =>
  [...text.matchAll(/\b((?:octavo|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', selection = '']) => ({
      metric,
      labels: [...selection.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
    }),
  );

/** Returns the labels by which an expression groups its series, and those in its templates. */
const usedLabelsOf = ({ text, templates }: Expression): string[] => [
  ...[...text.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/\s*,\s*/)),
  ...[...templates.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)/g)].map(([, label = '']) => label),
];

/** Parses metrics in the Prometheus text format. Returns the names of the labels of each series name. */
function parseMetrics(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? [^ ]+$/gm)) {
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
  describe(`metrics on ${engine}`, { skip }, () => {
    let service: InProcessService;
    let drop: () => Promise<void> = async () => {};
    let text = '';
    let metrics: Map<string, Set<string>>;
    const value = (series: string) =>
      Number(new RegExp(`^${series.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);
    before(async () => {
      const port = await freePort();
      const database = engine === 'postgres' ? await createTestDatabase() : undefined;
      if (database) drop = database.drop;
      service = await startInProcess({
        env: { OCTAVO_METRICS_PORT: String(port), ...(database && { OCTAVO_DATABASE: database.url }) },
      });
      const webhook = { url: 'https://receiver.example/hook', kinds: ['entry.created'] };
      assert.equal((await service.request('POST', '/octavo/v1/webhooks', webhook)).status, 201);
      await service.read('/cms/v2/posts');
      const location = ['--data', service.data, ...(database ? ['--database', database.url] : [])];
      await runCommand(['backup', 'create', ...location]);
      // Garbage collections are reported by kind when there have been some.
      for (let n = 0; n < 200; n += 1) new Array(100_000).fill(n);
      for (let attempts = 0; attempts < 100 && !text.includes('nodejs_gc_duration_seconds_sum{'); attempts += 1) {
        await pause(100);
        text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      }
      metrics = parseMetrics(text);
    });
    after(async () => {
      await service.close();
      await drop();
    });

    it('has every metric and label of the alert rules and of the dashboard', () => {
      const expressions = [...alertExpressions(), ...dashboardExpressions()];
      assert.ok(expressions.length > 40);
      for (const expression of expressions) {
        const { source, text } = expression;
        const selectors = selectorsOf(text);
        assert.ok(selectors.length > 0, `${source}: ${text}`);
        const available = new Set(targetLabels);
        for (const { metric, labels } of selectors) {
          // Prometheus records `up` for every target.
          const ofMetric = metric === 'up' ? new Set<string>() : metrics.get(metric);
          assert.ok(ofMetric, `${source}: the metric ${metric} does not exist`);
          for (const label of ofMetric) available.add(label);
          for (const label of labels)
            assert.ok(
              ofMetric.has(label) || targetLabels.includes(label),
              `${source}: ${metric} has no label ${label}`,
            );
        }
        for (const label of usedLabelsOf(expression))
          assert.ok(available.has(label), `${source}: no metric has the label ${label}`);
      }
    });

    it('reports the state of the site', () => {
      assert.equal(value('octavo_ready'), 1);
      assert.match(text, /^octavo_info\{version="\d+\.\d+\.\d+"\} 1$/m);
      assert.ok(
        value('octavo_disk_free_bytes') > 0 && value('octavo_disk_free_bytes') < value('octavo_disk_size_bytes'),
      );
      assert.ok(Math.abs(value('octavo_last_backup_timestamp_seconds') - Date.now() / 1000) < 60);
      assert.equal(value('octavo_last_backup_failed'), 0);
      assert.equal(value('octavo_mails{state="failed"}'), 0);
      assert.equal(value('octavo_mail_oldest_waiting_seconds'), 0);
      assert.equal(value('octavo_webhooks_disabled'), 0);
      for (const code of [
        'rest_storage_busy',
        'rest_storage_full',
        'rest_storage_unavailable',
        'rest_storage_unusable',
      ])
        assert.equal(value(`octavo_storage_errors_total{code="${code}"}`), 0);
    });

    it('are documented', () => {
      for (const name of metrics.keys())
        if (name.startsWith('octavo_'))
          assert.ok(operations.includes(`\`${name.replace(/_(bucket|sum|count)$/, '')}\``), name);
    });
  });
}

describe('alert rules', () => {
  it('are documented, and each has a unit test in which it is active and one in which it is not', () => {
    const names = alertExpressions().map(({ source }) => source);
    assert.ok(names.length > 10);
    for (const name of names) {
      assert.ok(operations.includes(`\`${name}\``), `${name} is documented`);
      assert.match(ruleTests, new RegExp(`alertname: ${name}, exp_alerts: \\[\\]`));
      assert.match(ruleTests, new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`));
    }
    const tested = new Set([...ruleTests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name));
    assert.deepEqual([...tested].sort(), names.toSorted());
  });

  it('have a severity, a summary and an action', () => {
    for (const rule of rules.split(/^ {6}- alert: /m).slice(1)) {
      assert.match(rule, /^ {8}labels: \{ severity: (critical|warning) \}$/m);
      assert.match(rule, /^ {10}summary: .+\.'?$/m);
      assert.match(rule, /^ {10}action: .+\.$/m);
    }
  });
});

describe('the dashboard', () => {
  it('has panels that do not overlap', () => {
    const cells = new Map<string, string>();
    for (const { title, gridPos } of dashboard.panels) {
      assert.ok(gridPos.x + gridPos.w <= 24, title);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          assert.equal(cells.get(`${x} ${y}`), undefined, `${title} overlaps`);
          cells.set(`${x} ${y}`, title);
        }
    }
  });
});
