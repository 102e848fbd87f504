/** The preview of a close: it changes nothing, its causes add up, and in a market that stands still it is what comes. */
import { describe, expect, test } from 'vitest';
import {
	add,
	type Decimal,
	formatFixed,
	fromInteger,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { closePreview, type ExitMarket } from '../../src/engine/orders/close-preview.ts';
import type { ClosePreview, CloseResult } from '../../src/ports/close-preview.ts';
import { bookOf } from '../support/hand-driven-market.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { FeedChange } from '../support/stage-feed.ts';
import {
	ANN,
	BELOW_LEVELS,
	BOB,
	begun,
	gridBetweenSlices,
	opened,
	passFed,
	refusalOf,
	settledFed,
	stageWith,
	stateOf,
} from '../support/stage-steps.ts';
import type { TradingStage } from '../support/trading-stage.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const d = parseDecimal;
/** The best prices stand where the guard of the stage ends: its exchanges fill at the limit of an order. */
const AT_GUARD = { halfSpread: 0.1 } as const;

type Terms = { readonly share?: Decimal; readonly maxSlippageBps?: Decimal };

const asked = (id: string, { share = ONE, maxSlippageBps }: Terms = {}) => ({
	...ANN,
	executionId: id,
	share,
	maxSlippageBps,
});

async function previewed(
	stage: TradingStage,
	id: string,
	terms: Terms = {},
	feed: FeedChange = AT_GUARD,
): Promise<ClosePreview> {
	stage.feed('SOL', feed);
	const before = stateOf(stage, id);
	const sent = [stage.bybit.sentCount(), stage.kucoin.sentCount()];
	const preview = await stage.settled(stage.desk.previewClose(asked(id, terms)));
	expect(stateOf(stage, id)).toEqual(before);
	expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual(sent);
	expectIdentities(preview);
	return preview;
}

const CAUSES = ['price_pnl', 'closed_pnl', 'funding_pnl', 'fees_paid', 'exit_fees', 'exit_slippage'] as const;

function expectIdentities({ legs, total }: ClosePreview): void {
	for (const result of [...legs.map((leg) => leg.result), total])
		expect(result.expected_pnl).toBe(made(result));
	for (const member of [...CAUSES, 'expected_pnl'] as const) {
		const parts = legs.map(({ result }) => result[member]);
		const whole = parts.reduce<Decimal | null>(
			(sum, part) => (sum === null || part === null ? null : add(sum, part)),
			ZERO,
		);
		expect(total[member]).toBe(whole);
	}
}

function made(result: CloseResult): Decimal | null {
	const { price_pnl: price, exit_fees: fees, exit_slippage: slippage } = result;
	if (price === null || fees === null || slippage === null) return null;
	const before = sub(add(result.closed_pnl, result.funding_pnl), result.fees_paid);
	return sub(sub(add(before, price), fees), slippage);
}

const cents = (value: Decimal | null): string => (value === null ? 'unknown' : formatFixed(value, 8));

describe('in a market that stands still the preview is what comes', () => {
	test('of all of one that runs, after a move of the basis', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		const moved = { ...AT_GUARD, mids: [104, 103] } as const;
		const preview = await previewed(stage, id, {}, moved);
		expect(preview).toMatchObject({
			action: 'close',
			status: 'running',
			message: expect.stringMatching(/^A close sells 5 SOL at bybit and buys back 5 at kucoin/),
			legs: [
				{ side: 'sell', held: d('5'), quantity: d('5'), mid_price: d('104'), book_age_ms: 0 },
				{ side: 'buy', held: d('5'), quantity: d('5'), mid_price: d('103'), book_age_ms: 0 },
			],
			warnings: [],
			reasons: [],
		});
		const answer = await settledFed(stage, stage.desk.close(asked(id)), moved);
		expect(cents(answer.final_pnl)).toBe(cents(preview.total.expected_pnl));
		expect(cents(answer.final_roi_pct)).toBe(cents(preview.expected_roi_pct));
		const { long, short } = executionLedger(stateOf(stage, id), { long: null, short: null });
		expect([long, short].map(({ realized }) => cents(realized))).toEqual(
			preview.legs.map(({ result }) => cents(result.expected_pnl)),
		);
	});

	test('of a share, and of the rest after it', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		const share = { share: d('0.4') };
		const part = await previewed(stage, id, share);
		expect(part).toMatchObject({ action: 'close_share', legs: [{ quantity: d('2') }, { quantity: d('2') }] });
		expect(part.message).toContain('3 run on, hedged');
		await settledFed(stage, stage.desk.close(asked(id, share)), AT_GUARD);
		const { long, short } = executionLedger(stateOf(stage, id), { long: null, short: null });
		expect(cents(add(long.realized, short.realized))).toBe(cents(part.total.expected_pnl));
		const rest = await previewed(stage, id);
		expect(rest.total.closed_pnl).not.toBe(ZERO);
		const answer = await settledFed(stage, stage.desk.close(asked(id)), AT_GUARD);
		expect(cents(answer.final_pnl)).toBe(cents(rest.total.expected_pnl));
	});

	test('of a grid between two slices: it stops the opening and closes what is open', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		const { held } = stateOf(stage, id);
		const below = { ...AT_GUARD, ...BELOW_LEVELS };
		const preview = await previewed(stage, id, {}, below);
		expect(preview.action).toBe('stop_opening');
		expect(preview.legs.map(({ quantity }) => quantity)).toEqual([held.long, held.short]);
		const answer = await settledFed(stage, stage.desk.close(asked(id)), below);
		expect(cents(answer.final_pnl)).toBe(cents(preview.total.expected_pnl));
		const after = await previewed(stage, id);
		expect(after).toMatchObject({ action: 'nothing', status: 'closed', total: { exit_fees: ZERO } });
		expect(after.total.expected_pnl).toBe(answer.final_pnl);
	});
});

describe('what a close would do', () => {
	test('to one that is queued: nothing is open, and nothing is sent', async () => {
		const stage = stageWith();
		const eightHours = 8 * 3_600_000;
		stage.clock.leap(Math.ceil(stage.clock.now() / eightHours) * eightHours - 10_000);
		stage.feed('SOL');
		const id = await begun(stage);
		const preview = await previewed(stage, id);
		expect(preview).toMatchObject({ action: 'cancel', status: 'queued', expected_roi_pct: null });
		expect(preview.total.expected_pnl).toBe(ZERO);
	});

	test('to one that is being closed already: it waits with it', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		for (const venue of [stage.bybit, stage.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const first = await settledFed(stage, stage.desk.close(asked(id)));
		expect(first.status).toBe('closing');
		expect(await previewed(stage, id)).toMatchObject({ action: 'wait', legs: [{ quantity: d('5') }, {}] });
		for (const venue of [stage.bybit, stage.kucoin]) venue.setFaults(NO_FAULTS);
		await passFed(stage, 30_000);
		expect(stateOf(stage, id).phase).toBe('closed');
	});

	test('is refused where the close would be: somebody else’s, and a share of an opening', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		const foreign = await refusalOf(stage, stage.desk.previewClose({ ...asked(id), ...BOB }));
		const share = await refusalOf(stage, stage.desk.previewClose(asked(id, { share: d('0.5') })));
		expect([foreign.code, share.code]).toEqual(['UNKNOWN_EXECUTION', 'NOT_CLOSABLE']);
	});
});

describe('what is not known is null, with its reason', () => {
	test('a book that does not hold the leg', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		const preview = await previewed(stage, id, {}, { size: '3' });
		expect(preview.total).toMatchObject({ exit_fees: null, exit_slippage: null, expected_pnl: null });
		expect(preview.total.price_pnl).not.toBeNull();
		expect(preview.reasons.map(({ field, code }) => [field, code])).toEqual([
			['legs.bybit.expected_price', 'THIN_BOOK'],
			['legs.kucoin.expected_price', 'THIN_BOOK'],
		]);
	});

	test('an old book is shown with its age, and warned of', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		stage.feed('SOL', AT_GUARD);
		stage.clock.leap(stage.clock.now() + 20_000);
		const preview = await stage.settled(stage.desk.previewClose(asked(id)));
		expect(preview.legs.map(({ book_age_ms: age }) => age)).toEqual([20_000, 20_000]);
		expect(preview.warnings.map(({ code, message }) => [code, message])).toEqual([
			['BOOK_STALE', expect.stringContaining('bybit SOLUSDT is 20.0 s old')],
			['BOOK_STALE', expect.stringContaining('kucoin SOLUSDTM is 20.0 s old')],
		]);
		expect(preview.total.expected_pnl).not.toBeNull();
	});

	test('a guard that the book does not keep is warned of: the close may wait', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		const { warnings } = await previewed(stage, id, { maxSlippageBps: fromInteger(2) });
		expect(warnings.map(({ code }) => code)).toEqual(['SLIPPAGE_GUARD', 'SLIPPAGE_GUARD']);
	});
});

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
	'its causes add up over any books, seed %i',
	(seed) => {
		const random = seededRandom(seed);
		const state = RUNNING;
		const levels = (from: number, step: number): [string, string][] =>
			Array.from({ length: 1 + random.below(4) }, (_, index) => [
				(from + step * (index + random.unit())).toFixed(6),
				(0.000001 + random.unit() * 4).toFixed(6),
			]);
		const market = (): ExitMarket => {
			const mid = 20 + random.unit() * 200;
			return {
				book: random.chance(0.1) ? undefined : bookOf(levels(mid, -0.05), levels(mid, 0.05)),
				bookAgeMs: random.below(9_000),
				takerFee: random.chance(0.1) ? undefined : d((random.unit() / 1_000 - 0.0001).toFixed(9)),
			};
		};
		const remaining = random.chance(0.5) ? ZERO : d((random.unit() * 5).toFixed(1));
		const close = { remaining, isUnderWay: false, firmGuardBps: random.chance(0.5) ? ONE : undefined };
		expectIdentities(closePreview(state, close, { long: market(), short: market() }, 5_000));
	},
);

const RUNNING = await (async () => {
	const stage = stageWith();
	const id = await opened(stage);
	await settledFed(stage, stage.desk.close(asked(id, { share: d('0.3') })));
	return stateOf(stage, id);
})();
