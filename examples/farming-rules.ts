/** Decides which executions the farming loop closes and which opportunities it opens. Sends no requests. */
import type { ExecutionRecord, MethodResult, Opportunity } from 'carrywire/client';

export type Portfolio = MethodResult<'portfolio_live'>;

/** Limits of the loop. Amounts are USD of capital across both legs. */
export type Limits = {
	/** Amount per execution. */
	readonly amount: number;
	readonly leverage: number;
	/** Planned holding period; null: the service evaluates each opportunity at its best horizon. */
	readonly horizonHours: number | null;
	/** Maximum amount open at once, across the whole portfolio. */
	readonly openAmountMax: number;
	readonly openAmountPerCoinMax: number;
	/** Maximum amount open at one exchange. Each of an execution's two exchanges counts half of its amount. */
	readonly openAmountPerExchangeMax: number;
	/** Minimum net APR, a fraction per year after all costs. */
	readonly netAprMin: number;
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
	 * Also opens opportunities whose verdict is `no_trade`. This is for rehearsals on simulated exchanges, never for
	 * real money.
	 */
	readonly acceptsNoTrade: boolean;
};

const OPEN = new Set(['queued', 'opening', 'running', 'closing', 'needs_attention']);
const HOUR_MS = 3_600_000;

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

/** Returns the reason not to open the opportunity within these limits; null if it may open. */
export function reasonNotToOpen(
	opportunity: Opportunity,
	portfolio: Portfolio,
	limits: Limits,
): string | null {
	const { net, symbol, long_venue, short_venue } = opportunity;
	if (net.verdict !== 'trade' && !(limits.acceptsNoTrade && net.verdict === 'no_trade'))
		return `the verdict is ${net.verdict}`;
	if (net.net_apr === null || net.net_apr < limits.netAprMin)
		return `net_apr is ${net.net_apr}; the limit is ${limits.netAprMin}`;
	if (opportunity.max_amount === null || opportunity.max_amount < limits.amount)
		return `the books hold ${opportunity.max_amount} USD; the amount is ${limits.amount} USD`;
	const open = portfolio.executions.filter(isOpen);
	if (open.some(({ execution }) => execution.opportunity_id === opportunity.opportunity_id))
		return 'already open';
	const { amount } = limits;
	const bounds: readonly (readonly [what: string, wanted: number, limit: number])[] = [
		['all executions', amountOf(open) + amount, limits.openAmountMax],
		[
			symbol,
			amountOf(open.filter(({ execution }) => execution.symbol === symbol)) + amount,
			limits.openAmountPerCoinMax,
		],
		...[long_venue, short_venue].map(
			(exchange) =>
				[exchange, amountAt(open, exchange) + amount / 2, limits.openAmountPerExchangeMax] as const,
		),
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
