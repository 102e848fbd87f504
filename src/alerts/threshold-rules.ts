/** Keeps users' threshold rules in memory, with each rule's last figure. A change takes effect once it is durable. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Decimal } from '../domain/decimal.ts';
import type {
	AlertRule,
	AlertRuleStore,
	AlertRules,
	AlertRuleTerms,
	ListedRule,
} from '../ports/alert-rules.ts';
import type { Clock, Random } from '../ports/clock.ts';
import { RULE_TEXTS } from './text.ts';

/** Last figure of a rule, in the unit of its limit, and whether its alert is active. */
export type RuleReading = { readonly figure: Decimal | null; readonly isActive: boolean };

/** Checks a rule's subject. Each function returns false for a subject that does not exist now. */
export type RuleSubjects = {
	readonly isCoin: (coin: string) => boolean;
	readonly isExchange: (exchange: string) => boolean;
	readonly isExchangePair: (exchangepair: string) => boolean;
	readonly isOwnOpenExecution: (userId: string, executionId: string) => boolean;
};

/** Registry of all users' rules. */
export type ThresholdRules = ReturnType<typeof createThresholdRules>;

type RulesParts = {
	readonly stored: readonly AlertRule[];
	readonly store: Pick<AlertRuleStore, 'save' | 'remove'>;
	readonly subjects: RuleSubjects;
	readonly clock: Pick<Clock, 'now'>;
	readonly random: Pick<Random, 'hex'>;
	readonly rulesPerUserMax: number;
};

/** Creates the registry from the stored rules. */
export function createThresholdRules(parts: RulesParts) {
	const { store } = parts;
	const rules = new Map(parts.stored.map((rule) => [rule.ruleId, rule]));
	const readings = new Map<string, RuleReading>();
	return {
		api: rulesForUsers(parts, rules, readings),
		get: (ruleId: string): AlertRule | undefined => rules.get(ruleId),
		/** Returns all enabled rules of all users. */
		enabled: (): readonly AlertRule[] => [...rules.values()].filter(({ isEnabled }) => isEnabled),
		/** Keeps a rule's reading for its owner's list. */
		note: (ruleId: string, reading: RuleReading): void => void readings.set(ruleId, reading),
		/** Stores the time of a rule's last alert. */
		async fired(ruleId: string, at: number): Promise<void> {
			const rule = rules.get(ruleId);
			if (rule === undefined) return;
			const fired = { ...rule, firedAt: at };
			rules.set(ruleId, fired);
			await store.save(fired);
		},
	};
}

function rulesForUsers(
	parts: RulesParts,
	rules: Map<string, AlertRule>,
	readings: Map<string, RuleReading>,
): AlertRules {
	const { store, clock, random, rulesPerUserMax } = parts;
	const ofUser = (userId: string): readonly AlertRule[] =>
		[...rules.values()].filter((rule) => rule.userId === userId);
	const listed = (rule: AlertRule): ListedRule => ({
		...rule,
		...(readings.get(rule.ruleId) ?? { figure: null, isActive: false }),
	});
	const own = (userId: string, ruleId: string): AlertRule => {
		const rule = rules.get(ruleId);
		if (rule !== undefined && rule.userId === userId) return rule;
		throw new CarrywireError('UNKNOWN_ALERT_RULE', RULE_TEXTS.unknown({ was: ruleId.slice(0, 64) }), {
			field: 'rule_id',
		});
	};
	return {
		list: (userId) => ofUser(userId).map(listed),
		async add(userId, terms) {
			const count = ofUser(userId).length;
			if (count >= rulesPerUserMax)
				throw new CarrywireError(
					'TOO_MANY_ALERT_RULES',
					RULE_TEXTS.tooMany({ count, limit: rulesPerUserMax }),
					{
						facts: { limit: rulesPerUserMax },
					},
				);
			requireSubject(parts.subjects, userId, terms);
			const ruleId = `rule_${random.hex(12)}`;
			const rule: AlertRule = { ...terms, ruleId, userId, createdAt: clock.now(), firedAt: null };
			await store.save(rule);
			rules.set(ruleId, rule);
			return listed(rule);
		},
		async edit(userId, ruleId, edit) {
			const changed = { ...own(userId, ruleId), ...edit };
			await store.save(changed);
			rules.set(ruleId, changed);
			readings.delete(ruleId);
			return listed(changed);
		},
		async remove(userId, ruleId) {
			own(userId, ruleId);
			await store.remove(ruleId);
			rules.delete(ruleId);
			readings.delete(ruleId);
		},
	};
}

function requireSubject(subjects: RuleSubjects, userId: string, terms: AlertRuleTerms): void {
	const { coin, exchange, exchangepair, executionId } = terms;
	const fault =
		coin !== null && !subjects.isCoin(coin)
			? (['coin', 'noCoin', coin] as const)
			: exchange !== null && !subjects.isExchange(exchange)
				? (['exchange', 'noExchange', exchange] as const)
				: exchangepair !== null && !subjects.isExchangePair(exchangepair)
					? (['exchangepair', 'noExchangePair', exchangepair] as const)
					: executionId !== null && !subjects.isOwnOpenExecution(userId, executionId)
						? (['execution_id', 'noExecution', executionId] as const)
						: undefined;
	if (fault === undefined) return;
	const [field, subject, value] = fault;
	const code = field === 'execution_id' ? 'UNKNOWN_EXECUTION' : 'INVALID_PARAMS';
	throw new CarrywireError(code, RULE_TEXTS[subject]({ was: value }), { field });
}
