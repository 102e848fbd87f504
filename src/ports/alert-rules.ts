/** Defines users' threshold rules: a figure, a limit, and when the crossing of the limit is news. */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';

/**
 * `funding_rate`: running funding rate of a coin's perpetual, % a year; `spread_apr`: headline APR of a coin's best
 * pair, % a year; `net_apr`: expected net APR of a coin's best pair at default terms, % a year; `basis`: price of an
 * own open execution's short leg above its long leg, %; `execution_net`: an own open execution's net result so far,
 * USD; `margin_distance`: the smaller distance of its legs to their liquidation prices, %.
 */
export const ALERT_RULE_KINDS = [
	'funding_rate',
	'spread_apr',
	'net_apr',
	'basis',
	'execution_net',
	'margin_distance',
] as const;
/** One of `ALERT_RULE_KINDS`. */
export type AlertRuleKind = (typeof ALERT_RULE_KINDS)[number];

/** Kinds of rules about a coin in the market. The others are about the user's own open executions. */
export const COIN_RULE_KINDS: ReadonlySet<AlertRuleKind> = new Set(['funding_rate', 'spread_apr', 'net_apr']);

/** Side of the limit on which a rule alerts. */
export const ALERT_RULE_DIRECTIONS = ['above', 'below'] as const;
/** One of `ALERT_RULE_DIRECTIONS`. */
export type AlertRuleDirection = (typeof ALERT_RULE_DIRECTIONS)[number];

/** The subject, the limit and the timing of a rule. Limits are % or USD, as the kind says. */
export type AlertRuleTerms = {
	readonly name: string;
	readonly kind: AlertRuleKind;
	/** Coin such as `ETH` of a rule about the market; null for the other kinds. */
	readonly coin: string | null;
	/** Exchange of a `funding_rate` rule; null means every exchange. */
	readonly exchange: VenueName | null;
	/** Exchange pair of a `spread_apr` or `net_apr` rule; null means every pair. */
	readonly exchangepair: string | null;
	/** Execution of a rule about own executions; null means every open one. */
	readonly executionId: string | null;
	readonly direction: AlertRuleDirection;
	readonly limit: Decimal;
	/** The alert ends once the figure is back by this much, in the unit of `limit`; at least 0. */
	readonly hysteresis: Decimal;
	/** Minimum time from one alert of a subject to its end, and so to the next alert, milliseconds. */
	readonly cooldownMs: number;
	readonly isEnabled: boolean;
};

/** A stored rule of a user. */
export type AlertRule = AlertRuleTerms & {
	readonly ruleId: string;
	readonly userId: string;
	readonly createdAt: number;
	/** Time of the rule's last alert; null before the first one. */
	readonly firedAt: number | null;
};

/** A rule as its owner sees it. `figure` is the last value, in the unit of the limit; null while it is unknown. */
export type ListedRule = AlertRule & { readonly figure: Decimal | null; readonly isActive: boolean };

/** Stores rules. Every write is durable when it resolves. */
export interface AlertRuleStore {
	/** Returns all rules, oldest first. */
	load(): Promise<readonly AlertRule[]>;
	/** Inserts a rule, or replaces the one with the same id. */
	save(rule: AlertRule): Promise<void>;
	remove(ruleId: string): Promise<void>;
}

/** Lists and changes one user's rules, for the API. */
export interface AlertRules {
	list(userId: string): readonly ListedRule[];
	/**
	 * @throws CarrywireError TOO_MANY_ALERT_RULES, UNKNOWN_EXECUTION, INVALID_PARAMS for another subject that does not
	 * exist
	 */
	add(userId: string, terms: AlertRuleTerms): Promise<ListedRule>;
	/**
	 * Replaces members of a rule; kind and subject stay. @throws CarrywireError UNKNOWN_ALERT_RULE
	 */
	edit(
		userId: string,
		ruleId: string,
		edit: Partial<
			Pick<AlertRuleTerms, 'name' | 'direction' | 'limit' | 'hysteresis' | 'cooldownMs' | 'isEnabled'>
		>,
	): Promise<ListedRule>;
	/** @throws CarrywireError UNKNOWN_ALERT_RULE */
	remove(userId: string, ruleId: string): Promise<void>;
}
