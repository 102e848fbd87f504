/**
 * Reads holdings and fees of an account on Tidemark and changes its trading settings. There is one position per
 * contract, in coins.
 */
import { formatDecimal, sum } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import type { MarginMode, PositionReport, VenueOrder } from '../../../src/ports/venue.ts';
import type { AccountDialect, Call } from '../../../src/venues/shared/dialect.ts';
import {
	at,
	type Body,
	decimal,
	decimalOf,
	price,
	required,
	text,
} from '../../../src/venues/shared/fields.ts';
import { rowsOf } from './markets.ts';

/** Tidemark's account requests and settings; stateless. */
export const tidemarkAccount: AccountDialect = {
	prepare,
	async readPositions(call, find) {
		const rows = rowsOf(await call('account', 'signedPostPositions'), 'positions');
		return rows.flatMap((row) => positionOf(row, find(text(row, 'contract') ?? '')) ?? []);
	},
	otherAssets: [],
	async readBalance(call) {
		const wallet = at(await call('account', 'signedPostWallet'), 'out');
		const bound = at(wallet, 'bound');
		return {
			walletBalance: required(decimal(wallet, 'cash'), 'cash'),
			equity: required(decimal(wallet, 'equity'), 'equity'),
			available: required(decimal(wallet, 'free'), 'free'),
			marginUsed: sum((Array.isArray(bound) ? bound : []).map((each) => required(decimalOf(each), 'bound'))),
			otherAssets: [],
		};
	},
	async readFees(call, symbol) {
		const fees = at(await call('account', 'signedPostFees', { contract: symbol }), 'out');
		return {
			taker: required(decimal(fees, 'taker'), 'taker'),
			maker: required(decimal(fees, 'maker'), 'maker'),
		};
	},
};

/** Sets leverage and margin mode with one request, which has no effect if both already apply. */
async function prepare(
	call: Call,
	{ symbol }: Instrument,
	leverage: VenueOrder['leverage'],
	mode: MarginMode,
): Promise<void> {
	await call('account', 'signedPostTerms', { contract: symbol, mode, leverage: formatDecimal(leverage) });
}

/** Returns an open position; undefined if the contract has no position or is not traded here. */
function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
	const quantity = decimal(row, 'net');
	if (instrument === undefined || quantity === undefined || quantity === 0n) return undefined;
	return {
		symbol: instrument.symbol,
		quantity,
		entryPrice: price(row, 'entry', instrument),
		markPrice: price(row, 'mark', instrument),
		liquidationPrice: price(row, 'liquidation', instrument),
		leverage: decimal(row, 'leverage') ?? null,
		marginMode: text(row, 'mode') === 'cross' ? 'cross' : 'isolated',
		margin: decimal(row, 'margin') ?? null,
		unrealizedPnl: decimal(row, 'profit') ?? null,
		adlRank: null,
	};
}
