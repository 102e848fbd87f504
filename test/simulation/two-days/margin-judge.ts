/** Moves the market so that one exchange has too little margin, and checks that the pot reduces there in time. */
import { mulTrunc } from '../../../src/domain/decimal.ts';
import { HOUR_MS } from './draw.ts';
import type { DayWorld } from './world.ts';

const LEVERAGE = 3;
/** Equity per USD of notional at which the service must reduce, and the one that the move leaves. */
const REDUCE_BELOW = 0.3 / LEVERAGE;
const MOVED_TO = 0.24 / LEVERAGE;
/** Limits of a price move, and time after which a move that empties no account is tried again. */
const FALL_MAX = -0.85;
const RISE_MAX = 2;
const AGAIN_MS = 10 * 60_000;
const GROSS_MIN_USD = 500;
/** The process must be up, and the exchanges must answer, for this long before a missing reduction counts. */
const REDUCED_WITHIN_MS = 10 * 60_000;
/** Longest time for which one leg may be alone while the process is up and the exchanges answer. */
const ALONE_MS_MAX = 60_000;

type Account = {
	readonly equity: number;
	readonly gross: number;
	/** Signed notional of each coin. */
	readonly coins: ReadonlyMap<string, number>;
};

/** A price move of one coin, or of all. */
type Move = { readonly coin: string | null; readonly by: number };

export function createMarginJudge(world: DayWorld, userId: string) {
	const { days, time, prices, exchanges, oracle } = world;
	let isMoved = false;
	/** When each account was first seen below the level, and its gross notional then. */
	const thin = new Map<string, { readonly since: number; readonly gross: number }>();

	function account(venue: string): Account {
		const exchange = exchanges.get(venue);
		if (exchange === undefined) throw new Error(`There is no ${venue}.`);
		const { wallet, positions } = exchange.accountOf(userId);
		const coins = new Map(
			[...positions].map(([symbol, { quantity }]) => [
				exchange.instrument(symbol).coin,
				Number(mulTrunc(quantity, exchange.markOf(symbol))) / 1e18,
			]),
		);
		return {
			equity: Number(wallet + exchange.unrealized(userId)) / 1e18,
			gross: [...coins.values()].reduce((total, one) => total + Math.abs(one), 0),
			coins,
		};
	}

	/** Returns the moves after which the account's equity per notional is `MOVED_TO`. */
	function emptyingMoves({ equity, gross, coins }: Account): readonly Move[] {
		if (gross < GROSS_MIN_USD) return [];
		return [null, ...coins.keys()].flatMap((coin) => {
			const moved = [...coins].flatMap(([name, notional]) =>
				coin === null || name === coin ? [notional] : [],
			);
			const net = moved.reduce((total, one) => total + one, 0);
			const size = moved.reduce((total, one) => total + Math.abs(one), 0);
			const by = (MOVED_TO * gross - equity) / (net - MOVED_TO * size);
			return Number.isFinite(by) && by > FALL_MAX && by < RISE_MAX ? [{ coin, by }] : [];
		});
	}

	function moveMarket(): void {
		const moves = [...exchanges.keys()].flatMap((venue) => emptyingMoves(account(venue)));
		const wanted = moves.filter(({ by }) => by * days.move.sign > 0);
		const [least] = (wanted.length > 0 ? wanted : moves).toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by));
		if (least === undefined) {
			if (time.now() < days.endAt - HOUR_MS) time.after(AGAIN_MS, moveMarket);
			return;
		}
		prices.move(1 + least.by, least.coin);
		isMoved = true;
		world.faults.note('market moved');
	}

	return {
		/** Returns the notional that the pot's account has at an exchange, USD. */
		grossAt: (venue: string): number => account(venue).gross,
		isMoved: (): boolean => isMoved,
		moveMarket,
		/** Checks every minute that no exchange stays too thin, and that no leg stays alone. */
		check(): void {
			const now = time.now();
			const { death } = days;
			const isDead = now >= death.at && now < death.at + death.forMs;
			const returnedAt = now < death.at ? 0 : death.at + death.forMs;
			const upSince = isDead ? now : Math.max(world.upSince() ?? now, returnedAt);
			for (const venue of exchanges.keys()) {
				const { equity, gross } = account(venue);
				const before = thin.get(venue);
				const isThin = gross > 50 && equity / gross < REDUCE_BELOW;
				if (!isThin) thin.delete(venue);
				else if (before === undefined || gross < before.gross * 0.98) thin.set(venue, { since: now, gross });
				else if (now - Math.max(before.since, upSince) > REDUCED_WITHIN_MS)
					oracle.violation(
						`${venue} has ${(equity / gross).toFixed(3)} of equity per USD, and nothing is reduced`,
					);
			}
			for (const [executionId, { unhedgedSince }] of oracle.truths)
				if (unhedgedSince !== undefined && now - Math.max(unhedgedSince, upSince) > ALONE_MS_MAX)
					oracle.violation(`one leg of ${executionId} stays alone`);
		},
	};
}
