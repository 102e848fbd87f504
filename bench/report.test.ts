import { expect, test } from 'vitest';
import { duration, figureText, markdown, summarize } from './report.ts';

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

test('writes machine, date, times and ratios', () => {
	const page = markdown(
		{ date: '2026-01-02', cpu: 'Test CPU', cores: 2, node: '24.0.0', platform: 'linux x64' },
		[report],
	);
	expect(page).toContain('Machine: Test CPU, 2 cores, linux x64, Node 24.0.0. Date: 2026-01-02.');
	expect(page).toContain('| slow | 4.00 µs | 6.00 µs |');
	expect(page).toContain('| slow / fast | 2.00 | 2.00 to 3.00 |');
});

test('writes rates, memory and waits beside the durations', () => {
	const figures = [
		{ name: 'rows', value: 1_234_567.8, unit: 'per second' },
		{ name: 'heap', value: 187.26, unit: 'MB' },
	] as const;
	const page = markdown({ date: '', cpu: '', cores: 2, node: '', platform: '' }, [{ ...report, figures }]);
	expect(page).toContain('| figure | value |\n|---|---|\n| rows | 1,234,568 per second |\n| heap | 187 MB |');
	expect(figureText({ name: 'longest', value: 2.3149, unit: 'ms' })).toBe('2.31 ms');
	expect(markdown({ date: '', cpu: '', cores: 2, node: '', platform: '' }, [report])).not.toContain('figure');
});

test('says durations in the unit that keeps them readable', () => {
	expect([950, 12_340, 4_560_000, 1_200_000_000].map(duration)).toEqual([
		'950 ns',
		'12.3 µs',
		'4.56 ms',
		'1.20 s',
	]);
});
