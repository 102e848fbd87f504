/** Computes the rows of the funding map from the latest inputs of every contract. Pure functions. */
import { type Decimal, divTrunc, fromInteger, sub, sum } from '../domain/decimal.ts';
import { HOUR_MS, HOURS_PER_YEAR, NORMAL_HOURS, type PredictedFunding, rateOver } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { FieldReason } from '../domain/opportunity.ts';
import type {
	ContractFunding,
	FigureState,
	FundingCell,
	FundingColumn,
	FundingRow,
	WidestSpread,
} from '../ports/funding-map.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { FUNDING_MAP_TEXT } from './text.ts';

/** Sorts unknown volumes behind known ones. */
const UNKNOWN_VOLUME = -1n;

/** Time and limit that decide whether a figure is stale. */
export type FigureAges = {
	/** Unix milliseconds. */
	readonly now: number;
	/** Figures older than this, ms, are stale. */
	readonly tickerStaleMs: number;
};

/**
 * Returns one row per coin, in no particular order. @param columns the exchanges, in the order of the cells
 */
export function fundingRows(
	inputs: readonly InstrumentInputs[],
	columns: readonly Pick<FundingColumn, 'venue' | 'state'>[],
	ages: FigureAges,
): readonly FundingRow[] {
	const states = new Map(columns.map(({ venue, state }) => [venue, state]));
	const contractsOf = new Map<string, Map<VenueName, ContractFunding[]>>();
	for (const one of inputs) {
		const { coin, venue } = one.instrument;
		const ofCoin = contractsOf.get(coin) ?? new Map<VenueName, ContractFunding[]>();
		contractsOf.set(coin, ofCoin);
		const contracts = ofCoin.get(venue) ?? [];
		ofCoin.set(venue, contracts);
		contracts.push(contractFunding(one, states.get(venue) ?? 'down', ages));
	}
	return [...contractsOf].map(([coin, ofCoin]) =>
		rowOf(
			coin,
			columns.flatMap(({ venue }) => cellOf(ofCoin.get(venue) ?? [])),
		),
	);
}

/** Combines a coin's cells into a row, with the total volume and the widest spread. */
export function rowOf(coin: string, cells: readonly FundingCell[]): FundingRow {
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
		reasons.push({ field: 'spread', code: 'TOO_FEW_RATES', message: FUNDING_MAP_TEXT.tooFewRates(coin) });
	if (volumes === 0)
		reasons.push({ field: 'volume_24h', code: 'VOLUME_MISSING', message: FUNDING_MAP_TEXT.noVolumes(coin) });
	return reasons;
}

function cellReasons({ venue, symbol, rate, volume24h, problems }: FundingCell): readonly FieldReason[] {
	const reasons: FieldReason[] = [];
	if (rate === null)
		reasons.push({
			field: `cells.${venue}.rate`,
			code: 'FUNDING_MISSING',
			message: FUNDING_MAP_TEXT.noRate(venue, symbol, problems),
		});
	if (volume24h === null)
		reasons.push({
			field: `cells.${venue}.volume_24h`,
			code: 'VOLUME_MISSING',
			message: FUNDING_MAP_TEXT.noVolume(venue, symbol),
		});
	return reasons;
}

function contractFunding(
	{ instrument, ticker, tickerReceivedAt }: InstrumentInputs,
	venueState: FigureState,
	{ now, tickerStaleMs }: FigureAges,
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

/** Returns the coin's cell at one exchange; none if the exchange has no contract. */
function cellOf(contracts: readonly ContractFunding[]): readonly FundingCell[] {
	const [main, ...others] = contracts.toSorted(byImportance);
	return main === undefined ? [] : [{ ...main, others }];
}

/** Sorts contracts that can be compared first, then by volume. The symbol decides between equal contracts. */
function byImportance(a: ContractFunding, b: ContractFunding): number {
	const [usableA, usableB] = [isComparable(a), isComparable(b)];
	if (usableA !== usableB) return usableA ? -1 : 1;
	const [left, right] = [a.volume24h ?? UNKNOWN_VOLUME, b.volume24h ?? UNKNOWN_VOLUME];
	if (left !== right) return left > right ? -1 : 1;
	return a.symbol < b.symbol ? -1 : 1;
}

function isComparable({ rate8h, tradable }: ContractFunding): boolean {
	return tradable && rate8h !== null;
}

function widestSpread(cells: readonly FundingCell[]): WidestSpread | null {
	let low: FundingCell | undefined;
	let high: FundingCell | undefined;
	for (const cell of cells) {
		if (!isComparable(cell) || cell.state === 'down') continue;
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
