/**
 * Trades one execution between Bybit and Tidemark as a user would, from finding the spread to flat positions. It runs
 * in a repository copy that registers Tidemark, and prints its observations as one line of JSON, with money as exact
 * text.
 */
import { type Decimal, formatDecimal, parseDecimal, sub, sum } from '../../src/domain/decimal.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { type Fixture, openFixture, type Service } from '../e2e/fixture.ts';
import { brokenIdentities } from '../e2e/identities.ts';
import { leakedSecrets } from '../e2e/leaked-secrets.ts';
import { until } from '../e2e/polling.ts';
import { settleSoon } from '../e2e/settling.ts';
import {
	ENDED,
	executionOf,
	firstFirmOpportunity,
	hedgedSize,
	openAndRun,
	quietPortfolio,
	untilStatus,
} from '../e2e/trading.ts';
import type { Closed, Execution, Opportunity } from '../e2e/wire.ts';

// Only the copy has this exchange name. The cast satisfies the type check of this file in the original repository.
const TIDEMARK = 'tidemark' as TradedVenue;
const VENUES: readonly TradedVenue[] = ['bybit', TIDEMARK];
const AMOUNT_USD = 1_000;
const DEPOSIT = parseDecimal('10000');
const POLL_MS = 200;

/** Returns the simulated exchange's own record of the service's account. */
async function truthAt(fixture: Fixture, venue: TradedVenue) {
	type Truth = {
		readonly wallet: string;
		readonly positions: readonly { readonly symbol: string; readonly quantity: string }[];
	};
	const { accounts } = await fixture.admin<{ accounts: readonly { readonly name: string }[] }>(
		venue,
		'GET',
		'/accounts',
	);
	const [account] = accounts;
	if (account === undefined || accounts.length > 1)
		throw new Error(`${venue} has ${accounts.length} accounts.`);
	const truth = await fixture.admin<Truth>(
		venue,
		'GET',
		`/accounts/${encodeURIComponent(account.name)}/truth`,
	);
	return { held: truth.positions, gained: sub(parseDecimal(truth.wallet), DEPOSIT) };
}

/** Waits until a settlement has been booked on each leg. */
function bothPaid(service: Service, token: string, id: string): Promise<Execution> {
	return until(
		{ what: 'a settlement on each leg', periodMs: POLL_MS, seen: service.process.written },
		async () => {
			const execution = await executionOf(service, token, id);
			const paid = new Set(execution.funding.funding_events.map(({ exchange }) => exchange));
			return paid.size === VENUES.length ? execution : undefined;
		},
	);
}

async function ledgerOf(service: Service, token: string) {
	type Row = { readonly kind: string; readonly exchange: string; readonly usd_value: string };
	const { rows } = await service.call<{ readonly rows: readonly Row[] }>('export_ledger', {}, token);
	const kinds = Object.groupBy(rows, ({ kind }) => kind);
	return {
		total: sum(rows.map(({ usd_value }) => decimalText(usd_value))),
		counts: Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, of?.length ?? 0])),
	};
}

/** Converts an amount to an exact decimal if it is not one already. */
function decimalText(value: string | Decimal): Decimal {
	return typeof value === 'string' ? parseDecimal(value) : value;
}

function intervalHours(opportunity: Opportunity): Decimal {
	return opportunity.long_venue === TIDEMARK
		? opportunity.long_interval_hours
		: opportunity.short_interval_hours;
}

async function main(): Promise<void> {
	await using fixture = openFixture({}, VENUES);
	const service = await fixture.serve();
	const token = await fixture.token('arb:read arb:trade');
	const pairs = await service.call('exchange_pair', {});
	const opportunity = await firstFirmOpportunity(service);
	const { opened, execution } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
	const id = opened.execution_id;
	const size = hedgedSize(execution);
	const heldOpen = await Promise.all(VENUES.map((venue) => truthAt(fixture, venue)));
	await settleSoon(fixture, opportunity);
	const paid = await bothPaid(service, token, id);
	const closed = await service.call<Closed>('close_execution', { execution_id: id }, token);
	await untilStatus(service, token, id, ENDED);
	const asked = await fixture.run('venue', TIDEMARK, 'positions');
	const quiet = await quietPortfolio(service, token);
	const truths = await Promise.all(VENUES.map((venue) => truthAt(fixture, venue)));
	const ledger = await ledgerOf(service, token);
	const seen = {
		pairs,
		commandLine: asked.stderr.trim(),
		size: formatDecimal(size),
		heldOpen: heldOpen.map(({ held }) => held),
		symbols: [execution.long_position.symbol, execution.short_position.symbol],
		exchanges: [execution.long_position.exchange, execution.short_position.exchange],
		intervalHours: formatDecimal(intervalHours(opportunity)),
		payments: paid.funding.funding_events.map(({ exchange, amount }) => ({
			exchange,
			amount: formatDecimal(amount),
		})),
		closed: { success: closed.success, status: closed.status },
		heldClosed: truths.map(({ held }) => held),
		gained: formatDecimal(sum(truths.map(({ gained }) => gained))),
		ledger: { ...ledger, total: formatDecimal(ledger.total) },
		unexplained: quiet.accounts.map(({ unexplained }) =>
			unexplained === null ? null : formatDecimal(unexplained),
		),
		brokenIdentities: brokenIdentities(quiet),
		leaked: leakedSecrets(fixture),
	};
	process.stdout.write(
		`${JSON.stringify(seen, (_name, value) => (typeof value === 'bigint' ? formatDecimal(value as Decimal) : value))}\n`,
	);
}

await main();
