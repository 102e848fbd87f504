/** Types of the book that a shock hits. Doubles in USD or fractions. */
import type { VenueName } from '../domain/instrument.ts';
import type { MarginLevel } from '../ports/margin-plan.ts';
import type { Shock } from '../ports/what-if.ts';
import type { BookAccount, BookPosition, MovedAccount } from './margin-book.ts';
import type { PairLeg, ReduciblePair } from './margin-reduction.ts';

/** A position with the funding of its contract. Rates are fractions per settlement; null means unknown. */
export type ShockPosition = BookPosition & {
	readonly fundingRate: number | null;
	/** Hours between two settlements. */
	readonly fundingHours: number | null;
	/** Highest rate. */
	readonly fundingCap: number | null;
	/** Lowest rate, mostly negative. */
	readonly fundingFloor: number | null;
};

/** An account whose positions know their funding. */
export type ShockAccount = Omit<BookAccount, 'positions'> & { readonly positions: readonly ShockPosition[] };

/** One leg of an execution. */
export type ShockLeg = PairLeg & {
	readonly symbol: string;
	/** Name of the exchange in sentences. */
	readonly shownName: string;
	/** Notional of this execution's leg without its sign, USD. */
	readonly notional: number;
	/** Distance from the entry price to the liquidation price, a fraction of the entry price; null if unknown. */
	readonly entryDistance: number | null;
};

/** An open execution. */
export type ShockExecution = Omit<ReduciblePair, 'notional' | 'long' | 'short'> & {
	readonly symbol: string;
	readonly long: ShockLeg;
	readonly short: ShockLeg;
	/** Exit rule: the least distance to a liquidation price, a fraction of the price; null without the rule. */
	readonly exitDistance: number | null;
};

/** A user's accounts and open executions. */
export type ShockBook = {
	readonly accounts: readonly ShockAccount[];
	readonly executions: readonly ShockExecution[];
	/** Planned leverage; undefined for that of each position. */
	readonly leverage?: number | undefined;
	/** Unix milliseconds. */
	readonly now: number;
};

/** An account on both sides of the shock. */
export type ShockedAccount = {
	readonly account: ShockAccount;
	readonly moved: MovedAccount;
	readonly after: BookAccount;
	readonly target: number;
	readonly levels: { readonly before: MarginLevel; readonly after: MarginLevel };
};

/** Returns the price move of a coin at an exchange, a fraction. */
export function moveAt({ move, coin: moving, gap }: Shock, exchange: VenueName, coin: string): number {
	if (moving !== null && moving !== coin) return 0;
	return (1 + move) * (1 + (gap?.exchange === exchange ? gap.share : 0)) - 1;
}
