/**
 * Defines what-if: what a shock would do to a user's present positions, and the replay of a recorded squeeze with them.
 * Estimates are doubles in USD or fractions; nothing is sent to an exchange.
 */
import type { Holding } from '../domain/holdings.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';
import type { AccountFigures, MarginLevel, Reduction, TransferPlan } from './margin-plan.ts';
import type { ReplayJob } from './replays.ts';

/** A sudden change of the markets. */
export type Shock = {
	/** Price move at every exchange, a fraction above −1; 0 for none. */
	readonly move: number;
	/** The coin that moves and whose funding jumps; null for all coins. */
	readonly coin: string | null;
	/** Settlements of each contract at its cap; 0 for none. */
	readonly capSettlements: number;
	/** Sign of the rates at the cap. `worst`: for each coin the one that costs the user more. */
	readonly capSign: 'worst' | 'positive' | 'negative';
	/** An exchange that does not answer, and for how long; null for none. */
	readonly down: { readonly exchange: VenueName; readonly hours: number } | null;
	/** An exchange whose prices differ from all others, by a fraction above −1; null for none. */
	readonly gap: { readonly exchange: VenueName; readonly share: number } | null;
};

/** One leg after the shock. */
export type ShockedLeg = {
	readonly exchange: VenueName;
	readonly symbol: string;
	/** Price move at the exchange until a liquidation, a fraction. */
	readonly move: number;
	readonly profit: number;
	readonly funding: number;
	/** Notional after the shock without its sign, USD; zero if liquidated. */
	readonly notional: number;
	readonly isLiquidated: boolean;
	/** Distance from the price to the liquidation price after the shock, a fraction of the price; null if unknown. */
	readonly distance: number | null;
};

/** One execution after the shock. */
export type ShockedExecution = {
	readonly executionId: string;
	readonly symbol: string;
	readonly long: ShockedLeg;
	readonly short: ShockedLeg;
	/** Profit of both legs from prices, USD. */
	readonly profit: number;
	readonly funding: number;
	/** Notional that one leg exceeds the other by when a leg is liquidated, USD. */
	readonly unhedged: number;
	/** Actions of the service, in their order. */
	readonly actions: readonly Words[];
};

/** One exchange account after the shock. */
export type ShockedExchange = {
	readonly exchange: VenueName;
	readonly before: AccountFigures & { readonly level: MarginLevel };
	readonly after: AccountFigures & { readonly level: MarginLevel };
	/** 1/L. */
	readonly target: number;
	readonly profit: number;
	readonly funding: number;
	/** Symbols of the liquidated positions. */
	readonly liquidated: readonly string[];
	readonly actions: readonly Words[];
};

/** Result of a shock. */
export type ShockResult = {
	readonly executions: readonly ShockedExecution[];
	readonly exchanges: readonly ShockedExchange[];
	readonly totals: {
		readonly equityBefore: number;
		readonly equityAfter: number;
		readonly profit: number;
		readonly funding: number;
		readonly liquidations: number;
	};
	/** Transfers that the margin planner would like after the shock. */
	readonly transfers: TransferPlan;
	/** Reductions that the margin planner would make after the shock. */
	readonly reductions: readonly Reduction[];
	/** Figures that are not in the result, with the reason. */
	readonly unknown: readonly {
		readonly exchange: VenueName;
		readonly symbol: string;
		readonly message: Words;
	}[];
};

/** Result of a shock for a caller, with the reasons for figures that are unknown. */
export type WhatIfResult = ShockResult & {
	/** Time of the positions, Unix milliseconds. */
	readonly asOf: number;
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: Words }[];
};

/** Limits a what-if to one execution, and sets the leverage of the plan. */
export type WhatIfOptions = {
	/** Show only this execution; the margin is that of all. */
	readonly executionId: string | undefined;
	/** Planned leverage L; undefined for that of each position. */
	readonly leverage: number | undefined;
};

/** A recorded squeeze, [from, until) in Unix milliseconds. */
export type Squeeze = {
	/** Stable id for programs, such as `inj-2026-02`. */
	readonly id: string;
	/** Name for people, such as `INJ, Feb 2026`. */
	readonly name: string;
	readonly from: number;
	readonly until: number;
	/** The event in recorded figures. */
	readonly happened: string;
};

/** An open execution as it is held in a replay. */
export type HeldExecution = Holding & { readonly executionId: string };

/** A replay of a recorded squeeze with the user's present positions. */
export type SqueezeReplay = {
	readonly job: ReplayJob;
	readonly squeeze: Squeeze;
	/** Executions in the replay. */
	readonly held: readonly HeldExecution[];
	/** Ids of the executions whose coin or exchanges the data do not have. */
	readonly leftOut: readonly string[];
};

/** Limits of a replayed squeeze. */
export type SqueezeOptions = {
	/** Replay only this execution. */
	readonly executionId: string | undefined;
	/** Name of the data; undefined for the first that have the coins and exchanges. */
	readonly data: string | undefined;
};

/** Reads a user's live portfolio for what-if questions. */
export interface ShockReader {
	/**
	 * Applies a shock to the user's present positions. @throws CarrywireError UNKNOWN_EXECUTION, or INVALID_PARAMS for
	 * a coin or an exchange that the user has not
	 */
	shock(userId: string, shock: Shock, options: WhatIfOptions): Promise<WhatIfResult>;
	/** Returns the user's open executions, and the equity of all accounts in USD. */
	holdings(userId: string): Promise<{ readonly held: readonly HeldExecution[]; readonly equity: number }>;
}

/** Answers what-if questions about a user's live portfolio. */
export interface WhatIf extends Pick<ShockReader, 'shock'> {
	/**
	 * Starts a replay of a recorded squeeze with the user's present positions. It fails later if the data begin after
	 * the squeeze or end before it. @throws CarrywireError REPLAY_OFF, REPLAY_DATA if no data have a position's coin and
	 * exchanges, REPLAY_QUEUE_FULL, UNKNOWN_EXECUTION
	 */
	squeeze(userId: string, squeeze: Squeeze, options: SqueezeOptions): Promise<SqueezeReplay>;
}
