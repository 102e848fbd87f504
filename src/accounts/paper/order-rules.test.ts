import { describe, expect, test } from 'vitest';
import { BTC, PAPER_FEES, paperHolding, paperOrder, paperState } from '../../../test/support/paper-states.ts';
import { fromInteger, ONE, parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { PaperHolding, PaperState } from '../../ports/paper-store.ts';
import type { MarginMode, VenueOrder } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { MarginView } from './margin.ts';
import { type Gate, orderMargin, refusalOf } from './order-rules.ts';
import { preparedHolding } from './preparing.ts';

const MARK = fromInteger(100);

function viewOf(state: PaperState): MarginView {
	const positions = [...state.holdings.values()]
		.filter(({ quantity }) => quantity !== 0n)
		.map((holding) => ({ holding, instrument: BTC, mark: MARK }));
	return { wallet: state.wallet, positions, orderMargin: orderMargin(state, () => PAPER_FEES) };
}

function gate(state: PaperState, change: Partial<Gate> = {}): Gate {
	const holding = state.holdings.get(BTC.symbol) ?? paperHolding();
	return {
		instrument: BTC,
		tradable: true,
		fees: PAPER_FEES,
		state,
		holding,
		view: viewOf(state),
		...change,
	};
}

function order(change: Partial<VenueOrder> = {}): VenueOrder {
	return {
		symbol: BTC.symbol,
		clientOrderId: 'a',
		side: 'buy',
		quantity: ONE,
		limitPrice: MARK,
		timeInForce: 'IOC',
		reduceOnly: false,
		leverage: ONE,
		marginMode: 'isolated',
		...change,
	};
}

const long = (change: Partial<PaperHolding> = {}): PaperHolding =>
	paperHolding({ quantity: ONE, entryValue: MARK, ...change });

describe('refuses', () => {
	const state = paperState();
	test.each([
		['not an order within the limits', order(), undefined],
		['a quantity between lots', order({ quantity: parseDecimal('1.0005') }), 'QUANTITY_NOT_ON_LOT'],
		['a quantity of zero', order({ quantity: ZERO }), 'QUANTITY_NOT_ON_LOT'],
		['a price between ticks', order({ limitPrice: parseDecimal('100.005') }), 'PRICE_NOT_ON_TICK'],
		['a quantity above the maximum', order({ quantity: fromInteger(1_000_001) }), 'QUANTITY_TOO_LARGE'],
		['an order value below the minimum', order({ quantity: parseDecimal('0.049') }), 'NOTIONAL_TOO_SMALL'],
		['reducing without a position', order({ side: 'sell', reduceOnly: true }), 'NOTHING_TO_REDUCE'],
		['an order above the free margin', order({ quantity: fromInteger(100) }), 'INSUFFICIENT_BALANCE'],
	])('%s', (_what, asked, code) => {
		expect(refusalOf(asked, gate(state))?.code).toBe(code);
	});

	test('a quantity below a minimum larger than a lot', () => {
		const instrument = { ...BTC, quantityMin: parseDecimal('0.1') };
		expect(refusalOf(order({ quantity: parseDecimal('0.05') }), gate(state, { instrument }))?.code).toBe(
			'QUANTITY_TOO_SMALL',
		);
	});

	test('every order as temporary while the instrument does not trade', () => {
		expect(refusalOf(order(), gate(state, { tradable: false }))).toMatchObject({
			code: 'NOT_TRADING',
			passing: true,
		});
	});

	test('not a small value that reduces a position', () => {
		const small = order({ side: 'sell', quantity: parseDecimal('0.01'), reduceOnly: true });
		expect(refusalOf(small, gate(paperState([long()])))).toBeUndefined();
	});

	test('another margin mode while a position is open', () => {
		const asked = order({ marginMode: 'cross' });
		expect(refusalOf(asked, gate(paperState([long()])))?.code).toBe('MARGIN_MODE_DIFFERS');
	});

	test('an order that lifts the position into a tier with a lower maximum leverage', () => {
		const tiers = [
			{
				valueMax: fromInteger(150),
				maintenanceRate: parseDecimal('0.01'),
				deduction: ZERO,
				leverageMax: fromInteger(50),
			},
			{
				valueMax: fromInteger(900),
				maintenanceRate: parseDecimal('0.05'),
				deduction: ZERO,
				leverageMax: fromInteger(5),
			},
		];
		const held = paperState([long({ tiers, leverage: fromInteger(10) })]);
		expect(refusalOf(order(), gate(held))?.code).toBe('RISK_LIMIT');
		expect(refusalOf(order({ quantity: parseDecimal('0.5') }), gate(held))).toBeUndefined();
	});

	test('margin that another order in flight uses', () => {
		const other = paperOrder('b', 'buy', fromInteger(99), MARK);
		const busy: PaperState = { ...state, open: new Map([['b', other]]) };
		expect(refusalOf(order({ quantity: fromInteger(2) }), gate(busy))?.code).toBe('INSUFFICIENT_BALANCE');
		expect(refusalOf(order({ quantity: parseDecimal('0.5') }), gate(busy))).toBeUndefined();
	});

	test('not a reduce-only order of any size for margin', () => {
		const exit = paperOrder('b', 'sell', fromInteger(99), MARK, { reduceOnly: true });
		const closing: PaperState = { ...paperState([long()]), open: new Map([['b', exit]]) };
		expect(orderMargin(closing, () => PAPER_FEES)).toBe(ZERO);
	});

	test('an opposite order only for the margin of what it opens beyond the position', () => {
		const poor = paperState([long()], fromInteger(150));
		expect(refusalOf(order({ side: 'sell' }), gate(poor))).toBeUndefined();
		expect(refusalOf(order({ side: 'sell', quantity: fromInteger(2) }), gate(poor))?.code).toBe(
			'INSUFFICIENT_BALANCE',
		);
	});
});

describe('leverage and margin mode', () => {
	const prepared = (held: PaperHolding | undefined, leverage: number, mode: MarginMode = 'isolated') => {
		const { tiers, lastMark } = held ?? paperHolding();
		const settings = { leverage: fromInteger(leverage), marginMode: mode, tiers, lastMark };
		const state = paperState(held === undefined ? [] : [held], fromInteger(120));
		return () => preparedHolding(BTC, settings, state, viewOf);
	};

	test.each([
		['leverage from 1 to the maximum of the instrument', undefined, 50, 'isolated' as const],
		['another mode without a position', paperHolding(), 3, 'cross' as const],
		['a higher leverage of a position, which uses less margin', long(), 4, 'isolated' as const],
	])('%s', (_what, held, leverage, mode) => {
		expect(prepared(held, leverage, mode)).not.toThrow();
	});

	test.each([
		['a leverage above the maximum', undefined, 51, 'isolated' as const, /allows 1 to 50/],
		['another mode of a position', long(), 1, 'cross' as const, /margin mode cannot change/],
		[
			'a leverage that needs more margin than is free',
			long({ leverage: fromInteger(4), quantity: fromInteger(2), entryValue: fromInteger(200) }),
			1,
			'isolated' as const,
			/needs more margin/,
		],
	])('refuses %s', (_what, held, leverage, mode, sentence) => {
		expect(prepared(held, leverage, mode)).toThrow(VenueError);
		expect(prepared(held, leverage, mode)).toThrow(sentence);
	});
});
