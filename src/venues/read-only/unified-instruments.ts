/** ccxt's markets as instruments, and their fees. A contract that cannot be read is left out with a sentence, alone. */
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
import { figure, isLinearPerpetual, positiveFigure } from './unified-exchange.ts';

/** Contracts of an exchange with their published fees and ccxt's symbols. */
export type UnifiedContracts = ContractList & {
	/** By the venue's own symbol. */
	readonly fees: ReadonlyMap<string, FeeRates>;
	/** ccxt's symbol by the venue's own. */
	readonly unified: ReadonlyMap<string, string>;
};

/** Money that counts as dollars; what it is really worth is the guard QUOTE_DEPEG's to say. */
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD']);
/** Coins; for contracts of which the exchange states no largest order. */
const QUANTITY_UNBOUNDED = parseDecimal('1000000000000000');
/** ccxt's ways of writing precision, `precisionMode`. */
const DECIMAL_PLACES = 2;
const TICK_SIZE = 4;

/** The linear perpetuals in USDT, USDC and USD that are trading. */
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

/** Undefined for what is settled in something else than dollars. @throws BodyError where it cannot be read */
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

/** A tick or a lot. Some exchanges are described in places; those in significant digits have no tick. @throws BodyError */
function stepOf(row: Body, what: 'amount' | 'price', precisionMode: number): Decimal {
	const written = required(figure(row, 'precision', what), `precision of ${what}`);
	if (precisionMode === TICK_SIZE && written > 0n) return written;
	const places = Number(text(at(row, 'precision'), what));
	if (precisionMode === DECIMAL_PLACES && Number.isInteger(places) && places >= 0 && places <= 18)
		return parseDecimal(`1e-${places}`);
	throw new BodyError(
		`The precision of ${what} was ${text(at(row, 'precision'), what) ?? 'nothing'} in ccxt's mode ${precisionMode}, a tick or a count of places is needed.`,
	);
}

/** Of the base tier. ccxt has them from the exchange's answer or from its own table. @throws BodyError */
function feesOf(row: Body): FeeRates {
	return {
		taker: required(figure(row, 'taker'), 'taker fee'),
		maker: required(figure(row, 'maker'), 'maker fee'),
	};
}
