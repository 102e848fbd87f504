/**
 * Computes what a price move does to each exchange account of a user: equity, notional and liquidations. A gain at one
 * exchange cannot pay margin at another, so each account is computed alone. Pure functions; every figure is a double
 * in USD, or a fraction.
 *
 * A position of signed notional x changes by x·s under a move s, and its maintenance margin is mm·|x|·(1+s). Cross
 * positions share the account's equity without the margin of its isolated positions. A group of positions is liquidated
 * once its equity is at or below the sum of its maintenance margins. An account that is all long at leverage L
 * therefore survives a fall s iff 1/L > s + mm(1−s), and one that is all short survives a rise s iff
 * 1/L > s + mm(1+s).
 */
import type { VenueName } from '../domain/instrument.ts';
import type { AccountFigures, EmptyingMoves } from '../ports/margin-plan.ts';

/** One position of an account. Amounts are USD, rates are fractions. */
export type BookPosition = {
	readonly symbol: string;
	readonly coin: string;
	/** Signed notional at the mark; long is positive. */
	readonly notional: number;
	/** Upper bound of the maintenance margin rate. */
	readonly maintenance: number;
	/** Equity of an isolated position: its margin and its unrealized profit. Null for a cross position. */
	readonly isolatedEquity: number | null;
	/** Leverage at which the position was planned. */
	readonly leverage: number;
	/** Standard deviation of the log price over one hour; null if unknown. */
	readonly sigmaHourly: number | null;
	/** Place in the exchange's queue for auto-deleveraging, from 0 (last) to 1 (first); null if unknown. */
	readonly adlRank: number | null;
};

/** One exchange account with all of its positions. */
export type BookAccount = {
	readonly exchange: VenueName;
	/** Name of the exchange in sentences. */
	readonly shownName: string;
	/** Equity of the account with the unrealized profit of all positions, USD. */
	readonly equity: number;
	/** Part of the equity that can be withdrawn now, USD. */
	readonly available: number;
	readonly positions: readonly BookPosition[];
};

/** One position after a move. */
export type MovedPosition = {
	readonly position: BookPosition;
	/** Price move that the position saw, a fraction. */
	readonly move: number;
	/** Profit from the price, USD. A liquidated position also loses the rest of its margin. */
	readonly profit: number;
	/** Funding received, USD; negative if paid. */
	readonly funding: number;
	/** Signed notional after the move, USD; zero if liquidated. */
	readonly notional: number;
	readonly isLiquidated: boolean;
};

/** An account after a move. */
export type MovedAccount = AccountFigures & { readonly positions: readonly MovedPosition[] };

/** Change of each position: its price move (fraction above −1), and the funding that it receives in USD. */
export type PositionMove = {
	readonly move: (position: BookPosition) => number;
	readonly funding?: (position: BookPosition) => number;
};

/** Number of standard deviations that a move is allowed to reach within the runway. */
const SIGMAS = 2;
/** Longest runway, hours: a year. */
export const RUNWAY_HOURS_MAX = 8_760;

/** Returns the account's present figures. */
export function accountFigures({ equity, positions }: BookAccount): AccountFigures {
	return figuresOf(
		equity,
		positions.map(({ notional }) => notional),
	);
}

/** Moves the prices of the account's positions, and settles funding before that. */
export function movedAccount(account: BookAccount, by: PositionMove): MovedAccount {
	const positions = groupsOf(account).flatMap(({ equity, positions: group }) =>
		movedGroup(equity, group, by),
	);
	const order = new Map(account.positions.map((position, index) => [position, index]));
	positions.sort((a, b) => (order.get(a.position) ?? 0) - (order.get(b.position) ?? 0));
	const change = positions.reduce((sum, { profit, funding }) => sum + profit + funding, 0);
	const notionals = positions.map(({ notional }) => notional);
	return { ...figuresOf(account.equity + change, notionals), positions };
}

/** Returns the account as it is after a move: its remaining positions, equity and free balance. */
export function accountAfter(account: BookAccount, { equity, positions }: MovedAccount): BookAccount {
	const shared = positions.filter(({ position }) => position.isolatedEquity === null);
	const change = sumOf(shared, ({ profit, funding }) => profit + funding);
	return {
		...account,
		equity,
		available: Math.max(0, account.available + change),
		positions: positions
			.filter(({ isLiquidated }) => !isLiquidated)
			.map(({ position, notional, profit, funding }) => ({
				...position,
				notional,
				isolatedEquity: position.isolatedEquity === null ? null : position.isolatedEquity + profit + funding,
			})),
	};
}

/**
 * Returns the nearest moves that liquidate a position of the account. With `coin`, only that coin's price moves;
 * otherwise all prices move alike. A group that is below its maintenance margin now gives 0 in both directions.
 */
export function emptyingMoves(account: BookAccount, coin?: string): EmptyingMoves {
	let fall: number | null = null;
	let rise: number | null = null;
	for (const { equity, positions } of groupsOf(account)) {
		if (positions.length === 0) continue;
		const moving = positions.filter((position) => coin === undefined || position.coin === coin);
		const spare = equity - sumOf(positions, maintenanceOf);
		if (spare <= 0) return { fall: 0, rise: 0 };
		// spare + s·net − s·maintenance = 0 at the move that liquidates the group.
		const slope = sumOf(moving, maintenanceOf) - sumOf(moving, ({ notional }) => notional);
		if (slope === 0) continue;
		const at = spare / slope;
		if (at > 0) rise = rise === null ? at : Math.min(rise, at);
		else if (at > -1) fall = fall === null ? at : Math.max(fall, at);
	}
	return { fall, rise };
}

/**
 * Returns the common move at which equity per notional falls to `share`: 0 if it is there already, null if no move
 * below −100 % or above reaches it.
 */
export function moveToShare(account: BookAccount, share: number): number | null {
	const { equity, gross, net } = accountFigures(account);
	if (gross === 0) return null;
	if (equity <= share * gross) return 0;
	// equity + s·net = share·gross·(1 + s)
	const slope = net - share * gross;
	if (slope === 0) return null;
	const at = (share * gross - equity) / slope;
	return at > -1 ? at : null;
}

/** Returns the mean hourly standard deviation of the account's prices, by notional; null if none is known. */
export function accountSigma({ positions }: BookAccount): number | null {
	let weight = 0;
	let sum = 0;
	for (const { notional, sigmaHourly } of positions) {
		if (sigmaHourly === null) continue;
		weight += Math.abs(notional);
		sum += Math.abs(notional) * sigmaHourly;
	}
	return weight === 0 ? null : sum / weight;
}

/**
 * Returns the hours until a move of two standard deviations could reach `move`, at most a year: (ln(1 + move) / 2σ)².
 * Null if the volatility is unknown or no move is given.
 */
export function hoursToMove(move: number | null, sigmaHourly: number | null): number | null {
	if (move === null || sigmaHourly === null) return null;
	if (move === 0) return 0;
	if (sigmaHourly <= 0) return RUNWAY_HOURS_MAX;
	return Math.min(RUNWAY_HOURS_MAX, (Math.log1p(move) / (SIGMAS * sigmaHourly)) ** 2);
}

/** Returns the hours until a common move of two standard deviations could liquidate a position; null if unknown. */
export function accountRunway(account: BookAccount): number | null {
	const { fall, rise } = emptyingMoves(account);
	const sigma = accountSigma(account);
	const hours = [hoursToMove(fall, sigma), hoursToMove(rise, sigma)].filter((known) => known !== null);
	return hours.length === 0 ? null : Math.min(...hours);
}

/**
 * Returns the equity of an isolated position, USD. The exchange's own liquidation price decides if there is one;
 * otherwise the equity is the margin with the unrealized profit. Null if neither is known.
 */
export function isolatedEquityOf(position: {
	/** Signed notional at the mark, USD. */
	readonly notional: number;
	readonly maintenance: number;
	readonly mark: number;
	readonly liquidationPrice: number | null;
	readonly margin: number | null;
	readonly unrealizedPnl: number | null;
}): number | null {
	const { notional, maintenance, mark, liquidationPrice, margin, unrealizedPnl } = position;
	if (liquidationPrice !== null && liquidationPrice > 0) {
		const move = liquidationPrice / mark - 1;
		return Math.max(0, maintenance * Math.abs(notional) * (1 + move) - notional * move);
	}
	return margin === null ? null : Math.max(0, margin + (unrealizedPnl ?? 0));
}

type Group = { readonly equity: number; readonly positions: readonly BookPosition[] };

/** Splits an account into positions with a margin of their own, and those that share the rest. */
function groupsOf({ equity, positions }: BookAccount): readonly Group[] {
	const alone = positions.flatMap((position) =>
		position.isolatedEquity === null ? [] : [{ equity: position.isolatedEquity, positions: [position] }],
	);
	const shared = positions.filter(({ isolatedEquity }) => isolatedEquity === null);
	return [...alone, { equity: equity - sumOf(alone, (group) => group.equity), positions: shared }];
}

function movedGroup(
	start: number,
	positions: readonly BookPosition[],
	{ move, funding = () => 0 }: PositionMove,
): readonly MovedPosition[] {
	const equity = start + sumOf(positions, funding);
	const spare = equity - sumOf(positions, maintenanceOf);
	const slope = sumOf(positions, (one) => move(one) * (one.notional - maintenanceOf(one)));
	// Equity less maintenance margin is linear along the move, so its end decides.
	if (positions.length === 0 || spare + slope > 0)
		return positions.map((position) => ({
			position,
			move: move(position),
			profit: position.notional * move(position),
			funding: funding(position),
			notional: position.notional * (1 + move(position)),
			isLiquidated: false,
		}));
	const part = spare <= 0 ? 0 : spare / -slope;
	return liquidated(equity, part, positions, { move, funding });
}

/**
 * Liquidates a group when `part` of the move has happened. The rest of its equity pays for the liquidation. Each
 * position loses it in proportion to its maintenance margin.
 */
function liquidated(
	equity: number,
	part: number,
	positions: readonly BookPosition[],
	{ move, funding }: Required<PositionMove>,
): readonly MovedPosition[] {
	const priceProfit = (one: BookPosition): number => one.notional * move(one) * part;
	const left = Math.max(0, equity + sumOf(positions, priceProfit));
	const weightOf = (one: BookPosition): number =>
		(one.maintenance > 0 ? maintenanceOf(one) : Math.abs(one.notional)) * (1 + move(one) * part);
	const weight = sumOf(positions, weightOf);
	return positions.map((position) => ({
		position,
		move: move(position) * part,
		profit: priceProfit(position) - (weight === 0 ? 0 : (left * weightOf(position)) / weight),
		funding: funding(position),
		notional: 0,
		isLiquidated: true,
	}));
}

function figuresOf(equity: number, notionals: readonly number[]): AccountFigures {
	const gross = sumOf(notionals, Math.abs);
	const net = sumOf(notionals, (notional) => notional);
	return { equity, gross, net, share: gross === 0 ? null : equity / gross };
}

function maintenanceOf({ notional, maintenance }: BookPosition): number {
	return maintenance * Math.abs(notional);
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
	return items.reduce((sum, item) => sum + value(item), 0);
}
