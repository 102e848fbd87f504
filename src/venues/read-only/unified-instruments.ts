/**
 * Converts ccxt's markets to instruments with their fees. An unreadable contract is omitted with a message and does
 * not affect others.
 */
import { type Decimal, divTrunc, max, mulTrunc, parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { type ContractList, readContracts } from '../shared/contract-list.ts';
import {
	at,
	type Body,
	BodyError,
	isBody,
	leverageOf,
	positiveOf,
	required,
	text,
} from '../shared/fields.ts';
import { precisionNotUsable } from './text.ts';
import { figure, isLinearPerpetual, positiveFigure } from './unified-exchange.ts';

/** An exchange's contracts with their published fees and ccxt's symbols. */
export type UnifiedContracts = ContractList & {
	/** Fees, keyed by the exchange's symbol. */
	readonly fees: ReadonlyMap<string, FeeRates>;
	/** ccxt's symbols, keyed by the exchange's symbol. */
	readonly unified: ReadonlyMap<string, string>;
};

/** Currencies that count as dollars; the QUOTE_DEPEG guard checks their peg. */
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD']);
/** Maximum order size, coins, of a contract whose maximum the exchange does not report. */
const QUANTITY_UNBOUNDED = parseDecimal('1000000000000000');
/** Value of ccxt's `precisionMode` if precisions are numbers of decimal places. */
const DECIMAL_PLACES = 2;
/** Value of ccxt's `precisionMode` if precisions are ticks. */
const TICK_SIZE = 4;

/** Parses linear perpetuals in USDT, USDC and USD that are trading. */
export function readMarkets(
	venue: string,
	markets: Readonly<Record<string, unknown>>,
	precisionMode: number,
): UnifiedContracts {
	const unified = new Map<string, string>();
	const fees = new Map<string, FeeRates>();
	const rows = Object.values(markets).flatMap((market) =>
		isBody(market) && isTrading(market) ? [{ ...market, symbol: market.id, unified: market.symbol }] : [],
	);
	const list = readContracts(rows, (row) => {
		const instrument = instrumentOf(venue, row, precisionMode);
		if (instrument === undefined) return undefined;
		fees.set(instrument.symbol, feesOf(row));
		unified.set(instrument.symbol, required(text(row, 'unified'), 'symbol'));
		return instrument;
	});
	return { ...list, fees, unified };
}

function isTrading(market: Body): boolean {
	return isLinearPerpetual(market) && market.active !== false;
}

/**
 * Converts a market to an instrument; returns undefined for a contract that does not settle in dollars. @throws
 * BodyError for an unreadable contract
 */
function instrumentOf(venue: string, row: Body, precisionMode: number): Instrument | undefined {
	const settle = text(row, 'settle') ?? '';
	if (!DOLLARS.has(settle) || text(row, 'quote') !== settle) return undefined;
	const symbol = required(text(row, 'symbol'), 'id');
	const name = required(
		resolveName(undefined, { symbol, base: text(row, 'base'), quote: settle }),
		'base and quote',
	);
	const size = required(positiveFigure(row, 'contractSize'), 'contractSize');
	const coinsPerContract = positiveOf(mulTrunc(size, name.coinsPerUnit), 'contractSize');
	const lotSize = positiveOf(mulTrunc(stepOf(row, 'amount', precisionMode), coinsPerContract), 'lot');
	const least = positiveFigure(row, 'limits', 'amount', 'min');
	const most = positiveFigure(row, 'limits', 'amount', 'max');
	const quantityMin = least === undefined ? lotSize : mulTrunc(least, coinsPerContract);
	return {
		venue,
		symbol,
		coin: name.coin,
		quote: name.quote,
		coinsPerOrderUnit: coinsPerContract,
		coinsPerPriceUnit: name.coinsPerUnit,
		tickSize: positiveOf(divTrunc(stepOf(row, 'price', precisionMode), name.coinsPerUnit), 'tick'),
		lotSize,
		quantityMin: max(quantityMin, lotSize),
		quantityMax: most === undefined ? QUANTITY_UNBOUNDED : mulTrunc(most, coinsPerContract),
		notionalMin: figure(row, 'limits', 'cost', 'min') ?? ZERO,
		leverageMax: leverageOf(at(row, 'limits', 'leverage'), 'max'),
	};
}

/**
 * Computes the tick or lot size from ccxt's tick or number of places. @throws BodyError for other precisions, because
 * significant digits give no fixed tick
 */
function stepOf(row: Body, what: 'amount' | 'price', precisionMode: number): Decimal {
	const written = required(figure(row, 'precision', what), `precision of ${what}`);
	if (precisionMode === TICK_SIZE && written > 0n) return written;
	const places = Number(text(at(row, 'precision'), what));
	if (precisionMode === DECIMAL_PLACES && Number.isInteger(places) && places >= 0 && places <= 18)
		return parseDecimal(`1e-${places}`);
	throw new BodyError(precisionNotUsable(what, text(at(row, 'precision'), what) ?? 'nothing', precisionMode));
}

/**
 * Reads the base tier's fees, which ccxt takes from the exchange's response or from its own table. @throws BodyError
 * if one is missing
 */
function feesOf(row: Body): FeeRates {
	return {
		taker: required(figure(row, 'taker'), 'taker fee'),
		maker: required(figure(row, 'maker'), 'maker fee'),
	};
}
