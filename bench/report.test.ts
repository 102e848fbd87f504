import { expect, test } from 'vitest';
import { duration, figureText, summarize, withResults } from './report.ts';

const report = summarize(
	'Adding',
	'One round adds 1,000 numbers.',
	{ slow: [4000, 6000], fast: [2000, 2000] },
	'fast',
);

test('sums up every case and compares the others with the baseline', () => {
	expect(report).toEqual({
		title: 'Adding',
		round: 'One round adds 1,000 numbers.',
		rows: [
			{ name: 'slow', p50Ns: 4000, p99Ns: 6000 },
			{ name: 'fast', p50Ns: 2000, p99Ns: 2000 },
		],
		ratios: [{ slower: 'slow', faster: 'fast', median: 2, p10: 2, p90: 3 }],
	});
});

const MACHINE = { date: '2026-01-02', cpu: 'Test CPU', cores: 2, node: '24.0.0', platform: 'linux x64' };

test('writes machine, date, times and ratios', () => {
	const page = withResults('', MACHINE, [report]);
	expect(page).toContain('Measured on 2026-01-02: Test CPU, 2 cores, linux x64, Node 24.0.0.');
	expect(page).toContain('| slow | 4.00 µs | 6.00 µs |');
	expect(page).toContain('| slow / fast | 2.00 | 2.00 to 3.00 |');
});

test('replaces the result with the same title, and keeps all others unchanged', () => {
	const before = withResults('', MACHINE, [report, { ...report, title: 'Subtracting' }]);
	const later = { ...MACHINE, date: '2026-02-03' };
	const after = withResults(before, later, [{ ...report, title: 'Dividing' }, report]);
	const [head, ...sections] = after.split(/^## /m);
	expect(head).toBe(before.split(/^## /m)[0]);
	expect(sections.map((text) => [text.split('\n')[0], /Measured on (\S+):/.exec(text)?.[1]])).toEqual([
		['Adding', '2026-02-03'],
		['Dividing', '2026-02-03'],
		['Subtracting', '2026-01-02'],
	]);
	expect(withResults(after, later, [])).toBe(after);
});

test('writes rates, memory and delays beside the durations', () => {
	const figures = [
		{ name: 'rows', value: 1_234_567.8, unit: 'per second' },
		{ name: 'heap', value: 187.26, unit: 'MB' },
	] as const;
	const page = withResults('', MACHINE, [{ ...report, figures }]);
	expect(page).toContain('| figure | value |\n|---|---|\n| rows | 1,234,568 per second |\n| heap | 187 MB |');
	expect(figureText({ name: 'longest', value: 2.3149, unit: 'ms' })).toBe('2.31 ms');
	expect(withResults('', MACHINE, [report])).not.toContain('figure');
});

test('writes durations in a readable unit', () => {
	expect([950, 12_340, 4_560_000, 1_200_000_000].map(duration)).toEqual([
		'950 ns',
		'12.3 µs',
		'4.56 ms',
		'1.20 s',
	]);
});
