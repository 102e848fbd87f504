/** Tests the conversion of results to the parts that the API sends. */
import { describe, expect, test } from 'vitest';
import { drawReplayResult, drawSweepResult } from '../../../test/support/replay-result.ts';
import { tryParseDecimal } from '../../domain/decimal.ts';
import { withNames } from '../../replay/jobs/names.ts';
import { columnsPart, positionPages, summaryPart, sweepPart } from './replay-result-parts.ts';
import {
	replayColumnsSchema,
	replayPositionsSchema,
	replaySummarySchema,
	replaySweepSchema,
} from './replay-result-record.ts';

const RESULT = drawReplayResult({ seed: 3, days: 120, positions: 120, events: 250 });

test('the summary has the outcome, its comparisons and the counts', () => {
	const summary = replaySummarySchema.parse(summaryPart(RESULT));
	const { outcome } = RESULT;
	expect(summary.outcome).toMatchObject({
		net_per_year: expect.closeTo(outcome.netPerYear ?? 0, 9),
		trades: 120,
		parts: { net: expect.closeTo(outcome.parts.net, 9), basis: expect.closeTo(outcome.parts.basis ?? 0, 9) },
	});
	expect(summary.comparisons.map(({ name }) => name)).toEqual(RESULT.comparisons.map(({ name }) => name));
	expect(summary.counts).toMatchObject({ positions: 120, fundings: RESULT.funding.at.length });
});

test('every figure has at most 18 places, as all figures of the API', () => {
	const parts = [
		summaryPart(RESULT),
		columnsPart(RESULT),
		...positionPages(RESULT.positions),
		sweepPart(drawSweepResult(5, 4, 1)),
	];
	const figures: string[] = [];
	for (const part of parts) {
		JSON.parse(JSON.stringify(part), (_member, value: unknown, context?: { readonly source?: string }) => {
			if (typeof value === 'number') figures.push(context?.source ?? '');
			return value;
		});
	}
	expect(figures.length).toBeGreaterThan(1_000);
	expect(figures.filter((figure) => tryParseDecimal(figure) === undefined)).toEqual([]);
});

test('positions are split into pages, each with its place among all', () => {
	const pages = positionPages(RESULT.positions).map((page) => replayPositionsSchema.parse(page));
	expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
	expect(pages.flatMap(({ rows }) => rows.map(({ position }) => position))).toEqual(
		RESULT.positions.map(({ id }) => id),
	);
	expect(pages.map(({ pagination }) => [pagination.has_previous, pagination.has_next])).toEqual([
		[false, true],
		[true, true],
		[true, false],
	]);
	expect(Math.max(...pages.flatMap(({ rows }) => rows.map(({ events }) => events.length)))).toBe(200);
});

test('a result without positions has one empty page', () => {
	expect(positionPages([])).toMatchObject([{ rows: [], pagination: { total_count: 0, total_pages: 0 } }]);
});

describe('columns', () => {
	test('are thinned for a year, end with the last point, and have one value per time', () => {
		const { columns } = drawReplayResult({ seed: 4, days: 365, positions: 10, events: 0 });
		const part = replayColumnsSchema.parse(columnsPart({ columns }));
		expect(part.at.length).toBeLessThanOrEqual(1_000);
		expect(part.at.length).toBeGreaterThan(900);
		expect(part.at.at(-1)).toBe(Math.floor((columns.at.at(-1) ?? 0) / 1_000));
		expect(part.equity.at(-1)).toBe(columns.equity.at(-1));
		const steps = new Set(part.at.slice(1).map((at, index) => at - (part.at[index] ?? 0)));
		expect([...steps]).toEqual([part.step_s]);
		for (const { equity, margin_used, liquidation_distance } of part.exchanges)
			expect([equity.length, margin_used.length, liquidation_distance.length]).toEqual(
				Array(3).fill(part.at.length),
			);
	});

	test('are all sent for a short replay', () => {
		const { columns } = drawReplayResult({ seed: 5, days: 31, positions: 1, events: 0 });
		expect(columnsPart({ columns }).equity).toEqual(columns.equity);
	});
});

test('a sweep has its trials without their daily returns', () => {
	const sweep = drawSweepResult(6, 12, 1);
	const part = replaySweepSchema.parse(sweepPart(sweep));
	expect(part.chosen).toBe(sweep.chosen);
	expect(part.deflated_sharpe).toBeCloseTo(sweep.deflatedSharpe ?? 0, 9);
	expect(part.trials.length).toBe(12);
});

test('paths are replaced by names in every text, and numbers stay', () => {
	const found = {
		command: 'x --data /secret/year',
		at: [1, 2],
		files: [{ path: '/secret/year/a.csv' }],
		n: null,
	};
	expect(withNames(found, [['/secret/year', 'year']])).toEqual({
		command: 'x --data year',
		at: [1, 2],
		files: [{ path: 'year/a.csv' }],
		n: null,
	});
});
