/**
 * Defines the input of the risk gate: the proposed trade and all figures that the checks compare, read at the same
 * time.
 */

import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { ChildPlan, ExitPlan, LegPlan, OpeningMode } from '../../domain/event.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Opportunity } from '../../domain/opportunity.ts';
import type { AgentCaps, ExecutionMode } from '../../ports/order-service.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { OutcomeCounts } from './venue-stability.ts';

/** Settings of the gate. Money is in USD, `Pct` in percent, times in milliseconds. */
export type RiskLimits = {
	/** Maximum amount across both legs of one execution. */
	readonly amountMaxUsd: Decimal;
	/** Maximum amount across all open executions of a user. */
	readonly openAmountMaxUsd: Decimal;
	readonly executionsOpenMax: number;
	readonly leverageMax: Decimal;
	/** Maximum notional of all open legs of a user. */
	readonly openNotionalMaxUsd: Decimal;
	/** Maximum notional of a user's open legs in one coin. */
	readonly coinNotionalMaxUsd: Decimal;
	/** Maximum notional of a user's open legs at one venue. */
	readonly venueNotionalMaxUsd: Decimal;
	/** Maximum unhedged exposure of one execution. */
	readonly unhedgedMaxUsd: Decimal;
	/** Maximum unhedged exposure of all executions of a user. */
	readonly unhedgedUserMaxUsd: Decimal;
	/** Maximum unhedged exposure of all executions of the service. */
	readonly unhedgedServiceMaxUsd: Decimal;
	readonly dailyLossMaxUsd: Decimal;
	/** Adverse move that a leg's margin must survive. The leg's close must still be tradable after it. */
	readonly stressMovePct: Decimal;
	readonly liquidationDistanceMinPct: Decimal;
	readonly collarPct: Decimal;
	readonly dataAgeMsMax: number;
	readonly tickerStaleMs: number;
	/**
	 * Openings at a venue stop once more than this percentage of its recent requests, and at least `venueErrorsMin`
	 * of them, got no response.
	 */
	readonly venueErrorPctMax: Decimal;
	readonly venueErrorsMin: number;
};

/** One leg of the proposed trade. */
export type ProposedLeg = {
	readonly plan: LegPlan;
	readonly quantity: Decimal;
	/** Quantity × decision mid, USD. */
	readonly notional: Decimal;
	/**
	 * Required margin, USD: notional at the limit price / leverage, plus the fees for opening and closing, plus 2 %
	 * of that sum.
	 */
	readonly margin: Decimal;
	/** Coins in the order book within the limit price. */
	readonly depth: Decimal;
	/**
	 * Coins on the opposite side of the order book within the same slippage limit. This is the depth for an immediate
	 * close.
	 */
	readonly exitDepth: Decimal;
};

/** The trade that would be opened. */
export type ProposedTrade = {
	/** Coins of the trade on each leg. */
	readonly quantity: Decimal;
	readonly commonLot: Decimal;
	readonly long: ProposedLeg;
	readonly short: ProposedLeg;
};

/** Slices of the proposed opening. */
export type ProposedOpening = {
	readonly asked: ExecutionMode;
	readonly mode: OpeningMode;
	readonly children: readonly ChildPlan[];
	/** Why the requested mode cannot be used for this trade; null if it can. */
	readonly fault: Words | null;
};

/** An execution with a leg on the instrument, or a call that is opening one. */
export type Sharer = {
	/** Id of the execution; undefined until it is journaled. */
	readonly executionId: string | undefined;
	readonly role: LegRole;
	readonly leverage: Decimal;
	readonly marginMode: 'isolated' | 'cross';
	/**
	 * True if the legs differ or the execution needs manual attention. Also true if one of its orders in flight on
	 * the instrument reduces the leg or has an unknown outcome.
	 */
	readonly isRepaired: boolean;
	/** The venue's message if it refused the leg's last closing order; undefined if it refused none. */
	readonly refusedClose?: string | undefined;
};

/**
 * The account's position in an instrument, and the user's executions in it. Coins are signed, and positive means
 * long.
 */
export type InstrumentUse = {
	/** The position that the venue reports, in signed coins. */
	readonly reported: Decimal;
	/**
	 * Minimum number of coins that our executions account for. It differs from the maximum while orders are in
	 * flight.
	 */
	readonly managedMin: Decimal;
	/** Maximum number of coins that our executions account for. */
	readonly managedMax: Decimal;
	readonly sharers: readonly Sharer[];
};

/** Account and market data of one leg. */
export type LegFacts = {
	/** The account's available margin, less the margin that the user's other calls have claimed, USD. */
	readonly available: Decimal;
	/** Time at which the read of balance and positions began. */
	readonly readAt: number;
	readonly tickerAt: number | undefined;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
	readonly outcomes: OutcomeCounts;
	readonly use: InstrumentUse;
};

/** Open executions of the user, and those that other calls are opening. */
export type UserFacts = {
	readonly openCount: number;
	/** Amount of the user's open executions and of those that other calls are opening, across both legs, USD. */
	readonly openAmount: Decimal;
	/** Notional of all open legs of the user, USD. */
	readonly notional: Decimal;
	/** Notional of the legs in the trade's coin, USD. */
	readonly coinNotional: Decimal;
	/** Notional of the legs at each venue of the trade, USD. */
	readonly venueNotional: Readonly<Record<LegRole, Decimal>>;
	/** Worst-case unhedged exposure of everything that the user has in flight, USD. */
	readonly unhedged: Decimal;
	/** Worst-case unhedged exposure of everything that all users have in flight, USD. */
	readonly serviceUnhedged: Decimal;
	/** The user's profit since 00:00 UTC, USD; null when a mark price that it depends on is unknown. */
	readonly profitToday: Decimal | null;
};

/** Caps of the calling agent, and figures of its own executions and calls. */
export type AgentFacts = {
	readonly caps: AgentCaps;
	/** Amount across both legs of the agent's open executions, and of those that its other calls are opening, USD. */
	readonly openAmount: Decimal;
	/**
	 * Executions that the agent began since 00:00 UTC, including ended ones and those being opened; null if no cap
	 * needs it.
	 */
	readonly openedToday: number | null;
};

/** All data that the gate checks. */
export type OpenFacts = {
	readonly now: number;
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal;
	readonly onlyIfTrade: boolean;
	readonly minNetApr: Decimal | undefined;
	readonly exit: ExitPlan;
	/** Caps and figures of the calling agent; undefined if the user calls directly. */
	readonly agent: AgentFacts | undefined;
	readonly exchangepair: string;
	/** Why every opening is refused now; undefined when openings are allowed. */
	readonly refusal: CarrywireError | undefined;
	readonly trade: ProposedTrade;
	readonly opening: ProposedOpening;
	readonly record: Opportunity;
	/** Guards of the record that block a trade and that no check of the gate covers. */
	readonly blockingGuards: readonly string[];
	readonly limits: RiskLimits;
	readonly user: UserFacts;
	readonly legs: Readonly<Record<LegRole, LegFacts>>;
};

/** Both legs, long first. */
export const ROLES: readonly LegRole[] = ['long', 'short'];

/** Returns the venue of a leg. */
export function venueOf(facts: OpenFacts, role: LegRole): VenueName {
	return facts.trade[role].plan.venue;
}
