/**
 * Advises how to keep the margin of all accounts of a user above the target runway (`margin-runway.ts`): which account
 * runs short first, and how much to move from which account. A donor keeps what its own positions lack. Pure functions.
 */
import { type Decimal, fromInteger, min, sub, ZERO } from './decimal.ts';
import type { VenueName } from './instrument.ts';
import { type MarginedAccount, marginRunway } from './margin-runway.ts';

/** A transfer between two accounts, whole USD of the asset. */
export type MarginMove = { readonly from: VenueName; readonly amount: Decimal };

/** Advice for one account. */
export type MarginAdvice = {
	readonly venue: VenueName;
	/** The position nearest to liquidation. */
	readonly symbol: string;
	/** Hours until a price move of two standard deviations could reach the liquidation price. */
	readonly hours: Decimal;
	/** Distance from the mark price to the liquidation price, as a fraction of the mark price. */
	readonly distance: Decimal;
	/** Margin that the position lacks for the target runway, whole USD; zero if it lacks none. */
	readonly addMargin: Decimal;
	/** Part of `addMargin` that the account's own available balance covers, whole USD. */
	readonly own: Decimal;
	/** Transfers that cover the rest, largest donor first. */
	readonly moves: readonly MarginMove[];
	/** Part of `addMargin` that no account can cover, whole USD. */
	readonly missing: Decimal;
};

const ONE_USD = fromInteger(1);

/** Returns the advice for each account with a known runway, the one that runs short first at the top. */
export function marginAdvice(accounts: readonly MarginedAccount[]): readonly MarginAdvice[] {
	const known = accounts
		.flatMap((account) => {
			const { runway } = marginRunway(account, []);
			return runway === null ? [] : [{ account, runway }];
		})
		.sort((a, b) => compare(a.runway.hours, b.runway.hours) || (a.account.venue < b.account.venue ? -1 : 1));
	// An account gives away only what its own position does not need.
	const spare = new Map(accounts.map(({ venue, available }) => [venue, whole(available)]));
	for (const { account, runway } of known) {
		const left = sub(spare.get(account.venue) ?? ZERO, runway.addMargin);
		spare.set(account.venue, left > 0n ? left : ZERO);
	}
	return known.map(({ account: { venue, available }, runway }) => {
		const { symbol, hours, distance, addMargin } = runway;
		const own = min(addMargin, whole(available));
		const { moves, missing } = movesFor(sub(addMargin, own), spare);
		return { venue, symbol, hours, distance, addMargin, own, moves, missing };
	});
}

/** Takes `lacking` from the accounts with the most to spare, and lowers what they can spare. */
function movesFor(
	lacking: Decimal,
	spare: Map<VenueName, Decimal>,
): { readonly moves: readonly MarginMove[]; readonly missing: Decimal } {
	const moves: MarginMove[] = [];
	let missing = lacking;
	const donors = [...spare].sort(([a, most], [b, other]) => compare(other, most) || (a < b ? -1 : 1));
	for (const [from, most] of donors) {
		const amount = min(most, missing);
		if (amount <= 0n) continue;
		moves.push({ from, amount });
		spare.set(from, sub(most, amount));
		missing = sub(missing, amount);
	}
	return { moves, missing };
}

function compare(a: Decimal, b: Decimal): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function whole(amount: Decimal): Decimal {
	return amount <= 0n ? ZERO : (((amount / ONE_USD) * ONE_USD) as Decimal);
}
