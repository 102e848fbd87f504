/**
 * Defines the pots of the autopilot: what a pot may do, and what the loop needs of the planner, of execution and of
 * the margin watch. Money is USD; times are milliseconds.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';
import type { CallingAgent } from './order-service.ts';

/** `suggest`: a person confirms each change. `act`: the service makes the changes by itself. */
export const POT_MODES = ['suggest', 'act'] as const;
/** One of `POT_MODES`. */
export type PotMode = (typeof POT_MODES)[number];

/** `live`: trades on the user's accounts. `shadow`: makes the same decisions on paper accounts of a hidden user. */
export const POT_KINDS = ['live', 'shadow'] as const;
/** One of `POT_KINDS`. */
export type PotKind = (typeof POT_KINDS)[number];

/**
 * `paused`: no voluntary change; margin alarms still act. `stopping`: closes everything. `stopped`: final; the pot
 * manages nothing anymore.
 */
export const POT_STATES = ['running', 'paused', 'stopping', 'stopped'] as const;
/** One of `POT_STATES`. */
export type PotState = (typeof POT_STATES)[number];

/** Action of a pot that has lost as much as its drawdown stop allows. */
export const DRAWDOWN_ACTIONS = ['close', 'pause'] as const;
/** One of `DRAWDOWN_ACTIONS`. */
export type DrawdownAction = (typeof DRAWDOWN_ACTIONS)[number];

/** Limits of a pot. Shares are fractions. */
export type PotLimits = {
	/** Largest share of the pot's one-leg notional in one coin. */
	readonly coinShare: Decimal;
	/** Largest share of the pot's gross notional at one exchange; null for none. */
	readonly exchangeShare: Decimal | null;
	/** Most leg orders a UTC day; a change of both legs counts as two. */
	readonly ordersPerDay: number;
	/** Largest notional traded a UTC day over both legs, USD; null for none. */
	readonly turnoverPerDay: Decimal | null;
	/** Loss from the highest equity, in percent of the capital, at which the pot stops; null for none. */
	readonly drawdownPct: Decimal | null;
	/** Smallest expected net above cash, in percent of the capital a year, for openings. */
	readonly minNetOverCashPct: Decimal;
};

/** Settings of a pot by its owner. */
export type PotSettings = {
	readonly name: string;
	readonly capital: Decimal;
	/** Exchanges on which the pot may hold legs, at least two. */
	readonly exchanges: readonly VenueName[];
	/** The only coins that the pot may open; null for all. */
	readonly coinsAllowed: readonly string[] | null;
	readonly coinsDenied: readonly string[];
	/** Notional of all legs over the capital in use, at most 3. */
	readonly leverage: Decimal;
	readonly limits: PotLimits;
	readonly mode: PotMode;
	readonly onDrawdown: DrawdownAction;
	/** Minute of the UTC day at which the daily decision is made. */
	readonly decisionMinute: number;
};

/** A pot with its owner and state. */
export type Pot = {
	readonly potId: string;
	/** The owner, who sees the pot and gets its alerts. */
	readonly userId: string;
	/** The agent that started the pot and within whose caps it stays; null if the user started it. */
	readonly agentId: string | null;
	/** The user on whose accounts the pot trades: the owner, or the hidden user of a shadow pot. */
	readonly tradesAs: string;
	readonly kind: PotKind;
	/** The pot that this one runs beside; null for a live pot and for a shadow pot by itself. */
	readonly shadowOf: string | null;
	readonly settings: PotSettings;
	readonly state: PotState;
	/** Why the pot is paused, stopping or stopped; null while it runs. */
	readonly stateReason: Words | null;
	readonly stateAt: number;
	/** Time of the last change of the settings; null if they never changed. */
	readonly settingsAt: number | null;
	readonly createdAt: number;
};

/** One open execution of a pot. */
export type PotHolding = {
	readonly executionId: string;
	readonly coin: string;
	readonly long: PotLeg;
	readonly short: PotLeg;
	/** Coins that both legs hold. */
	readonly quantity: Decimal;
	/** Notional of one leg at the present mark, USD; null if no mark is known. */
	readonly notional: Decimal | null;
	/** Profit so far with the open position, USD; null if a mark is unknown. */
	readonly profit: Decimal | null;
	/** True while the execution opens or closes. */
	readonly isMoving: boolean;
	/** Number of reductions of a leg that the service did not make: liquidation, ADL, delisting or a manual trade. */
	readonly lostLegs: number;
};

/** A contract of a leg. */
export type PotLeg = { readonly venue: VenueName; readonly symbol: string };

/** Kinds of a change, in the order in which a decision makes them. */
export const CHANGE_KINDS = ['close', 'reduce', 'roll', 'open', 'enlarge'] as const;
/** One of `CHANGE_KINDS`. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Returns true for a change that only makes a position smaller. */
export function isReduction(kind: ChangeKind): boolean {
	return kind === 'close' || kind === 'reduce';
}

/** One change of a plan. */
export type PlannedChange = {
	readonly kind: ChangeKind;
	readonly coin: string;
	/** The pair after the change. */
	readonly long: PotLeg;
	readonly short: PotLeg;
	/** The execution that is reduced, closed or rolled; null for an opening and an enlargement. */
	readonly executionId: string | null;
	/** The leg that a roll moves; null for any other change. */
	readonly leg: LegRole | null;
	/** Notional of one leg that the change opens, closes or moves, USD. */
	readonly notional: Decimal;
	/** Share of the execution that a reduction closes or a roll moves, above 0 and at most 1; null for any other change. */
	readonly share: Decimal | null;
	/** Gain that the plan expects within its horizon, USD; null if it does not depend on a forecast. */
	readonly gain: Decimal | null;
	/** Expected cost of the change, USD; null if unknown. */
	readonly cost: Decimal | null;
	/** Highest cost at which the change still pays, USD; null for a reduction. */
	readonly costMax: Decimal | null;
	readonly explanation: Words;
};

/** A target of a plan: one-leg notional in USD, positive for long. */
export type PotTarget = PotLeg & { readonly coin: string; readonly notional: Decimal };

/** Inputs of a plan. They are journaled as they are. */
export type PotKnowledge = {
	/** Time of the market data. */
	readonly dataAt: number;
	/** Equity of the pot, USD; null if unknown. */
	readonly equity: Decimal | null;
	/** The forecasts, prices and costs that the plan used, in the planner's own form. */
	readonly inputs: Readonly<Record<string, unknown>>;
};

/** A plan for one pot. */
export type PotPlan = {
	readonly targets: readonly PotTarget[];
	readonly changes: readonly PlannedChange[];
	/** Expected net of the targets on the capital, a fraction a year; null if unknown. */
	readonly netOnCapital: Decimal | null;
	/** Yield of cash, a fraction a year. */
	readonly cash: Decimal;
	readonly knew: PotKnowledge;
	/** Notes on the plan for the owner, such as that no plan pays more than cash. */
	readonly notes: readonly Words[];
};

/** A request for a plan. */
export type PotPlanAsk = {
	readonly pot: Pot;
	readonly holdings: readonly PotHolding[];
	readonly trigger: PotTrigger;
	readonly equity: Decimal | null;
	readonly now: number;
};

/** Makes plans for pots. Sends nothing. */
export interface PotPlanner {
	/** Returns a plan, or why there is none now; the loop then asks again later. */
	plan(ask: PotPlanAsk): Promise<PotPlan | { readonly waits: Words }>;
}

/** Causes of a decision. */
export const TRIGGER_KINDS = [
	'start',
	'daily',
	'changed',
	'delisting',
	'cap_print',
	'lost_leg',
	'margin_alarm',
	'adl',
	'drawdown',
	'stop',
] as const;
/** One of `TRIGGER_KINDS`. */
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

/** The cause of a decision. A pot makes at most one decision per key, also after a restart. */
export type PotTrigger = {
	readonly kind: TriggerKind;
	readonly key: string;
	readonly exchange: VenueName | null;
	readonly coin: string | null;
};

/** The trading user of the accounts, and the agent within whose caps openings stay. */
export type PotTrader = { readonly userId: string; readonly agent: CallingAgent | undefined };

/** How one change ended at the execution service. */
export type ChangeResult = { readonly executionId: string; readonly message: Words };

/**
 * Carries out changes. Each call may be repeated after a crash: the same key opens or rolls only once, and a
 * reduction names what stays open. @throws CarrywireError if the service refuses; nothing was sent in that case
 */
export interface PotOrders {
	/**
	 * Refuses an opening or a roll that no longer pays: its cost exceeds `costMax`, or a check of the service refuses
	 * it. @throws CarrywireError
	 */
	recheck(trader: PotTrader, change: PlannedChange, leverage: Decimal, key: string): Promise<void>;
	/**
	 * Returns the id of the execution that an earlier call to `open` or `roll` with this key began; undefined if that
	 * call sent nothing. @param agentId the agent that called, whether it is still active or not
	 */
	find(userId: string, agentId: string | null, key: string): Promise<string | undefined>;
	/** Begins to open a pair. Returns the id of its execution once that is journaled. */
	open(trader: PotTrader, change: PlannedChange, leverage: Decimal, key: string): Promise<string>;
	/** Begins to move one leg to another exchange. Returns the id of the new execution once that is journaled. */
	roll(trader: PotTrader, change: PlannedChange, key: string): Promise<string>;
	/**
	 * Waits until an opening or a roll is over, however long that takes. A roll is over once both of its pairs are
	 * whole. @throws CarrywireError POT_OPENING_FAILED if it opened nothing
	 */
	outcome(executionId: string): Promise<ChangeResult>;
	/** Closes an execution down to `remaining` coins per leg, zero for all of it, and waits until it is done. */
	reduceTo(trader: PotTrader, executionId: string, remaining: Decimal): Promise<ChangeResult>;
}

/** Reads the executions of pots. */
export interface PotBooks {
	/** Returns those of the executions that have not ended. */
	holdings(executionIds: readonly string[]): readonly PotHolding[];
	/** Returns the notional of one leg of all of them once their openings are complete, USD. */
	committed(executionIds: readonly string[]): Decimal;
	/** Returns the profit of all of the executions, open or ended, USD; null if a mark is unknown. */
	profit(executionIds: readonly string[]): Promise<Decimal | null>;
	/**
	 * Returns the execution from which this one took a leg over, by a roll or an emergency hedge; undefined if there is
	 * none, or if the execution has left memory.
	 */
	originOf(executionId: string): string | undefined;
	/** Returns the coins that rolls have moved from one execution to another; undefined if `from` has left memory. */
	handedOver(from: string, to: string): Decimal | undefined;
	/** Returns the ids of all executions in memory. */
	present(): readonly string[];
	/** Calls the listener with the id of an execution after each of its changes. Returns a function that unsubscribes. */
	onChange(listener: (executionId: string) => void): () => void;
}

/** Finds what makes a pot decide at once. */
export interface PotSignals {
	/** Returns the notices and events that concern the contracts of these holdings, each with its own key. */
	of(holdings: readonly PotHolding[]): readonly PotTrigger[];
}

/**
 * How low the margin of an exchange is: `watch` below 0.7 of 1/L, `transfer` below 0.5, `reduce` below 0.3. A pot
 * closes a part of both legs at once at `reduce`.
 */
export type MarginLevel = 'watch' | 'transfer' | 'reduce';

/** A low margin at one exchange. */
export type MarginAlarm = {
	readonly exchange: VenueName;
	readonly level: MarginLevel;
	/** Start of the present level. */
	readonly since: number;
	/** Start of the account read that shows it. */
	readonly readAt: number;
	readonly message: Words;
};

/** The part of an execution that a pot closes for margin. */
export type PairReduction = {
	readonly executionId: string;
	/** Share of both legs to close, above 0 and at most 1. */
	readonly share: Decimal;
};

/** Watches the margin of users' accounts. */
export interface PotMargins {
	/** Returns the user's present alarms. */
	alarms(userId: string): readonly MarginAlarm[];
	/**
	 * Returns the parts of these executions to close, the cheapest first, until their part of the exchange's margin is
	 * above the level `transfer` again. Empty if nothing is known or no close helps.
	 */
	reductions(userId: string, exchange: VenueName, executionIds: readonly string[]): readonly PairReduction[];
}

/** A pair with a leg that its exchange would deleverage soon. */
export type QueueAlarm = {
	readonly executionId: string;
	readonly coin: string;
	/** Exchange of that leg. */
	readonly exchange: VenueName;
	/** Share of the pair to close, above 0 and at most 1. */
	readonly reduceShare: Decimal;
};

/** Knows the places of users' positions in the exchanges' queues for auto-deleveraging. */
export interface PotQueues {
	/** Returns why a change must not grow its legs; undefined if none of them is near the front of a queue. */
	guard(userId: string, change: Pick<PlannedChange, 'coin' | 'long' | 'short' | 'leg'>): Words | undefined;
	/** Returns the pairs to reduce now: one leg near the front, while the coin is in a squeeze. */
	alarms(userId: string, holdings: readonly PotHolding[]): Promise<readonly QueueAlarm[]>;
}
