/** What the farming loop decides, without sending anything: which executions it closes and which opportunities it may open. */
import type { ExecutionRecord, MethodResult, Opportunity } from 'carrywire/client';

export type Portfolio = MethodResult<'portfolio_live'>;

/** Amounts are USD of capital over both legs. */
export type Limits = {
	/** Of one execution. */
	readonly amount: number;
	readonly leverage: number;
	/** For how long a position is meant to be held; null: the service judges each opportunity at its best horizon. */
	readonly horizonHours: number | null;
	/** Open at once, of everything in the portfolio. */
	readonly openAmountMax: number;
	readonly openAmountPerCoinMax: number;
	/** An execution counts half at each of its exchanges. */
	readonly openAmountPerExchangeMax: number;
	/** Fraction per year; after every cost. */
	readonly netAprMin: number;
	/** Percent of mark; at less an execution is closed. */
	readonly liquidationDistancePctMin: number;
	/** An execution is closed after so long. */
	readonly holdHoursMax: number;
	/** An execution is closed once each of its legs has booked so many settlements; null is no such limit. */
	readonly settlementsMax: number | null;
	/** Opens what the service advises against too: to rehearse on simulated exchanges, never for money. */
	readonly acceptsNoTrade: boolean;
};

const OPEN = new Set(['queued', 'opening', 'running', 'closing', 'needs_attention']);
const HOUR_MS = 3_600_000;

export function isOpen({ execution }: ExecutionRecord): boolean {
	return OPEN.has(execution.status);
}

/** Why a running execution is closed now; null while it is held. */
export function reasonToClose(record: ExecutionRecord, limits: Limits, nowMs: number): string | null {
	const { execution, risk, funding, advice } = record;
	if (execution.status !== 'running') return null;
	const distance = risk.liquidation_distance_pct;
	if (distance !== null && distance < limits.liquidationDistancePctMin)
		return `a leg is ${distance} % from its liquidation; the limit is ${limits.liquidationDistancePctMin} %`;
	// A pair whose funding fades is held: each false exit costs a round trip.
	if (advice?.action === 'close' && !limits.acceptsNoTrade)
		return `the service advises to close. ${advice.reason}`;
	const heldHours = (nowMs - Date.parse(execution.created_at)) / HOUR_MS;
	if (heldHours >= limits.holdHoursMax)
		return `it was held for ${heldHours.toFixed(1)} h; the limit is ${limits.holdHoursMax} h`;
	const settled = settlementsOf(funding.funding_events, execution);
	if (limits.settlementsMax !== null && settled >= limits.settlementsMax)
		return `each leg has booked ${settled} settlements; the limit is ${limits.settlementsMax}`;
	return null;
}

/** How many settlements both legs have booked: the fewer of the two. */
function settlementsOf(
	events: ExecutionRecord['funding']['funding_events'],
	{ long_exchange, short_exchange }: ExecutionRecord['execution'],
): number {
	const count = (exchange: string) => events.filter((event) => event.exchange === exchange).length;
	return Math.min(count(long_exchange), count(short_exchange));
}

/** What the opportunity has against it by these limits; null when it may be opened. */
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
		return `the books hold ${opportunity.max_amount} USD; ${limits.amount} are wanted`;
	const open = portfolio.executions.filter(isOpen);
	if (open.some(({ execution }) => execution.opportunity_id === opportunity.opportunity_id))
		return 'it is open already';
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
	// What is still being opened counts in full.
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
