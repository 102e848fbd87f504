/** Moves the market so that one exchange has too little margin, and checks that the pot reduces there in time. */
import { abs, mulTrunc, sum } from '../../../src/domain/decimal.ts';
import { HOUR_MS } from './draw.ts';
import type { DayWorld } from './world.ts';

const LEVERAGE = 3;
/** Equity per USD of notional at which the service must reduce, and the one that the move leaves. */
const REDUCE_BELOW = 0.3 / LEVERAGE;
const MOVED_TO = 0.24 / LEVERAGE;
/** The process must be up, and the exchanges must answer, for this long before a missing reduction counts. */
const REDUCED_WITHIN_MS = 10 * 60_000;
/** Longest time for which one leg may be alone while the process is up and the exchanges answer. */
const ALONE_MS_MAX = 60_000;

type Account = {
	readonly venue: string;
	readonly equity: number;
	readonly gross: number;
	readonly net: number;
};

export function createMarginJudge(world: DayWorld, userId: string) {
	const { days, time, prices, exchanges, oracle } = world;
	let isMoved = false;
	let upSince = time.now();
	/** When each account was first seen below the level, and its gross notional then. */
	const thin = new Map<string, { readonly since: number; readonly gross: number }>();

	function account(venue: string): Account {
		const exchange = exchanges.get(venue);
		if (exchange === undefined) throw new Error(`There is no ${venue}.`);
		const { wallet, positions } = exchange.accountOf(userId);
		const values = [...positions].map(([symbol, { quantity }]) =>
			mulTrunc(quantity, exchange.markOf(symbol)),
		);
		return {
			venue,
			equity: Number(wallet + exchange.unrealized(userId)) / 1e18,
			gross: Number(sum(values.map(abs))) / 1e18,
			net: Number(sum(values)) / 1e18,
		};
	}

	/** Returns the common move after which the account's equity per notional is `MOVED_TO`; none if it has no such move. */
	function emptyingMove({ equity, gross, net }: Account): number | undefined {
		const goal = MOVED_TO * gross;
		const move = (goal - equity) / (net - goal);
		return gross > 500 && Number.isFinite(move) && move * days.move.sign > 0 && move > -0.9
			? move
			: undefined;
	}

	/** Moves all prices at once. It waits while the pot holds too little, or an exchange is dead. */
	function moveMarket(): void {
		const moves = [...exchanges.keys()].flatMap((venue) => emptyingMove(account(venue)) ?? []);
		const least = moves.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0];
		if (least === undefined) {
			if (time.now() < days.endAt - HOUR_MS) time.after(10 * 60_000, () => moveMarket());
			return;
		}
		prices.move(1 + least);
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
			if (world.process() === undefined || isDead) upSince = now;
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
