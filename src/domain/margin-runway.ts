/**
 * Estimates how long the margin lasts for the account's position that is nearest to liquidation, and proposes a
 * transfer. Let σ be the standard deviation of the log price over one hour. If the price is a random walk, its log
 * after t hours is usually within 2σ√t of the start. A position whose liquidation is ln(liquidation price / mark)
 * away therefore lasts (that distance / 2σ)² hours at 2 sigma. Statistics use float64; USD amounts are whole.
 */
import { runway as runwayTable } from '../sentences/runway.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { abs, type Decimal, fromInteger, fromNumber, min, sub, toNumber, ZERO } from './decimal.ts';
import { spoken } from './english.ts';
import type { VenueName } from './instrument.ts';

/** Inputs for a position's runway: prices in USD per coin, and volatility. */
export type MarginedPosition = {
	readonly symbol: string;
	/** Signed position size, coins. */
	readonly quantity: Decimal;
	readonly mark: Decimal | null;
	readonly liquidationPrice: Decimal | null;
	/** Standard deviation of the position's log price over one hour; null until there are enough samples. */
	readonly sigmaHourly: number | null;
};

/** An account at one venue, with its free balance and positions. */
export type MarginedAccount = {
	readonly venue: VenueName;
	/** Display name of the exchange. */
	readonly shownName: string;
	/** Available balance, USD. */
	readonly available: Decimal;
	readonly positions: readonly MarginedPosition[];
};

/** Runway of the position nearest to liquidation, and the transfer that would lengthen it. */
export type MarginRunway = {
	/** Runway in hours, at most a year. */
	readonly hours: Decimal;
	readonly symbol: string;
	/** Distance from the mark price to the liquidation price, as a fraction of the mark price; zero beyond it. */
	readonly distance: Decimal;
	/** Margin that the position lacks for the target runway, USD; zero if it lacks none. */
	readonly addMargin: Decimal;
	/**
	 * Transfer from a donor account for the part that the account's own available balance does not cover. Null if
	 * nothing is lacking or no donor has a balance.
	 */
	readonly move: {
		readonly amount: Decimal;
		readonly asset: string;
		readonly from: VenueName;
		readonly to: VenueName;
	} | null;
	/** Runway and transfer in words. */
	readonly text: Sentence;
};

/** An account's runway, and the positions that it does not consider. */
export type RunwayOutcome = {
	/** The account's runway; null if the account has no position, or if too little is known about every position. */
	readonly runway: MarginRunway | null;
	/** Positions that were not considered, with the reason. */
	readonly unknown: readonly {
		readonly symbol: string;
		readonly why: 'liquidation' | 'mark' | 'volatility';
	}[];
};

/** Target runway, long enough for the user to act and for a transfer to arrive over a weekend. */
export const RUNWAY_TARGET_HOURS = 72;
/** The phrase in `sentences/runway.ts` names this number too. */
const SIGMAS = 2;
const HOURS_MAX = 8_760;
const RUNWAY_TEXT = spoken('runway', runwayTable);
/** Asset of every margin transfer. */
export const MARGIN_ASSET = 'USDT';
/** Distances are rounded down to this many steps per mark price. */
const DISTANCE_STEPS = 10_000;

/**
 * Computes the runway of the account's position nearest to liquidation. `others` are the user's possible donor
 * accounts.
 */
export function marginRunway(account: MarginedAccount, others: readonly MarginedAccount[]): RunwayOutcome {
	const unknown: RunwayOutcome['unknown'][number][] = [];
	let nearest: { readonly hours: number; readonly position: Known } | undefined;
	for (const position of account.positions) {
		if (position.quantity === 0n) continue;
		const known = knownOf(position);
		if (typeof known === 'string') {
			unknown.push({ symbol: position.symbol, why: known });
			continue;
		}
		const hours = hoursOf(known);
		if (nearest === undefined || hours < nearest.hours) nearest = { hours, position: known };
	}
	if (nearest === undefined) return { runway: null, unknown };
	return { runway: runwayOf(account, others, nearest), unknown };
}

type Known = {
	readonly symbol: string;
	readonly coins: number;
	readonly isLong: boolean;
	readonly mark: number;
	readonly liquidation: number;
	readonly sigma: number;
};

function knownOf(position: MarginedPosition): Known | 'liquidation' | 'mark' | 'volatility' {
	const { symbol, quantity, mark, liquidationPrice, sigmaHourly } = position;
	if (liquidationPrice === null || liquidationPrice <= 0n) return 'liquidation';
	if (mark === null || mark <= 0n) return 'mark';
	if (sigmaHourly === null) return 'volatility';
	return {
		symbol,
		coins: toNumber(abs(quantity)),
		isLong: quantity > 0n,
		mark: toNumber(mark),
		liquidation: toNumber(liquidationPrice),
		sigma: sigmaHourly,
	};
}

/**
 * Computes a position's runway in hours: zero if the mark is at or beyond the liquidation price, and the maximum if
 * the price is constant.
 */
function hoursOf({ isLong, mark, liquidation, sigma }: Known): number {
	const distance = Math.log(isLong ? mark / liquidation : liquidation / mark);
	if (distance <= 0) return 0;
	if (sigma <= 0) return HOURS_MAX;
	return Math.min(HOURS_MAX, (distance / (SIGMAS * sigma)) ** 2);
}

function runwayOf(
	account: MarginedAccount,
	others: readonly MarginedAccount[],
	{ hours, position }: { readonly hours: number; readonly position: Known },
): MarginRunway {
	const addMargin = fromInteger(hours >= RUNWAY_TARGET_HOURS ? 0 : Math.ceil(shortfall(position)));
	const donor = donorOf(account, others, addMargin);
	const shown = fromNumber(Math.floor(hours * 10) / 10);
	const { symbol } = position;
	return {
		hours: shown,
		symbol,
		distance: distanceOf(position),
		addMargin,
		move: donor === undefined ? null : donor.move,
		text: RUNWAY_TEXT.lasts({
			hours: hours >= HOURS_MAX ? null : Math.floor(hours),
			symbol,
			asset: MARGIN_ASSET,
			add: addMargin > 0n ? addMargin : null,
			move:
				donor === undefined
					? null
					: { amount: donor.move.amount, from: donor.account.shownName, to: account.shownName },
		}),
	};
}

function distanceOf({ isLong, mark, liquidation }: Known): Decimal {
	const apart = (isLong ? mark - liquidation : liquidation - mark) / mark;
	return fromNumber(Math.floor(Math.max(0, apart) * DISTANCE_STEPS) / DISTANCE_STEPS);
}

/**
 * Computes the margin, USD, that would move the liquidation price to a distance of 2σ√(target hours) from the mark.
 * Each USD of isolated margin moves the liquidation price by 1 / coins.
 */
function shortfall({ coins, isLong, mark, liquidation, sigma }: Known): number {
	const reach = SIGMAS * sigma * Math.sqrt(RUNWAY_TARGET_HOURS);
	const wanted = isLong ? mark * Math.exp(-reach) : mark * Math.exp(reach);
	return Math.max(0, coins * (isLong ? liquidation - wanted : wanted - liquidation));
}

type Donor = { readonly account: MarginedAccount; readonly move: NonNullable<MarginRunway['move']> };

/** Proposes a transfer from the other account with the largest available balance, limited to that balance. */
function donorOf(
	{ venue, available }: MarginedAccount,
	others: readonly MarginedAccount[],
	addMargin: Decimal,
): Donor | undefined {
	const lacking = sub(addMargin, wholeOf(available));
	if (lacking <= 0n) return undefined;
	const donor = others
		.filter((other) => other.venue !== venue && wholeOf(other.available) > 0n)
		.sort((a, b) =>
			a.available > b.available ? -1 : a.available < b.available ? 1 : a.venue < b.venue ? -1 : 1,
		)[0];
	if (donor === undefined) return undefined;
	const amount = min(lacking, wholeOf(donor.available));
	return { account: donor, move: { amount, asset: MARGIN_ASSET, from: donor.venue, to: venue } };
}

const ONE_USD = fromInteger(1);

function wholeOf(amount: Decimal): Decimal {
	return amount <= 0n ? ZERO : (((amount / ONE_USD) * ONE_USD) as Decimal);
}
