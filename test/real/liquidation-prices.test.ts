/** Compares liquidation prices that venues reported with the results of the simulated exchanges' margin arithmetic. */
import { expect, test } from 'vitest';
import { type MarginedPosition, positionOf } from '../../simulator/core/margin.ts';
import { applyFill } from '../../simulator/core/position.ts';
import { scriptedInstrument } from '../../simulator/core/scripted-world-fixture.ts';
import type { MarginMode } from '../../simulator/core/types.ts';
import {
	abs,
	type Decimal,
	divDown,
	formatDecimal,
	parseDecimal,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import { documentedEndpoint } from './documented-bodies.ts';
import { lastAnswer } from './recorded-exchanges.ts';

type Terms = {
	readonly mark: Decimal;
	readonly leverage: Decimal;
	readonly mode: MarginMode;
	readonly maintenanceRate: string;
	readonly tick: string;
};

function held(symbol: string, quantity: Decimal, entry: Decimal, terms: Terms): MarginedPosition {
	const { position } = applyFill(undefined, {
		symbol,
		side: quantity > ZERO ? 'buy' : 'sell',
		quantity: abs(quantity),
		price: entry,
		fee: ZERO,
		at: 1,
	});
	if (position === undefined) throw new Error('A fill opens a position.');
	const { mark, leverage, mode, maintenanceRate, tick } = terms;
	const instrument = scriptedInstrument(symbol, {
		maintenanceMarginRate: parseDecimal(maintenanceRate),
		tickSize: parseDecimal(tick),
	});
	return { held: position, instrument, mark, leverage, mode };
}

type RecordedState = {
	readonly assetPositions: readonly {
		readonly position: {
			readonly coin: string;
			readonly szi: string;
			readonly entryPx: string;
			readonly positionValue: string;
			readonly liquidationPx: string | null;
			readonly leverage: { readonly value: number };
		};
	}[];
	readonly crossMarginSummary: { readonly accountValue: string };
};

test('liquidates twelve cross positions of a Hyperliquid account at the stated prices, and seven of them never', () => {
	const { assetPositions, crossMarginSummary } = lastAnswer('test_get_user_state') as RecordedState;
	const stated = assetPositions.map(({ position }) => position);
	const positions = stated.map(({ coin, szi, entryPx, positionValue, leverage }) => {
		const quantity = parseDecimal(szi);
		return held(coin, quantity, parseDecimal(entryPx), {
			mark: divDown(parseDecimal(positionValue), abs(quantity)),
			leverage: parseDecimal(String(leverage.value)),
			mode: 'cross',
			// Maintenance margin rate in 2023-03, when the recording was made.
			maintenanceRate: '0.0075',
			tick: '0.00000001',
		});
	});
	const bare = { wallet: ZERO, positions, orderMargin: ZERO };
	const unrealized = sum(positions.map((position) => positionOf(position, bare).unrealizedPnl));
	const view = { ...bare, wallet: sub(parseDecimal(crossMarginSummary.accountValue), unrealized) };
	const off = positions.map((position, index) => {
		const ours = positionOf(position, view).liquidationPrice;
		const theirs = stated[index]?.liquidationPx ?? null;
		if (ours === undefined || theirs === null)
			return ours === undefined && theirs === null ? 'nowhere' : 'one of two';
		return Math.abs(Number(formatDecimal(ours)) / Number(theirs) - 1) < 2e-5 ? 'equal' : formatDecimal(ours);
	});
	const count = (what: string) => off.filter((each) => each === what).length;
	expect([off.length, count('equal'), count('nowhere')]).toEqual([12, 5, 7]);
});

type DocumentedPosition = {
	readonly data: readonly {
		readonly posCost: number;
		readonly posMargin: number;
		readonly posMaint: number;
		readonly avgEntryPrice: number;
		readonly liquidationPrice: number;
	}[];
};

test('liquidates KuCoin’s documented isolated position within one tick of its stated price', () => {
	const { body } = documentedEndpoint('messages/kucoin-documented/Endpoints/Futures/Account/GetPosition');
	const [stated] = (body as DocumentedPosition).data;
	if (stated === undefined) throw new Error('The documented body holds a position.');
	const cost = parseDecimal(String(stated.posCost));
	// The reported margin and maintenance margin include fees. The leverage and the maintenance rate are therefore
	// derived from these margins and the entry value.
	const position = held('XBTUSDTM', parseDecimal('0.001'), parseDecimal(String(stated.avgEntryPrice)), {
		mark: parseDecimal(String(stated.avgEntryPrice)),
		leverage: divDown(cost, parseDecimal(String(stated.posMargin))),
		mode: 'isolated',
		maintenanceRate: formatDecimal(divDown(parseDecimal(String(stated.posMaint)), cost)),
		tick: '0.01',
	});
	// The wallet equals the position's entry value, so it covers the margin in full.
	const view = { wallet: cost, positions: [position], orderMargin: ZERO };
	const { liquidationPrice } = positionOf(position, view);
	expect(liquidationPrice === undefined ? 'nowhere' : formatDecimal(liquidationPrice)).toBe('32210.45');
	expect(stated.liquidationPrice).toBe(32_211);
});
