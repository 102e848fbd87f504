/** Computes the rows of the funding map from the latest inputs of every contract. Pure functions. */

import { type Decimal, divTrunc, fromInteger, fromNumber, sub, sum } from '../domain/decimal.ts';
import { HOUR_MS, HOURS_PER_YEAR, NORMAL_HOURS, type PredictedFunding, rateOver } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { MonthMean } from '../domain/month-window.ts';
import type { FieldReason } from '../domain/opportunity.ts';
import type { MonthMeans } from '../ports/funding-history.ts';
import type {
	ContractFunding,
	FigureState,
	FundingCell,
	FundingColumn,
	FundingRow,
	WidestSpread,
} from '../ports/funding-map.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { shownNameOf } from '../venues/facts.ts';
import { FUNDING_MAP_TEXT, HISTORY_TEXT } from './text.ts';

/** Sorts unknown volumes behind known ones. */
const UNKNOWN_VOLUME = -1n;

/** Time and limit that decide whether a figure is stale, and the means of settled rates. */
export type FigureSources = {
	/** Unix milliseconds. */
	readonly now: number;
	readonly monthMeanOf: MonthMeans['monthMean'];
	/** Figures older than this, ms, are stale. */
	readonly tickerStaleMs: number;
};

/** A contract with its latest ticker at one instant. The market changes its own entries in place. */
type Contract = Pick<InstrumentInputs, 'instrument' | 'ticker' | 'tickerReceivedAt'>;

/** All contracts on a coin, by exchange. */
export type CoinContracts = {
	readonly coin: string;
	readonly byVenue: ReadonlyMap<VenueName, readonly Contract[]>;
};

/** An exchange with the state of its market data. */
type Exchange = Pick<FundingColumn, 'venue' | 'state'>;

/** Values to sort a coin by, as doubles; null if unknown. */
export type SortValues = { readonly spread: number | null; readonly volume: number | null };

/** Groups the contracts by coin, and keeps their current tickers. */
export function contractsByCoin(inputs: readonly InstrumentInputs[]): readonly CoinContracts[] {
	const coins = new Map<string, Map<VenueName, Contract[]>>();
	for (const { instrument, ticker, tickerReceivedAt } of inputs) {
		const { coin, venue } = instrument;
		const byVenue = coins.get(coin) ?? new Map<VenueName, Contract[]>();
		coins.set(coin, byVenue);
		const contract = { instrument, ticker, tickerReceivedAt };
		const known = byVenue.get(venue);
		if (known === undefined) byVenue.set(venue, [contract]);
		else known.push(contract);
	}
	return [...coins].map(([coin, byVenue]) => ({ coin, byVenue }));
}

/**
 * Returns a coin's sort values at these exchanges, without the cost of exact arithmetic. Only the rows of one page are
 * computed exactly.
 */
export function sortValues({ byVenue }: CoinContracts, exchanges: readonly Exchange[]): SortValues {
	let [low, high, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
	let volume: number | null = null;
	for (const { venue, state } of exchanges) {
		const contracts = byVenue.get(venue);
		if (contracts === undefined) continue;
		for (const { ticker } of contracts)
			if (ticker?.volume24h !== null && ticker?.volume24h !== undefined)
				volume = (volume ?? 0) + Number(ticker.volume24h);
		const [main] = contracts.length === 1 ? contracts : contracts.toSorted(byImportance);
		const funding = main?.ticker?.funding;
		if (state === 'down' || main === undefined || !isComparable(main) || !funding) continue;
		const rate = Number(funding.predictedRate) / funding.intervalMs;
		low = Math.min(low, rate);
		high = Math.max(high, rate);
		count += 1;
	}
	return { spread: count < 2 ? null : high - low, volume };
}

/** Computes a coin's row exactly. @param exchanges the exchanges to show, in the order of the cells */
export function fundingRow(
	{ coin, byVenue }: CoinContracts,
	exchanges: readonly Exchange[],
	sources: FigureSources,
): FundingRow {
	const cells = exchanges.flatMap(({ venue, state }): FundingCell[] => {
		const [main, ...others] = (byVenue.get(venue) ?? [])
			.toSorted(byImportance)
			.map((contract) => contractFunding(contract, state, sources));
		return main === undefined ? [] : [{ ...main, others }];
	});
	return rowOf(coin, cells);
}

function rowOf(coin: string, cells: readonly FundingCell[]): FundingRow {
	const volumes = cells.flatMap((cell) => [cell, ...cell.others]).flatMap(({ volume24h }) => volume24h ?? []);
	const spread = widestSpread(cells);
	return {
		coin,
		cells,
		volume24h: volumes.length === 0 ? null : sum(volumes),
		spread,
		reasons: [...reasonsOf(coin, spread, volumes.length), ...cells.flatMap(cellReasons)],
	};
}

function reasonsOf(coin: string, spread: WidestSpread | null, volumes: number): readonly FieldReason[] {
	const reasons: FieldReason[] = [];
	if (spread === null)
		reasons.push({ field: 'spread', code: 'TOO_FEW_RATES', message: FUNDING_MAP_TEXT.tooFewRates({ coin }) });
	if (volumes === 0)
		reasons.push({
			field: 'volume_24h',
			code: 'VOLUME_MISSING',
			message: FUNDING_MAP_TEXT.noVolumes({ coin }),
		});
	return reasons;
}

function cellReasons({
	venue,
	symbol,
	rate,
	volume24h,
	problems,
	monthReason,
}: FundingCell): readonly FieldReason[] {
	const reasons: FieldReason[] = [];
	if (rate === null)
		reasons.push({
			field: `cells.${venue}.rate`,
			code: 'FUNDING_MISSING',
			message: FUNDING_MAP_TEXT.noRate({ exchange: shownNameOf(venue), symbol, problems }),
		});
	if (volume24h === null)
		reasons.push({
			field: `cells.${venue}.volume_24h`,
			code: 'VOLUME_MISSING',
			message: FUNDING_MAP_TEXT.noVolume({ exchange: shownNameOf(venue), symbol }),
		});
	if (monthReason !== null) reasons.push(monthReason);
	return reasons;
}

function contractFunding(
	{ instrument, ticker, tickerReceivedAt }: Contract,
	venueState: FigureState,
	{ now, tickerStaleMs, monthMeanOf }: FigureSources,
): ContractFunding {
	const { venue, symbol, quote } = instrument;
	const ageMs = tickerReceivedAt === undefined ? null : Math.max(0, now - tickerReceivedAt);
	const funding = ticker?.funding ?? null;
	// An estimate whose settlement has passed belongs to an interval that is over.
	const isOld = ageMs === null || ageMs > tickerStaleMs || (funding?.nextSettlementAt ?? now) < now;
	return {
		venue,
		symbol,
		quote,
		...normalised(funding),
		...monthFigures(instrument, monthMeanOf(venue, symbol)),
		volume24h: ticker?.volume24h ?? null,
		tradable: ticker?.tradable ?? false,
		state: venueState === 'fresh' && isOld ? 'stale' : venueState,
		ageMs,
		problems: ticker?.problems ?? [],
	};
}

function normalised(
	funding: PredictedFunding | null,
): Pick<ContractFunding, 'rate' | 'intervalHours' | 'rate8h' | 'apr' | 'nextSettlementAt'> {
	if (funding === null || funding.intervalMs <= 0)
		return { rate: null, intervalHours: null, rate8h: null, apr: null, nextSettlementAt: null };
	const { predictedRate: rate, intervalMs, nextSettlementAt } = funding;
	return {
		rate,
		intervalHours: divTrunc(fromInteger(intervalMs), fromInteger(HOUR_MS)),
		rate8h: rateOver(rate, intervalMs, NORMAL_HOURS),
		apr: rateOver(rate, intervalMs, HOURS_PER_YEAR),
		nextSettlementAt,
	};
}

function monthFigures(
	{ venue, symbol }: Instrument,
	mean: MonthMean | undefined,
): Pick<ContractFunding, 'monthMeanApr' | 'monthReason'> {
	if (mean?.why === undefined && mean !== undefined) return { monthMeanApr: mean.apr, monthReason: null };
	const exchange = shownNameOf(venue);
	const [code, message] =
		mean === undefined
			? ['HISTORY_UNREAD', HISTORY_TEXT.notShared()]
			: mean.why === 'short'
				? ['HISTORY_SHORT', FUNDING_MAP_TEXT.monthTooShort({ exchange, symbol, days: inTenths(mean.days) })]
				: ['HISTORY_GAP', FUNDING_MAP_TEXT.monthHasGap({ exchange, symbol, from: mean.from, to: mean.to })];
	return { monthMeanApr: null, monthReason: { field: `cells.${venue}.month_mean_apr`, code, message } };
}

/** Rounds days to tenths, as messages show them. An exact decimal cannot hold all digits of a double. */
function inTenths(days: number): Decimal {
	return fromNumber(Math.round(days * 10) / 10);
}

/** Sorts contracts that can be compared first, then by volume. The symbol decides between equal contracts. */
function byImportance(a: Contract, b: Contract): number {
	const [usableA, usableB] = [isComparable(a), isComparable(b)];
	if (usableA !== usableB) return usableA ? -1 : 1;
	const [left, right] = [a.ticker?.volume24h ?? UNKNOWN_VOLUME, b.ticker?.volume24h ?? UNKNOWN_VOLUME];
	if (left !== right) return left > right ? -1 : 1;
	return a.instrument.symbol < b.instrument.symbol ? -1 : 1;
}

/** True if the contract trades and has a rate with its interval. */
function isComparable({ ticker }: Contract): boolean {
	return ticker?.tradable === true && (ticker.funding?.intervalMs ?? 0) > 0;
}

function widestSpread(cells: readonly FundingCell[]): WidestSpread | null {
	let low: FundingCell | undefined;
	let high: FundingCell | undefined;
	for (const cell of cells) {
		if (!cell.tradable || cell.rate8h === null || cell.state === 'down') continue;
		if (low === undefined || below(cell, low)) low = cell;
		// The last of several equal rates counts as the highest, so that two equal rates give two exchanges.
		if (high === undefined || !below(cell, high)) high = cell;
	}
	if (low === undefined || high === undefined || low === high) return null;
	return {
		longVenue: low.venue,
		shortVenue: high.venue,
		rate8h: sub(high.rate8h as Decimal, low.rate8h as Decimal),
		apr: sub(high.apr as Decimal, low.apr as Decimal),
	};
}

function below(a: FundingCell, b: FundingCell): boolean {
	return (a.rate8h as Decimal) < (b.rate8h as Decimal);
}
