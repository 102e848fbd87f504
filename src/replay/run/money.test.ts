/** Tests that a result's money is the money of the paper accounts, whatever happens to the positions. */
import { describe, expect, test } from 'vitest';
import {
	DRAWN_DELISTED_AT,
	DRAWN_TRADED_FROM,
	DRAWN_UNTIL,
	drawRecording,
	type Recording,
} from '../../../test/support/drawn-recording.ts';
import { runOnRecording } from '../../../test/support/ordered-replay.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { contradictions } from '../report/contradictions.ts';
import { renderReport } from '../report/render-report.ts';
import { readResult, reportJson } from '../report/report-json.ts';
import type { ProfitParts, ReplayResult } from '../report/result.ts';
import type { ReplayOrder } from './order.ts';

const SPAN = { from: DRAWN_TRADED_FROM, until: DRAWN_UNTIL };
const TOP = { ...SPAN, policy: 'top-headline', set: { holdHours: 4, count: 2 } };
const JUMP_AT = DRAWN_TRADED_FROM + 5 * HOUR_MS;

/** Multiplies all prices of a coin from an instant on. */
function jump({ settled, prices }: Recording, coin: string, factor: number): Recording {
	return {
		settled,
		prices: prices.map((row) =>
			row.coin === coin && row.at >= JUMP_AT ? { ...row, mark: row.mark * factor } : row,
		),
	};
}

function sumOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}

function partsSum({ net: _net, basis, ...parts }: ProfitParts): number {
	return sumOf([...Object.values(parts), basis ?? 0]);
}

/** Expects that every figure of the money agrees with the accounts, to the cent. */
function expectSound(result: ReplayResult): void {
	const { outcome, positions, funding, columns, settings } = result;
	const capital = settings.capitalUsd * settings.users;
	const earned = (columns.equity.at(-1) ?? Number.NaN) - capital;
	expect(columns.equity[0]).toBeCloseTo(capital, 6);
	expect(sumOf(positions.map(({ parts }) => parts.net))).toBeCloseTo(earned, 2);
	expect(outcome.parts.net - outcome.parts.idleInterest).toBeCloseTo(earned, 2);
	expect(partsSum(outcome.parts)).toBeCloseTo(outcome.parts.net, 6);
	for (const { parts } of positions) expect(partsSum(parts)).toBeCloseTo(parts.net, 6);
	const { fundingReceived, fundingPaid } = outcome.parts;
	expect(sumOf(funding.usd)).toBeCloseTo(fundingReceived + fundingPaid, 6);
	expect(sumOf(funding.usd.filter((usd) => usd > 0))).toBeCloseTo(fundingReceived, 6);
	for (const index of columns.at.keys())
		expect(sumOf(columns.exchanges.map(({ equity }) => equity[index] ?? 0))).toBeCloseTo(
			columns.equity[index] ?? 0,
			4,
		);
	expect(outcome.trades).toBe(positions.filter(({ parts }) => parts.fees < 0).length);
	expect(contradictions(result)).toEqual([]);
	const json = reportJson(result);
	expect(reportJson(readResult(json))).toBe(json);
	expect(renderReport(result)).toContain('</html>');
}

const opened = ({ positions }: ReplayResult) => positions.filter(({ closedAt }) => closedAt === null).length;
const sentences = ({ positions }: ReplayResult) =>
	positions.flatMap(({ events }) => events.map(({ sentence }) => sentence));

describe.each([
	['B', true],
	['C', false],
] as const)('at grade %s', (grade, hasPrices) => {
	const recording = drawRecording(7, hasPrices);
	const run = (order: Partial<ReplayOrder> & Pick<ReplayOrder, 'policy'>) => runOnRecording(recording, order);

	test('the net is the change of equity with positions open at the end', async () => {
		const result = await run(TOP);
		expect(result.settings.grade).toBe(grade);
		expect(opened(result)).toBeGreaterThan(0);
		expect(result.positions.length - opened(result)).toBeGreaterThan(5);
		expect(result.outcome.parts.basis === null).toBe(!hasPrices);
		expectSound(result);
	});

	test('the net is the change of equity with all positions closed at the end', async () => {
		const result = await run({ ...TOP, set: { ...TOP.set, closeAtEnd: true } });
		expect(opened(result)).toBe(0);
		expectSound(result);
	});

	test('the net is the change of equity of several users, each with the capital of its pair', async () => {
		const result = await run({ ...TOP, users: 'pairs', coins: ['AAA', 'BBB', 'DDD'] });
		expect(result.settings.users).toBe(7);
		expect(new Set(result.positions.map(({ user }) => user)).size).toBeGreaterThan(2);
		expectSound(result);
	});

	test('the service closes a position before its contract is gone', async () => {
		const result = await run({ ...SPAN, policy: 'hold', set: { count: 4 }, without: ['DIRECTION'] });
		const held = result.positions.filter(({ coin }) => coin === 'DDD');
		expect(held).toHaveLength(1);
		expect(held[0]?.closedAt).toBeGreaterThan(DRAWN_DELISTED_AT + 2 * DAY_MS);
		expectSound(result);
	});

	test('a replay that ends between a settlement and its payment has both or neither', async () => {
		expectSound(await run({ ...TOP, until: DRAWN_TRADED_FROM + 24 * HOUR_MS + 20_000 }));
	});

	test('idle capital earns its interest besides the positions', async () => {
		const result = await run({ ...TOP, idleRatePct: 3.65, until: DRAWN_TRADED_FROM + DAY_MS });
		// A day of 3.65 % a year on 10,000 USD, of which positions use a part.
		expect(result.outcome.parts.idleInterest).toBeGreaterThan(0.5);
		expect(result.outcome.parts.idleInterest).toBeLessThan(1);
		expectSound(result);
	});
});

test('the capital at an exchange counts before its data begin', async () => {
	const { settled, prices } = drawRecording(7, false);
	const begins = DRAWN_TRADED_FROM + 30 * HOUR_MS;
	const late = settled.filter(({ venue, at }) => venue !== 'hyperliquid' || at >= begins);
	const result = await runOnRecording({ settled: late, prices }, TOP);
	expect(result.positions.length).toBeGreaterThan(2);
	expect(result.columns.at.some((at) => at < begins)).toBe(true);
	expectSound(result);
});

test('the net is the change of equity after a liquidation', async () => {
	const result = await runOnRecording(
		jump(drawRecording(7, true), 'AAA', 6),
		{
			...{ ...SPAN, policy: 'hold', set: { count: 4, legUsd: 900 } },
			...{ capitalUsd: 9_000, without: ['DIRECTION'] },
		},
		{ expectsErrors: ['a leg shrank without an order from this service'] },
	);
	expect(sentences(result).filter((sentence) => /liquidat/i.test(sentence)).length).toBeGreaterThan(0);
	expectSound(result);
});

test('the least capital is played, although its deposits are below the least one of a configuration file', async () => {
	const { positions, refusals } = await runOnRecording(drawRecording(7, false), { ...TOP, capitalUsd: 10 });
	expect(positions).toEqual([]);
	expect(refusals.length).toBeGreaterThan(0);
});
