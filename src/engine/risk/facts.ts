/** Input of the risk gate: the proposed trade and all figures that the checks compare, read at one instant. */

import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { ChildPlan, ExitPlan, LegPlan, OpeningMode } from '../../domain/event.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Opportunity } from '../../domain/opportunity.ts';
import type { AgentCaps, ExecutionMode } from '../../ports/order-service.ts';
import type { OutcomeCounts } from './venue-stability.ts';

/** Settings of the gate. Money in USD, `Pct` in percent, times in milliseconds. */
export type RiskLimits = {
	/** Over both legs of one execution. */
	readonly amountMaxUsd: Decimal;
	/** Over all open executions of a user. */
	readonly openAmountMaxUsd: Decimal;
	readonly executionsOpenMax: number;
	readonly leverageMax: Decimal;
	/** Notional of a user's open legs: in total, in one coin, at one venue. */
	readonly openNotionalMaxUsd: Decimal;
	readonly coinNotionalMaxUsd: Decimal;
	readonly venueNotionalMaxUsd: Decimal;
	/** Unhedged exposure of one leg: per execution, per user, for the whole service. */
	readonly unhedgedMaxUsd: Decimal;
	readonly unhedgedUserMaxUsd: Decimal;
	readonly unhedgedServiceMaxUsd: Decimal;
	readonly dailyLossMaxUsd: Decimal;
	/** Adverse move that a leg's margin must survive. The leg's close must still be tradable after it. */
	readonly stressMovePct: Decimal;
	readonly liquidationDistanceMinPct: Decimal;
	readonly collarPct: Decimal;
	readonly dataAgeMsMax: number;
	readonly tickerStaleMs: number;
	/**
	 * Openings at a venue halt above this share of unanswered requests, once at least `venueErrorsMin` went unanswered.
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
	/** Required margin, USD: notional at the limit price / leverage, both fees, 2 %. */
	readonly margin: Decimal;
	/** Coins in the order book within the limit price. */
	readonly depth: Decimal;
	/** Coins on the opposite side of the book within the same guard: the depth for an immediate close. */
	readonly exitDepth: Decimal;
};

/** The trade that would be opened. */
export type ProposedTrade = {
	/** Coins per leg. */
	readonly quantity: Decimal;
	readonly commonLot: Decimal;
	readonly long: ProposedLeg;
	readonly short: ProposedLeg;
};

/** The slices of the proposed opening. */
export type ProposedOpening = {
	readonly asked: ExecutionMode;
	readonly mode: OpeningMode;
	readonly children: readonly ChildPlan[];
	/** Why the requested mode cannot be used for this trade; null when it can. */
	readonly fault: string | null;
};

/** An execution with a leg on the instrument, or a call that is opening one. */
export type Sharer = {
	/** Undefined until the execution is journaled. */
	readonly executionId: string | undefined;
	readonly role: LegRole;
	readonly leverage: Decimal;
	readonly marginMode: 'isolated' | 'cross';
	/** The legs differ, the execution needs manual attention, or one of its orders there reduces or is unproven. */
	readonly isRepaired: boolean;
	/** The venue's message when it refused the last closing order of the leg; undefined while it refuses none. */
	readonly refusedClose?: string | undefined;
};

/** The account's position in an instrument, and the user's executions in it. Signed coins: positive is long. */
export type InstrumentUse = {
	/** As the venue reports it. */
	readonly reported: Decimal;
	/** Coins that our executions account for: a range while orders are in flight. */
	readonly managedMin: Decimal;
	readonly managedMax: Decimal;
	readonly sharers: readonly Sharer[];
};

/** Facts of one leg: its account and its instrument. */
export type LegFacts = {
	/** USD of margin that no other call of the user has claimed. */
	readonly available: Decimal;
	/** Start of the read of balance and positions. */
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
	/** USD over both legs. */
	readonly openAmount: Decimal;
	/** USD of notional: all legs, the legs in this coin, the legs at each venue of this trade. */
	readonly notional: Decimal;
	readonly coinNotional: Decimal;
	readonly venueNotional: Readonly<Record<LegRole, Decimal>>;
	/** Worst-case unhedged exposure in USD of everything in flight: of the user, of all users. */
	readonly unhedged: Decimal;
	readonly serviceUnhedged: Decimal;
	/** Profit since 00:00 UTC; null when a mark price that it depends on is unknown. */
	readonly profitToday: Decimal | null;
};

/** Caps of the calling agent, and the figures of its own executions and calls. */
export type AgentFacts = {
	readonly caps: AgentCaps;
	/** USD over both legs of its open executions, and of those that its other calls are opening. */
	readonly openAmount: Decimal;
	/** Executions it began since 00:00 UTC, including ended ones and those being opened; null when no cap needs it. */
	readonly openedToday: number | null;
};

/** All facts of the gate. */
export type OpenFacts = {
	readonly now: number;
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal;
	readonly onlyIfTrade: boolean;
	readonly minNetApr: Decimal | undefined;
	readonly exit: ExitPlan;
	/** Undefined when the user calls directly. */
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

/** The venue of a leg. */
export function venueOf(facts: OpenFacts, role: LegRole): VenueName {
	return facts.trade[role].plan.venue;
}
