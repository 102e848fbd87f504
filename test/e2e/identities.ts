/**
 * Checks that the figures in a portfolio add up as the API specifies, exact to the last digit that the service sent.
 */
import { add, type Decimal, formatDecimal, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { Account, Execution, Portfolio } from './wire.ts';

/** Returns one sentence for each sum that does not add up. Sums with an unknown figure are skipped. */
export function brokenIdentities({ executions, accounts, summary }: Portfolio): string[] {
	return [
		...executions.flatMap(executionFaults),
		...accounts.flatMap(accountFaults),
		...(executions.length < Number(summary.total_executions / 10n ** 18n)
			? []
			: summaryFaults(executions, summary)),
	];
}

function executionFaults({ execution, pnl, funding, long_position, short_position }: Execution): string[] {
	const of = `execution ${execution.id}`;
	const events = (exchange: string, symbol: string): Decimal =>
		sum(
			funding.funding_events
				.filter((event) => event.exchange === exchange && event.symbol === symbol)
				.map(({ amount }) => amount),
		);
	const { funding_pnl, fee_cost, slippage_cost, price_pnl, long_pnl, short_pnl } = pnl;
	return [
		...equal(
			`${of}: total_pnl = realized + unrealized`,
			pnl.total_pnl,
			plus(pnl.realized_pnl, pnl.unrealized_pnl),
		),
		...equal(`${of}: total_pnl = long_pnl + short_pnl`, pnl.total_pnl, plus(long_pnl, short_pnl)),
		...equal(
			`${of}: total_pnl = price + funding − fees − slippage`,
			pnl.total_pnl,
			price_pnl === null ? null : sub(sub(add(price_pnl, funding_pnl), fee_cost), slippage_cost),
		),
		...equal(
			`${of}: net_funding = received − paid`,
			funding.net_funding,
			sub(funding.total_received, funding.total_paid),
		),
		...equal(
			`${of}: net_funding = long + short`,
			funding.net_funding,
			add(funding.long_funding, funding.short_funding),
		),
		...equal(`${of}: funding_pnl = net_funding`, funding_pnl, funding.net_funding),
		...equal(
			`${of}: cumulative of the newest settlement = net_funding`,
			funding.funding_events[0]?.cumulative ?? ZERO,
			funding.net_funding,
		),
		...equal(
			`${of}: long_funding = its events`,
			funding.long_funding,
			events(long_position.exchange, long_position.symbol),
		),
		...equal(
			`${of}: short_funding = its events`,
			funding.short_funding,
			events(short_position.exchange, short_position.symbol),
		),
		...equal(`${of}: long_size = its position`, execution.long_size, long_position.size),
		...equal(`${of}: short_size = its position`, execution.short_size, short_position.size),
		...(funding.total_received < ZERO || funding.total_paid < ZERO
			? [`${of}: received and paid are ≥ 0`]
			: []),
	];
}

function accountFaults(account: Account): string[] {
	const { exchange, equity_change, execution_pnl, unmanaged_pnl, external_flows, revaluation, unexplained } =
		account;
	const explained = plus(
		plus(plus(execution_pnl, unmanaged_pnl), plus(external_flows, unexplained)),
		revaluation,
	);
	return equal(
		`account ${exchange}: equity_change = executions + unmanaged + flows + revaluation + unexplained`,
		equity_change,
		explained,
	);
}

/** Checks the totals over all executions. Only valid for a portfolio that lists every execution. */
function summaryFaults(executions: readonly Execution[], summary: Portfolio['summary']): string[] {
	const total = (pick: (execution: Execution) => Decimal): Decimal => sum(executions.map(pick));
	return [
		...equal(
			'summary: received',
			summary.total_funding_received,
			total(({ funding }) => funding.total_received),
		),
		...equal(
			'summary: paid',
			summary.total_funding_paid,
			total(({ funding }) => funding.total_paid),
		),
		...equal(
			'summary: realized',
			summary.total_realized_pnl,
			total(({ pnl }) => pnl.realized_pnl),
		),
	];
}

function plus(a: Decimal | null, b: Decimal | null): Decimal | null {
	return a === null || b === null ? null : add(a, b);
}

function equal(what: string, left: Decimal | null, right: Decimal | null): string[] {
	if (left === null || right === null || left === right) return [];
	return [`${what}: ${formatDecimal(left)} is not ${formatDecimal(right)}`];
}
