/** Decides which executions the farming loop closes, and which changes of a plan it makes. Sends no requests. */
import type { ExecutionRecord, MethodResult } from 'carrywire/client';

export type Portfolio = MethodResult<'portfolio_live'>;
export type Plan = MethodResult<'plan_portfolio'>;
export type Change = Plan['changes'][number];

/** Limits of the loop. Amounts are USD of capital across both legs. */
export type Limits = {
	/** Capital of the pot, with the idle part. */
	readonly capital: number;
	/** Leverage of the plan. */
	readonly leverage: number;
	/** Leverage of each opening. */
	readonly orderLeverage: number;
	/** Maximum amount open at once, across the whole portfolio. */
	readonly openAmountMax: number;
	readonly openAmountPerCoinMax: number;
	/** Maximum amount open at one exchange. Each of an execution's two exchanges counts half of its amount. */
	readonly openAmountPerExchangeMax: number;
	/** Minimum expected net of the whole plan above cash, a fraction of the capital per year. */
	readonly netOverCashMin: number;
	/**
	 * Minimum distance to liquidation, percent of the mark price. The loop closes an execution with a smaller
	 * distance.
	 */
	readonly liquidationDistancePctMin: number;
	/** The loop closes an execution that is older than this. */
	readonly holdHoursMax: number;
	/** The loop closes an execution once each leg has booked this many settlements; null: no limit. */
	readonly settlementsMax: number | null;
	/**
	 * Also follows plans that do not pay more than cash. This is for rehearsals on simulated exchanges, never for real
	 * money.
	 */
	readonly acceptsNoTrade: boolean;
};

const OPEN = new Set(['queued', 'opening', 'running', 'closing', 'needs_attention']);
const HOUR_MS = 3_600_000;
/** Quote currency at the end of an execution's symbol, such as BTCUSDT. */
const QUOTE = /USD[TC]?$/;

export function isOpen({ execution }: ExecutionRecord): boolean {
	return OPEN.has(execution.status);
}

/** Returns the reason to close a running execution now; null to hold it. */
export function reasonToClose(record: ExecutionRecord, limits: Limits, nowMs: number): string | null {
	const { execution, risk, funding, advice } = record;
	if (execution.status !== 'running') return null;
	const distance = risk.liquidation_distance_pct;
	if (distance !== null && distance < limits.liquidationDistancePctMin)
		return `a leg is ${distance} % from its liquidation; the limit is ${limits.liquidationDistancePctMin} %`;
	// Close only on the service's advice, not merely because funding has fallen: each unnecessary exit costs a round
	// trip.
	if (advice?.action === 'close' && !limits.acceptsNoTrade)
		return `the service advises to close. ${advice.reason}`;
	const heldHours = (nowMs - Date.parse(execution.created_at)) / HOUR_MS;
	if (heldHours >= limits.holdHoursMax)
		return `held for ${heldHours.toFixed(1)} h; the limit is ${limits.holdHoursMax} h`;
	const settled = settlementsOf(funding.funding_events, execution);
	if (limits.settlementsMax !== null && settled >= limits.settlementsMax)
		return `each leg has booked ${settled} settlements; the limit is ${limits.settlementsMax}`;
	return null;
}

/** Returns the number of settlements that both legs have booked, which is the smaller of the two counts. */
function settlementsOf(
	events: ExecutionRecord['funding']['funding_events'],
	{ long_exchange, short_exchange }: ExecutionRecord['execution'],
): number {
	const count = (exchange: string) => events.filter((event) => event.exchange === exchange).length;
	return Math.min(count(long_exchange), count(short_exchange));
}

/** Returns the capital of a change over both legs, USD. */
export function amountOfChange({ notional }: Change, { orderLeverage }: Limits): number {
	return Math.floor((200 * notional) / orderLeverage) / 100;
}

/**
 * Returns the reason not to make a change of the plan; null to make it. The plan keeps the limits of the pot; these are
 * the limits of the loop on the whole portfolio. Changes that only reduce are always made.
 * @param own ids of the loop's executions
 */
export function reasonNotToMake(
	change: Change,
	{ outcome }: Plan,
	portfolio: Portfolio,
	limits: Limits,
	own: readonly string[],
): string | null {
	const { kind, coin, execution_id: executionId, roll } = change;
	if (executionId !== null && !own.includes(executionId)) return 'the loop did not open this execution';
	if (kind === 'close' || kind === 'reduce') return null;
	if (outcome.over_cash < limits.netOverCashMin && !limits.acceptsNoTrade)
		return `the plan earns ${outcome.over_cash} a year above cash; the limit is ${limits.netOverCashMin}`;
	const amount = amountOfChange(change, limits);
	const open = portfolio.executions.filter(isOpen);
	const ofCoin = open.filter(({ execution }) => execution.symbol.replace(QUOTE, '') === coin);
	const entered = roll === null ? (['long', 'short'] as const) : [roll.leg];
	const bounds: readonly (readonly [what: string, wanted: number, limit: number])[] = [
		...(roll === null
			? ([
					['all executions', amountOf(open) + amount, limits.openAmountMax],
					[coin, amountOf(ofCoin) + amount, limits.openAmountPerCoinMax],
				] as const)
			: []),
		...entered.map((leg) => {
			const { exchange } = change[leg];
			return [exchange, amountAt(open, exchange) + amount / 2, limits.openAmountPerExchangeMax] as const;
		}),
	];
	const broken = bounds.find(([, wanted, limit]) => wanted > limit);
	return broken === undefined
		? null
		: `${broken[0]} would have ${broken[1]} USD open; the limit is ${broken[2]}`;
}

function amountOf(records: readonly ExecutionRecord[]): number {
	// Executions that are still opening count with their full requested amount.
	return records.reduce(
		(sum, { execution }) => sum + Math.max(execution.input_amount, execution.filled_amount),
		0,
	);
}

function amountAt(records: readonly ExecutionRecord[], exchange: string): number {
	const there = records.filter(
		({ execution }) => execution.long_exchange === exchange || execution.short_exchange === exchange,
	);
	return amountOf(there) / 2;
}
