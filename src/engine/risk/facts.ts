/** What the checks before an open are made of: the proposed trade and everything that it is judged by, read at one instant. */

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
	/** Notional of all open legs of a user: in all, of one coin, at one venue. */
	readonly openNotionalMaxUsd: Decimal;
	readonly coinNotionalMaxUsd: Decimal;
	readonly venueNotionalMaxUsd: Decimal;
	/** What one leg may stand without the other: of one execution, of a user, of the service. */
	readonly unhedgedMaxUsd: Decimal;
	readonly unhedgedUserMaxUsd: Decimal;
	readonly unhedgedServiceMaxUsd: Decimal;
	readonly dailyLossMaxUsd: Decimal;
	/** A move against a leg that its margin must survive, and at which its close must still be tradable. */
	readonly stressMovePct: Decimal;
	readonly liquidationDistanceMinPct: Decimal;
	readonly collarPct: Decimal;
	readonly dataAgeMsMax: number;
	readonly tickerStaleMs: number;
	/** Halts opens at a venue: more than this share of requests without an answer, when there are at least so many of them. */
	readonly venueErrorPctMax: Decimal;
	readonly venueErrorsMin: number;
};

/** One leg as it would be opened. */
export type ProposedLeg = {
	readonly plan: LegPlan;
	readonly quantity: Decimal;
	/** Quantity × decision mid, USD. */
	readonly notional: Decimal;
	/** Margin the account needs: notional at the limit / leverage, both fees, 2 %. */
	readonly margin: Decimal;
	/** Coins that the book holds inside the limit price. */
	readonly depth: Decimal;
	/** Coins on the other side of the book inside the same guard: what a close at this moment would find. */
	readonly exitDepth: Decimal;
};

/** A trade as it would be opened. */
export type ProposedTrade = {
	/** Coins per leg. */
	readonly quantity: Decimal;
	readonly commonLot: Decimal;
	readonly long: ProposedLeg;
	readonly short: ProposedLeg;
};

/** In which slices it would be opened. */
export type ProposedOpening = {
	readonly asked: ExecutionMode;
	readonly mode: OpeningMode;
	readonly children: readonly ChildPlan[];
	/** Why the asked mode cannot be used for this trade; null when it can. */
	readonly fault: string | null;
};

/** An execution, or a call that is opening one, with a leg on the instrument. */
export type Sharer = {
	/** Undefined while it is not journaled yet. */
	readonly executionId: string | undefined;
	readonly role: LegRole;
	readonly leverage: Decimal;
	readonly marginMode: 'isolated' | 'cross';
	/** One leg is ahead of the other, a person is needed, or an order of it there reduces or is not proven. */
	readonly isRepaired: boolean;
	/** The venue's words when it refused the last order that was to close the leg; undefined while it refuses none. */
	readonly refusedClose?: string | undefined;
};

/** What the account holds of an instrument, and who of the user holds it. Signed coins: positive is long. */
export type InstrumentUse = {
	/** The venue's word. */
	readonly reported: Decimal;
	/** What our executions account for: a range while orders are in flight. */
	readonly managedMin: Decimal;
	readonly managedMax: Decimal;
	readonly sharers: readonly Sharer[];
};

/** One account and instrument, as the gate judges them. */
export type LegFacts = {
	/** USD of margin that no other call of the user has claimed. */
	readonly available: Decimal;
	/** When the read of balance and positions began. */
	readonly readAt: number;
	readonly tickerAt: number | undefined;
	readonly mark: Decimal | null;
	readonly index: Decimal | null;
	readonly outcomes: OutcomeCounts;
	readonly use: InstrumentUse;
};

/** The user's executions that have not ended, and those that other calls are opening. */
export type UserFacts = {
	readonly openCount: number;
	/** USD over both legs. */
	readonly openAmount: Decimal;
	/** USD of all legs; of the coin; of the legs at each venue of this trade. */
	readonly notional: Decimal;
	readonly coinNotional: Decimal;
	readonly venueNotional: Readonly<Record<LegRole, Decimal>>;
	/** USD that may come to stand on one leg alone by what is under way: of the user, of everybody. */
	readonly unhedged: Decimal;
	readonly serviceUnhedged: Decimal;
	/** Profit since 00:00 UTC; null when a mark that it hangs on is not known. */
	readonly profitToday: Decimal | null;
};

/** The calling agent's caps, and what they count: its own executions and calls alone. */
export type AgentFacts = {
	readonly caps: AgentCaps;
	/** USD over both legs of its executions that have not ended, and of those that its other calls are opening. */
	readonly openAmount: Decimal;
	/** Its executions begun since 00:00 UTC, ended ones and those being opened included; null where no cap asks for it. */
	readonly openedToday: number | null;
};

/** All that the gate judges. */
export type OpenFacts = {
	readonly now: number;
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly maxSlippageBps: Decimal;
	readonly onlyIfTrade: boolean;
	readonly minNetApr: Decimal | undefined;
	readonly exit: ExitPlan;
	/** Undefined where the user calls themselves. */
	readonly agent: AgentFacts | undefined;
	readonly exchangepair: string;
	/** Why nothing is opened at this moment, whatever it is; undefined while it may be. */
	readonly refusal: CarrywireError | undefined;
	readonly trade: ProposedTrade;
	readonly opening: ProposedOpening;
	readonly record: Opportunity;
	/** Those of the record's guards that forbid a trade and that no check judges itself. */
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
