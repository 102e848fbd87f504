/** Builds instruments and plans for tests of the execution engine. */
import { commonStep, type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecutionPlan } from '../../src/domain/event.ts';
import { executionId, jobId } from '../../src/domain/ids.ts';
import type { Instrument } from '../../src/domain/instrument.ts';

export function testInstrument(venue: string, lotSize: string): Instrument {
	return {
		venue,
		symbol: venue === 'kucoin' ? 'SOLUSDTM' : 'SOLUSDT',
		coin: 'SOL',
		quote: 'USDT',
		coinsPerOrderUnit: fromInteger(1),
		coinsPerPriceUnit: fromInteger(1),
		tickSize: parseDecimal('0.01'),
		lotSize: parseDecimal(lotSize),
		quantityMin: parseDecimal(lotSize),
		quantityMax: fromInteger(1_000_000),
		notionalMin: fromInteger(5),
		leverageMax: 50,
	};
}

/** Settings of a plan that opens both legs at once, without slices or exit rules. */
export const SIMPLE_OPENING = {
	firstLeg: null,
	makerMs: 0,
	openWithinMs: 60_000,
	unhedgedMax: fromInteger(1_000_000),
	netFloor: null,
	exit: {
		maxHours: null,
		maxEpochs: null,
		takeProfitPct: null,
		stopLossPct: null,
		closeOnReversal: false,
		minLiquidationDistancePct: null,
	},
} as const;

export function testPlan(options: {
	readonly seedHex: string;
	readonly longLot: string;
	readonly shortLot: string;
	readonly quantity: string;
}): ExecutionPlan {
	const long = testInstrument('bybit', options.longLot);
	const short = testInstrument('kucoin', options.shortLot);
	const mid: Decimal = fromInteger(150);
	return {
		executionId: executionId(options.seedHex),
		jobId: jobId(options.seedHex),
		userId: 'user_test',
		opportunityId: 'opp_test',
		symbol: 'SOLUSDT',
		coin: 'SOL',
		exchangepair: 'bybit-kucoin',
		mode: 'single-direct',
		amount: fromInteger(1_000),
		leverage: fromInteger(1),
		marginMode: 'isolated',
		quantity: parseDecimal(options.quantity),
		commonLot: commonStep(long.lotSize, short.lotSize),
		maxSlippageBps: fromInteger(10),
		...SIMPLE_OPENING,
		children: [{ quantity: parseDecimal(options.quantity), basisMin: null }],
		idempotencyKey: null,
		legs: {
			long: {
				role: 'long',
				venue: 'bybit',
				instrument: long,
				openSide: 'buy',
				decisionMid: mid,
				limitPrice: parseDecimal('150.15'),
				intervalHours: 8,
			},
			short: {
				role: 'short',
				venue: 'kucoin',
				instrument: short,
				openSide: 'sell',
				decisionMid: mid,
				limitPrice: parseDecimal('149.85'),
				intervalHours: 4,
			},
		},
	};
}
