import { expect, test } from 'vitest';
import { METRICS, type MetricRow } from './metrics-table.ts';

const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
const own = rows.filter(([, { isOfProcess }]) => isOfProcess !== true);

test('names end with unit and type, as Prometheus recommends', () => {
	expect(own.length).toBeGreaterThan(50);
	for (const [name, { type, unit }] of own) {
		expect(name).toMatch(/^carrywire_[a-z]+(?:_[a-z]+)*$/);
		expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
		if (unit !== '') expect(name).toMatch(new RegExp(`_${unit.toLowerCase()}$`));
		else expect(name).not.toMatch(/_(?:seconds|bytes|usd|ratio)$/);
	}
});

test('every metric has a sentence as help', () => {
	for (const [name, { help }] of rows)
		expect([name, help]).toEqual([name, expect.stringMatching(/^[A-Z0-9].*\.$/)]);
});

test('histogram buckets increase, and no other metric has buckets', () => {
	for (const [name, { type, buckets = [] }] of own) {
		expect([name, buckets.length > 0]).toEqual([name, type === 'histogram']);
		expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
		expect(new Set(buckets).size).toBe(buckets.length);
	}
});

test('no label names a user, an account, a token or a symbol', () => {
	const labels = new Set(own.flatMap(([, row]) => row.labels));
	expect([...labels].toSorted()).toEqual([
		'act',
		'answer',
		'cause',
		'class',
		'code',
		'feed',
		'file',
		'kind',
		'method',
		'mode',
		'node',
		'of',
		'outcome',
		'phase',
		'platform',
		'reach',
		'reason',
		'result',
		'state',
		'status',
		'terms',
		'transport',
		'venue',
		'version',
	]);
});
