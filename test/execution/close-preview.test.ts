/**
 * Checks that a close preview changes nothing and that its cost components add up. While the market does not move, it
 * must equal the result of the close.
 */
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
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import type { FeedChange } from '../support/fixture-feed.ts';
import {
	ANN,
	BELOW_LEVELS,
	BOB,
	begun,
	fixtureWith,
	gridBetweenSlices,
	opened,
	passFed,
	refusalOf,
	settledFed,
	stateOf,
} from '../support/fixture-steps.ts';
import { bookOf } from '../support/hand-driven-market.ts';
import type { TradingFixture } from '../support/trading-fixture.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';

const d = parseDecimal;
/**
 * Half bid-ask spread that puts the best prices at the fixture's slippage limit. The fixture's exchanges fill at an
 * order's limit price, so a preview equals the result only with this spread.
 */
const AT_GUARD = { halfSpread: 0.1 } as const;

type Terms = { readonly share?: Decimal; readonly maxSlippageBps?: Decimal };

const asked = (id: string, { share = ONE, maxSlippageBps }: Terms = {}) => ({
	...ANN,
	executionId: id,
	share,
	maxSlippageBps,
});

async function previewed(
	fixture: TradingFixture,
	id: string,
	terms: Terms = {},
	feed: FeedChange = AT_GUARD,
): Promise<ClosePreview> {
	fixture.feed('SOL', feed);
	const before = stateOf(fixture, id);
	const sent = [fixture.bybit.sentCount(), fixture.kucoin.sentCount()];
	const preview = await fixture.settled(fixture.orderService.previewClose(asked(id, terms)));
	expect(stateOf(fixture, id)).toEqual(before);
	expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual(sent);
	expectIdentities(preview);
	return preview;
}

const CAUSES = ['pricePnl', 'closedPnl', 'fundingPnl', 'feesPaid', 'exitFees', 'exitSlippage'] as const;

function expectIdentities({ legs, total }: ClosePreview): void {
	for (const result of [...legs.map((leg) => leg.result), total])
		expect(result.expectedPnl).toBe(made(result));
	for (const member of [...CAUSES, 'expectedPnl'] as const) {
		const parts = legs.map(({ result }) => result[member]);
		const whole = parts.reduce<Decimal | null>(
			(sum, part) => (sum === null || part === null ? null : add(sum, part)),
			ZERO,
		);
		expect(total[member]).toBe(whole);
	}
}

function made(result: CloseResult): Decimal | null {
	const { pricePnl: price, exitFees: fees, exitSlippage: slippage } = result;
	if (price === null || fees === null || slippage === null) return null;
	const before = sub(add(result.closedPnl, result.fundingPnl), result.feesPaid);
	return sub(sub(add(before, price), fees), slippage);
}

const cents = (value: Decimal | null): string => (value === null ? 'unknown' : formatFixed(value, 8));

describe('the preview equals the result in a still market', () => {
	test('for a full close of a running execution, after a move of the basis', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		const moved = { ...AT_GUARD, mids: [104, 103] } as const;
		const preview = await previewed(fixture, id, {}, moved);
		expect(preview).toMatchObject({
			action: 'close',
			status: 'running',
			message: { text: expect.stringMatching(/^A close sells 5 SOL on Bybit and buys back 5 SOL on KuCoin/) },
			legs: [
				{ side: 'sell', held: d('5'), quantity: d('5'), midPrice: d('104'), bookAgeMs: 0 },
				{ side: 'buy', held: d('5'), quantity: d('5'), midPrice: d('103'), bookAgeMs: 0 },
			],
			warnings: [],
			reasons: [],
		});
		const answer = await settledFed(fixture, fixture.orderService.close(asked(id)), moved);
		expect(cents(answer.finalPnl)).toBe(cents(preview.total.expectedPnl));
		expect(cents(answer.finalRoiPct)).toBe(cents(preview.expectedRoiPct));
		const { long, short } = executionLedger(stateOf(fixture, id), { long: null, short: null });
		expect([long, short].map(({ realized }) => cents(realized))).toEqual(
			preview.legs.map(({ result }) => cents(result.expectedPnl)),
		);
	});

	test('for a share, and then for the rest', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		const share = { share: d('0.4') };
		const part = await previewed(fixture, id, share);
		expect(part).toMatchObject({ action: 'close_share', legs: [{ quantity: d('2') }, { quantity: d('2') }] });
		expect(textOf(part.message)).toContain('3 SOL stay open and hedged');
		await settledFed(fixture, fixture.orderService.close(asked(id, share)), AT_GUARD);
		const { long, short } = executionLedger(stateOf(fixture, id), { long: null, short: null });
		expect(cents(add(long.realized, short.realized))).toBe(cents(part.total.expectedPnl));
		const rest = await previewed(fixture, id);
		expect(rest.total.closedPnl).not.toBe(ZERO);
		const answer = await settledFed(fixture, fixture.orderService.close(asked(id)), AT_GUARD);
		expect(cents(answer.finalPnl)).toBe(cents(rest.total.expectedPnl));
	});

	test('for a grid between two slices: the close stops the opening and closes the filled part', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		const { held } = stateOf(fixture, id);
		const below = { ...AT_GUARD, ...BELOW_LEVELS };
		const preview = await previewed(fixture, id, {}, below);
		expect(preview.action).toBe('stop_opening');
		expect(preview.legs.map(({ quantity }) => quantity)).toEqual([held.long, held.short]);
		const answer = await settledFed(fixture, fixture.orderService.close(asked(id)), below);
		expect(cents(answer.finalPnl)).toBe(cents(preview.total.expectedPnl));
		const after = await previewed(fixture, id);
		expect(after).toMatchObject({ action: 'nothing', status: 'closed', total: { exitFees: ZERO } });
		expect(after.total.expectedPnl).toBe(answer.finalPnl);
	});
});

describe('the effect of a close', () => {
	test('on a queued execution: nothing is open and no order is sent', async () => {
		const fixture = fixtureWith();
		const eightHours = 8 * 3_600_000;
		fixture.clock.leap(Math.ceil(fixture.clock.now() / eightHours) * eightHours - 10_000);
		fixture.feed('SOL');
		const id = await begun(fixture);
		const preview = await previewed(fixture, id);
		expect(preview).toMatchObject({ action: 'cancel', status: 'queued', expectedRoiPct: null });
		expect(preview.total.expectedPnl).toBe(ZERO);
	});

	test('on a closing execution: it waits for the close under way', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const first = await settledFed(fixture, fixture.orderService.close(asked(id)));
		expect(first.status).toBe('closing');
		expect(await previewed(fixture, id)).toMatchObject({ action: 'wait', legs: [{ quantity: d('5') }, {}] });
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults(NO_FAULTS);
		await passFed(fixture, 30_000);
		expect(stateOf(fixture, id).phase).toBe('closed');
	});

	test('is refused like the close itself: for another user’s execution, and for a share of an opening', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		const foreign = await refusalOf(fixture, fixture.orderService.previewClose({ ...asked(id), ...BOB }));
		const share = await refusalOf(fixture, fixture.orderService.previewClose(asked(id, { share: d('0.5') })));
		expect([foreign.code, share.code]).toEqual(['UNKNOWN_EXECUTION', 'NOT_CLOSABLE']);
	});
});

describe('unknown figures are null, with a reason', () => {
	test('for a book too thin for the leg', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		const preview = await previewed(fixture, id, {}, { size: '3' });
		expect(preview.total).toMatchObject({ exitFees: null, exitSlippage: null, expectedPnl: null });
		expect(preview.total.pricePnl).not.toBeNull();
		expect(preview.reasons.map(({ field, code }) => [field, code])).toEqual([
			['legs.bybit.expected_price', 'THIN_BOOK'],
			['legs.kucoin.expected_price', 'THIN_BOOK'],
		]);
	});

	test('and an old book appears with its age and a warning', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		fixture.feed('SOL', AT_GUARD);
		fixture.clock.leap(fixture.clock.now() + 20_000);
		const preview = await fixture.settled(fixture.orderService.previewClose(asked(id)));
		expect(preview.legs.map(({ bookAgeMs: age }) => age)).toEqual([20_000, 20_000]);
		expect(preview.warnings.map(({ code, message }) => [code, textOf(message)])).toEqual([
			['BOOK_STALE', expect.stringContaining('Bybit SOLUSDT is 20.0 s old')],
			['BOOK_STALE', expect.stringContaining('KuCoin SOLUSDTM is 20.0 s old')],
		]);
		expect(preview.total.expectedPnl).not.toBeNull();
	});

	test('and a book outside the guard gives a warning that the close may wait', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		const { warnings } = await previewed(fixture, id, { maxSlippageBps: fromInteger(2) });
		expect(warnings.map(({ code }) => code)).toEqual(['SLIPPAGE_GUARD', 'SLIPPAGE_GUARD']);
	});
});

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
	'the causes add up over any books, seed %i',
	(seed) => {
		const random = seededRandom(seed);
		const state = RUNNING;
		const levels = (from: number, step: number): [string, string][] =>
			Array.from({ length: 1 + random.below(4) }, (_, index) => [
				(from + step * (index + random.unit())).toFixed(6),
				(0.000001 + random.unit() * 4).toFixed(6),
			]);
		const rate = () => d((random.unit() / 1_000 - 0.0001).toFixed(9));
		const market = (): ExitMarket => {
			const mid = 20 + random.unit() * 200;
			return {
				book: random.chance(0.1) ? undefined : bookOf(levels(mid, -0.05), levels(mid, 0.05)),
				bookAgeMs: random.below(9_000),
				fees: random.chance(0.1) ? undefined : { taker: rate(), maker: rate() },
			};
		};
		const remaining = random.chance(0.5) ? ZERO : d((random.unit() * 5).toFixed(1));
		const close = { remaining, isUnderWay: false, firmGuardBps: random.chance(0.5) ? ONE : undefined };
		expectIdentities(closePreview(state, close, { long: market(), short: market() }, 5_000));
	},
);

const RUNNING = await (async () => {
	const fixture = fixtureWith();
	const id = await opened(fixture);
	await settledFed(fixture, fixture.orderService.close(asked(id, { share: d('0.3') })));
	return stateOf(fixture, id);
})();
