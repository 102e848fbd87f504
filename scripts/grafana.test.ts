import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METRICS, type MetricRow } from '../src/runtime/metrics-table.ts';
import { DATASOURCE_UID, NOT_SHOWN, SCHEMA_VERSION } from './grafana-dashboard.ts';
import { familyOf, metricsIn } from './promql-names.ts';

type Target = { readonly expr: string; readonly legendFormat: string; readonly refId: string };
type Panel = {
	readonly id: number;
	readonly type: string;
	readonly title: string;
	readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
	readonly datasource?: { readonly uid: string };
	readonly fieldConfig?: { readonly defaults: { readonly unit: string } };
	readonly targets?: readonly Target[];
};

const rows: Readonly<Record<string, MetricRow>> = METRICS;
const isHistogram = (name: string): boolean => rows[name]?.type === 'histogram';
const text = readFileSync('docs/grafana/carrywire.json', 'utf8');
const dashboard = JSON.parse(text) as {
	readonly schemaVersion: number;
	readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
	readonly panels: readonly Panel[];
};
const charts = dashboard.panels.filter(({ type }) => type !== 'row');
const targets = charts.flatMap(({ title, targets: of = [] }) => of.map((target) => ({ title, ...target })));

test('finds metrics in expressions, and nothing else', () => {
	for (const [expr, names] of [
		['a_total', ['a_total']],
		[
			'sum by (le, venue) (rate(a_bucket{code!="x y", method=~"b.*"}[5m])) / on(venue) group_left(x) c',
			['a_bucket', 'c'],
		],
		['histogram_quantile(0.95, sum by (le) (rate(h_bucket[$__rate_interval])))', ['h_bucket']],
		['a > 1e3 or b == bool 0 offset 5m', ['a', 'b']],
		['time() - process_start_time_seconds', ['process_start_time_seconds']],
	] as const)
		expect(metricsIn(expr).filter((name) => name !== 'm')).toEqual(names);
	expect(familyOf('carrywire_unhedged_seconds_bucket', isHistogram)).toBe('carrywire_unhedged_seconds');
});

test('Grafana can import the dashboard: it prompts for the data source, and its ids are unique', () => {
	expect(dashboard.schemaVersion).toBe(SCHEMA_VERSION);
	expect(dashboard.templating.list).toMatchObject([{ name: 'DS_PROMETHEUS', type: 'datasource' }]);
	const ids = dashboard.panels.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	expect(charts.length).toBeGreaterThan(40);
	for (const { title, datasource, fieldConfig, targets: of = [] } of charts) {
		expect([title, datasource?.uid]).toEqual([title, DATASOURCE_UID]);
		expect([title, fieldConfig?.defaults.unit]).toEqual([title, expect.stringMatching(/^[a-zA-Z_]+$/)]);
		expect(of.length, title).toBeGreaterThan(0);
		expect(new Set(of.map(({ refId }) => refId)).size).toBe(of.length);
	}
	for (const { title, legendFormat } of targets)
		expect([title, legendFormat]).toEqual([title, expect.stringMatching(/\S/)]);
});

test('no panel overlaps another, and trading safety comes first', () => {
	const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
		Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
	);
	expect(new Set(cells).size).toBe(cells.length);
	expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
	expect(dashboard.panels[0]?.title).toBe('Trading safety');
	expect(charts.slice(0, 4).map(({ title }) => title)).toEqual([
		'Unhedged now',
		'Needs a person',
		'Unknown orders',
		'Unexplained',
	]);
});

test('panels query existing metrics by existing labels', () => {
	for (const { title, expr, legendFormat } of targets) {
		const families = metricsIn(expr).map((name) => familyOf(name, isHistogram));
		expect([title, families.filter((name) => !Object.hasOwn(METRICS, name))]).toEqual([title, []]);
		expect(families.length, title).toBeGreaterThan(0);
		const labels = new Set(families.flatMap((name) => rows[name]?.labels ?? []));
		for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
			expect([title, labels.has(label)]).toEqual([title, true]);
		for (const [, grouped = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
			for (const label of grouped.split(', '))
				expect([title, label, label === 'le' || labels.has(label)]).toEqual([title, label, true]);
	}
});

test('every metric of the service has a panel or a reason for its absence', () => {
	const shown = new Set(
		targets.flatMap(({ expr }) => metricsIn(expr).map((name) => familyOf(name, isHistogram))),
	);
	const own = Object.entries(rows).filter(([, { isOfProcess }]) => isOfProcess !== true);
	const missing = own.flatMap(([name]) => (shown.has(name) ? [] : [name]));
	expect(missing.toSorted()).toEqual(Object.keys(NOT_SHOWN).toSorted());
});

test('alert rules query existing metrics, and each rule explains itself', () => {
	const rules = readFileSync('docs/grafana/alerts.yml', 'utf8').split('      - alert: ').slice(1);
	expect(rules.length).toBeGreaterThan(10);
	const names = rules.map((rule) => rule.split('\n')[0] ?? '');
	expect(new Set(names).size).toBe(names.length);
	for (const rule of rules) {
		const expr = /^ {8}expr: (['"])(.+)\1$/m.exec(rule)?.[2] ?? '';
		const families = metricsIn(expr).map((name) => familyOf(name, isHistogram));
		// Prometheus itself adds the metric `up` for every target that it scrapes.
		const unknown = families.filter((name) => name !== 'up' && !Object.hasOwn(METRICS, name));
		expect([rule, families.length > 0, unknown]).toEqual([rule, true, []]);
		expect(rule).toMatch(/^ {10}severity: (?:critical|warning)$/m);
		expect(rule).toMatch(/^ {10}summary: (['"])[^'"]+\1$/m);
	}
});
