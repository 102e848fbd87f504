/**
 * Keeps each account's latest reading: available balance and positions. Alerts take liquidation prices and the margin
 * runway from it.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import { type MarginedAccount, marginRunway } from '../domain/margin-runway.ts';
import type { Clock } from '../ports/clock.ts';
import type { BalanceReport, PositionReport } from '../ports/venue.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';

/** Parts of an account reading that alerts and pots use: equity, the available balance and the positions. */
export type AccountReading = {
	/** Start of the read, Unix milliseconds. */
	readonly takenAt: number;
	readonly balance: Pick<BalanceReport, 'available' | 'equity'>;
	readonly positions: readonly PositionReport[];
};

/**
 * Maximum age of a reading, milliseconds. Older readings are ignored, because liquidation prices and margin may have
 * changed since.
 */
const READING_AGE_MS_MAX = 30_000;

/** Memory of the latest reading of each account, for alerts. */
export type AccountMemory = ReturnType<typeof createAccountMemory>;

/** Creates an empty account memory. */
export function createAccountMemory(options: {
	readonly clock: Pick<Clock, 'monotonic'>;
	readonly markOf: (venue: VenueName, symbol: string) => Decimal | null;
	readonly hourlySigmaOf: (venue: VenueName, symbol: string) => number | null;
}) {
	const { clock } = options;
	const users = new Map<string, Map<VenueName, AccountReading & { readonly at: number }>>();

	function present(userId: string, venue: VenueName): AccountReading | undefined {
		const reading = users.get(userId)?.get(venue);
		return reading === undefined || clock.monotonic() - reading.at > READING_AGE_MS_MAX ? undefined : reading;
	}

	function marginedOf(venue: VenueName, { balance, positions }: AccountReading): MarginedAccount {
		return {
			venue,
			shownName: shownNameOf(venue),
			available: balance.available,
			positions: positions.map(({ symbol, quantity, markPrice, liquidationPrice }) => ({
				symbol,
				quantity,
				mark: options.markOf(venue, symbol) ?? markPrice,
				liquidationPrice,
				sigmaHourly: options.hourlySigmaOf(venue, symbol),
			})),
		};
	}

	return {
		note(userId: string, venue: VenueName, reading: AccountReading): void {
			const venues = users.get(userId) ?? new Map();
			venues.set(venue, { ...reading, at: clock.monotonic() });
			users.set(userId, venues);
		},
		/**
		 * Returns the liquidation price of the position in `symbol`, USD per coin; null if the exchange reports none
		 * or the last reading is too old.
		 */
		liquidationPrice: (userId: string, venue: VenueName, symbol: string): Decimal | null =>
			present(userId, venue)?.positions.find((position) => position.symbol === symbol)?.liquidationPrice ??
			null,
		/** Returns the user's present readings, by exchange. */
		readings: (userId: string): ReadonlyMap<VenueName, AccountReading> =>
			new Map(
				[...(users.get(userId)?.keys() ?? [])].flatMap((venue) => {
					const reading = present(userId, venue);
					return reading === undefined ? [] : [[venue, reading] as const];
				}),
			),
		/**
		 * Returns the account's margin runway (how long its margin should last) in words; null if unknown. Example:
		 * `41 h at 2 sigma; move 230 USDT from kucoin to bybit`.
		 */
		runwayWords(userId: string, venue: VenueName): Sentence | null {
			const reading = present(userId, venue);
			if (reading === undefined) return null;
			const others = [...(users.get(userId)?.keys() ?? [])].flatMap((other) => {
				const known = present(userId, other);
				return known === undefined ? [] : [marginedOf(other, known)];
			});
			return marginRunway(marginedOf(venue, reading), others).runway?.text ?? null;
		},
	};
}
