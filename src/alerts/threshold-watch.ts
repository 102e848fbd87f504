/**
 * Compares current figures with users' threshold rules every few seconds. All figures are in memory: no check sends a
 * request. A figure that is unknown changes nothing.
 */
import { add, type Decimal, divTrunc, fromInteger, min, mulTrunc, ONE, sub } from '../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan } from '../domain/execution.ts';
import { liquidationDistance, percentOfShare } from '../domain/exit-liquidation.ts';
import { hourlyRate } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { executionLedger } from '../domain/ledger.ts';
import { DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import { type AlertRule, COIN_RULE_KINDS } from '../ports/alert-rules.ts';
import type { StandingCondition } from '../ports/alert-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { AccountMemory } from './account-memory.ts';
import type { RunningAlertService } from './alert-service.ts';
import { type ConditionBatch, createConditions, type Subject } from './conditions.ts';
import { nameOf } from './execution-alerts.ts';
import { periodicCheck } from './periodic-check.ts';
import { ALERT_TEXT, executionName } from './text.ts';
import { type RuleFigure, thresholdFinding } from './threshold-findings.ts';
import type { ThresholdRules } from './threshold-rules.ts';

/** Dependencies of the threshold watch. */
export type ThresholdWatchOptions = {
	readonly rules: Pick<ThresholdRules, 'enabled' | 'get' | 'note' | 'fired'>;
	readonly service: Pick<RunningAlertService, 'raise' | 'failed'>;
	/** Conditions that were active at startup; those of other kinds are ignored. */
	readonly standing: readonly StandingCondition[];
	readonly clock: Clock;
	readonly market: Pick<Market, 'inputs'>;
	readonly opportunities: Pick<OpportunityBook, 'list'>;
	/** Returns all executions in memory. */
	readonly states: () => readonly ExecutionState[];
	readonly memory: Pick<AccountMemory, 'liquidationPrice'>;
	/** Returns the mark, USD per coin; null if it is stale. */
	readonly markOf: (venue: VenueName, symbol: string) => Decimal | null;
	/** Oldest ticker whose funding rate counts, milliseconds. */
	readonly tickerAgeMsMax: number;
	readonly periodMs: number;
};

/** More pairs of one coin than any set of exchanges has. */
const PAIRS_OF_COIN_MAX = 500;
const HUNDRED = fromInteger(100);
const HOURS_PER_YEAR = fromInteger(8_760);
const LEGS: readonly LegRole[] = ['long', 'short'];

type Watch = ThresholdWatchOptions & {
	readonly conditions: ReturnType<typeof createConditions>;
	/** Limit and direction of each rule at its last check, by rule id. An edited rule starts again. */
	readonly judgedBy: Map<string, string>;
};

/** Creates the watch. `close` resolves when the last check has ended. */
export function createThresholdWatch(options: ThresholdWatchOptions) {
	const watch: Watch = {
		...options,
		conditions: createConditions(options.standing.filter(({ kind }) => kind === 'threshold')),
		judgedBy: new Map(),
	};
	return periodicCheck(options.clock, options.periodMs, () => check(watch));
}

/** Runs one check of all rules. Never rejects. */
async function check(watch: Watch): Promise<void> {
	try {
		const rules = watch.rules.enabled();
		const now = watch.clock.now();
		const found = await figuresOf(watch, rules, now);
		const batch: ConditionBatch = { alerts: [], began: [], over: [] };
		for (const rule of rules) judgeRule(watch, batch, rule, found.get(rule) ?? [], now);
		forgetOthers(watch, batch, rules, now);
		if (batch.began.length + batch.over.length > 0) {
			await watch.service.raise(batch);
			watch.conditions.stored(batch);
		}
		for (const rule of rules) noteReading(watch, rule, found.get(rule) ?? []);
		for (const { thing } of batch.began) await watch.rules.fired(ruleIdOf(thing), now);
	} catch (error) {
		watch.service.failed('threshold rules could not be checked', error);
	}
}

type FoundFigures = ReadonlyMap<AlertRule, readonly RuleFigure[]>;

async function figuresOf(watch: Watch, rules: readonly AlertRule[], now: number): Promise<FoundFigures> {
	const found = new Map<AlertRule, readonly RuleFigure[]>();
	const coins = new Set(rules.map(({ coin }) => coin).filter((coin) => coin !== null));
	const inputs = rules.some(({ kind }) => kind === 'funding_rate') ? watch.market.inputs() : [];
	for (const coin of coins) {
		const own = rules.filter((rule) => rule.coin === coin);
		const rates = inputs.filter(({ instrument }) => instrument.coin === coin);
		const pairs = own.some(({ kind }) => kind !== 'funding_rate') ? await pairsOf(watch, coin) : [];
		for (const rule of own) {
			const best = rule.kind === 'funding_rate' ? bestRate(watch, rule, rates, now) : bestPair(rule, pairs);
			found.set(rule, best === undefined ? [] : [best]);
		}
	}
	const states = watch.states().filter((state) => !isEnded(state));
	for (const rule of rules)
		if (!COIN_RULE_KINDS.has(rule.kind))
			found.set(
				rule,
				states.flatMap((state) => executionFigure(watch, rule, state) ?? []),
			);
	return found;
}

async function pairsOf({ opportunities }: Watch, coin: string): Promise<readonly Opportunity[]> {
	const { rows } = await opportunities.list({
		exchangepair: undefined,
		limit: PAIRS_OF_COIN_MAX,
		page: 1,
		sortby: 'net_apr',
		order: 'best_first',
		isByCoin: false,
		coins: [coin],
		q: undefined,
		tradableOnly: false,
		maxMinAmount: undefined,
		verdict: undefined,
		terms: DEFAULT_TERMS,
	});
	return rows.map(({ record }) => record);
}

/** Returns the highest rate for a rule with `above`, the lowest one with `below`, in % a year. */
function bestRate(
	{ tickerAgeMsMax }: Watch,
	rule: AlertRule,
	inputs: readonly InstrumentInputs[],
	now: number,
): RuleFigure | undefined {
	let best: RuleFigure | undefined;
	for (const { instrument, ticker, tickerReceivedAt } of inputs) {
		const { venue } = instrument;
		const funding = ticker?.funding;
		if (rule.exchange !== null && venue !== rule.exchange) continue;
		if (funding === undefined || funding === null || now - (tickerReceivedAt ?? 0) > tickerAgeMsMax) continue;
		const value = mulTrunc(
			mulTrunc(hourlyRate(funding.predictedRate, funding.intervalMs), HOURS_PER_YEAR),
			HUNDRED,
		);
		if (best !== undefined && (rule.direction === 'above' ? value <= best.value : value >= best.value))
			continue;
		const subject = ALERT_TEXT.coinOn({ coin: rule.coin ?? '', exchange: shownNameOf(venue) });
		best = { value, exchange: venue, exchangepair: null, executionId: null, subject };
	}
	return best;
}

/** Returns the best pair's APR, in % a year: the headline's, or the expected net one. */
function bestPair(rule: AlertRule, pairs: readonly Opportunity[]): RuleFigure | undefined {
	let best: RuleFigure | undefined;
	for (const { apr, net, exchangepair, longVenue, shortVenue, symbol } of pairs) {
		const share = rule.kind === 'spread_apr' ? apr : net.netApr;
		if (share === null || (rule.exchangepair !== null && exchangepair !== rule.exchangepair)) continue;
		const value = mulTrunc(share, HUNDRED);
		if (best !== undefined && value <= best.value) continue;
		const subject = executionName(symbol, longVenue, shortVenue);
		best = { value, exchange: null, exchangepair, executionId: null, subject };
	}
	return best;
}

/** Returns the figure of one execution; undefined if the rule is not about it, or an input is unknown. */
function executionFigure(watch: Watch, rule: AlertRule, state: ExecutionState): RuleFigure | undefined {
	const { userId, executionId, exchangepair } = state.plan;
	if (userId !== rule.userId || (rule.executionId !== null && rule.executionId !== executionId))
		return undefined;
	const marks = {
		long: watch.markOf(legPlan(state, 'long').venue, legPlan(state, 'long').instrument.symbol),
		short: watch.markOf(legPlan(state, 'short').venue, legPlan(state, 'short').instrument.symbol),
	};
	const value =
		rule.kind === 'basis'
			? basisOf(state, marks)
			: rule.kind === 'execution_net'
				? netOf(state, marks)
				: marginOf(watch, state, marks);
	if (value === null) return undefined;
	return { value, exchange: null, exchangepair, executionId, subject: nameOf(state) };
}

type Marks = Readonly<Record<LegRole, Decimal | null>>;

/** Returns the short leg's mark above the long leg's, %; null unless both legs are held and have a mark. */
function basisOf({ held }: ExecutionState, { long, short }: Marks): Decimal | null {
	if (held.long === 0n || held.short === 0n || long === null || short === null || long <= 0n) return null;
	return mulTrunc(sub(divTrunc(short, long), ONE), HUNDRED);
}

/** Returns realized plus unrealized result so far, USD; null if a held leg has no mark. */
function netOf(state: ExecutionState, marks: Marks): Decimal | null {
	const { long, short } = executionLedger(state, marks);
	if (long.unrealized === null || short.unrealized === null) return null;
	return add(add(long.realized, short.realized), add(long.unrealized, short.unrealized));
}

/** Returns the smaller distance to a liquidation price, %; null if no held leg has a known one. */
function marginOf({ memory }: Watch, state: ExecutionState, marks: Marks): Decimal | null {
	const distances = LEGS.flatMap((leg) => {
		if (state.held[leg] === 0n) return [];
		const { venue, instrument } = legPlan(state, leg);
		const liquidation = memory.liquidationPrice(state.plan.userId, venue, instrument.symbol);
		return liquidationDistance(leg, marks[leg], liquidation) ?? [];
	});
	return distances.length === 0 ? null : percentOfShare(distances.reduce(min));
}

function judgeRule(
	watch: Watch,
	batch: ConditionBatch,
	rule: AlertRule,
	found: readonly RuleFigure[],
	now: number,
): void {
	const terms = `${rule.direction} ${rule.limit} ${rule.hysteresis}`;
	const isEdited = (watch.judgedBy.get(rule.ruleId) ?? terms) !== terms;
	watch.judgedBy.set(rule.ruleId, terms);
	for (const one of found) {
		const subject = subjectOf(rule, one);
		const since = watch.conditions.since(subject);
		const finding =
			isEdited && since !== undefined ? { is: 'gone' as const } : thresholdFinding(rule, one, since, now);
		watch.conditions.judge(batch, subject, finding, now);
	}
}

/** Ends, without an alert, conditions of rules that are gone or disabled, and of executions that have ended. */
function forgetOthers(watch: Watch, batch: ConditionBatch, rules: readonly AlertRule[], now: number): void {
	const enabled = new Set(rules.map(({ ruleId }) => ruleId));
	const open = new Set(
		watch
			.states()
			.filter((state) => !isEnded(state))
			.map(({ plan }) => plan.executionId),
	);
	for (const { userId, kind, thing } of watch.conditions.all()) {
		const executionId = thing.split(':')[1];
		if (enabled.has(ruleIdOf(thing)) && (executionId === undefined || open.has(executionId))) continue;
		watch.conditions.judge(batch, { userId, kind, thing }, { is: 'gone' }, now);
	}
	for (const ruleId of watch.judgedBy.keys()) if (!enabled.has(ruleId)) watch.judgedBy.delete(ruleId);
}

function noteReading(watch: Watch, rule: AlertRule, found: readonly RuleFigure[]): void {
	// With several executions, the list shows the figure that is nearest to the limit or farthest beyond it.
	const values = found.map(({ value }) => value).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
	watch.rules.note(rule.ruleId, {
		figure: (rule.direction === 'above' ? values.at(-1) : values[0]) ?? null,
		isActive: found.some((one) => watch.conditions.isActive(subjectOf(rule, one))),
	});
}

function subjectOf({ userId, ruleId }: AlertRule, { executionId }: RuleFigure): Subject {
	return { userId, kind: 'threshold', thing: executionId === null ? ruleId : `${ruleId}:${executionId}` };
}

function ruleIdOf(thing: string): string {
	return thing.split(':')[0] ?? thing;
}
