/**
 * Checks the outcome of a killed operation once the service has come to rest, using the exchanges' own records and
 * the journal on disk.
 */
import { abs, type Decimal, formatDecimal, neg, parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import type { FixtureRecords, VenueOrder } from './exchange-records.ts';
import type { Fixture, Service, Venue } from './fixture.ts';
import { type JournaledExecution, readJournal } from './journal-on-disk.ts';
import { executionOf, quietPortfolio } from './trading.ts';
import type { Execution, Opened, Portfolio } from './wire.ts';

export type Leg = { readonly venue: Venue; readonly symbol: string };
export type Instruments = { readonly long: Leg; readonly short: Leg };

export type Aftermath = {
	readonly fixture: Fixture;
	readonly service: Service;
	readonly token: string;
	readonly records: FixtureRecords;
	readonly reported: ReadonlySet<string>;
	/** Id of the execution that the kill interrupted; undefined if the service never admitted one. */
	readonly id: string | undefined;
	/** Parameters of the opening call, including its idempotency key. */
	readonly params: object;
	readonly instruments: Instruments;
	/** Orders created before this time are ignored, unix ms. */
	readonly since: number;
	/** If true, the check repeats the opening call with its idempotency key and expects the same execution. */
	readonly repeats: boolean;
	/** Wallet balance at each exchange before the first trade. */
	readonly walletsAtStart: Readonly<Record<Venue, Decimal>>;
};

const LEGS = ['long', 'short'] as const;

/** Returns all violations of the rules, as sentences. */
export async function afterwards(aftermath: Aftermath): Promise<string[]> {
	const { fixture, service, token, id } = aftermath;
	const execution = id === undefined ? undefined : await executionOf(service, token, id);
	const journaled = id === undefined ? undefined : readJournal(fixture.dataDir).executions.get(id);
	return [
		...(id !== undefined && journaled === undefined ? [`${id} is not in the journal`] : []),
		...(await positionFaults(aftermath, execution)),
		...(await orderFaults(aftermath, journaled)),
		...(await lostExecutions(aftermath)),
		...(id === undefined ? [] : await repeatFaults(aftermath, id)),
	];
}

/**
 * Checks that both exchanges hold equal sizes, that there is no other position or open order, and that the service
 * reports the same.
 */
async function positionFaults(
	{ records, instruments }: Aftermath,
	execution: Execution | undefined,
): Promise<string[]> {
	const faults: string[] = [];
	const held = { long: ZERO, short: ZERO };
	for (const role of LEGS) {
		const { venue, symbol } = instruments[role];
		const positions = await records[venue].positions();
		held[role] = positions.get(symbol) ?? ZERO;
		for (const [other, quantity] of positions) {
			if (other !== symbol) faults.push(`${venue} holds ${formatDecimal(quantity)} of ${other} as well`);
		}
		const open = await records[venue].openOrders();
		if (open.length > 0) faults.push(`${venue} has open orders: ${open.join(', ')}`);
	}
	if (held.long !== neg(held.short)) {
		faults.push(
			`UNHEDGED LEG: ${formatDecimal(held.long)} coins on the long leg, ${formatDecimal(held.short)} on the short one`,
		);
	}
	const said = {
		long: execution?.execution.long_size ?? ZERO,
		short: neg(execution?.execution.short_size ?? ZERO),
	};
	for (const role of LEGS) {
		if (said[role] !== held[role])
			faults.push(
				`the ${role} leg is ${formatDecimal(held[role])} by ${instruments[role].venue} and ${formatDecimal(said[role])} by the service`,
			);
	}
	return faults;
}

/**
 * Checks that the journal has exactly one intent for each order at the exchanges, and that both record the same
 * fills.
 */
async function orderFaults(
	{ records, instruments, since }: Aftermath,
	journaled: JournaledExecution | undefined,
): Promise<string[]> {
	const faults: string[] = [];
	for (const role of LEGS) {
		const { venue, symbol } = instruments[role];
		const orders = await records[venue].orders(symbol, since);
		const seen = new Set<string>();
		for (const order of orders) {
			const { clientOrderId } = order;
			if (seen.has(clientOrderId)) faults.push(`DUPLICATE: ${venue} has two orders ${clientOrderId}`);
			seen.add(clientOrderId);
			faults.push(...orderFault(venue, order, filledByJournal(journaled, role, clientOrderId)));
		}
		for (const order of journaled?.state.orders ?? []) {
			if (
				order.leg === role &&
				order.intendedAt > since &&
				order.filledQuantity > 0n &&
				!seen.has(order.clientOrderId)
			)
				faults.push(`${venue} knows nothing of ${order.clientOrderId}, which the journal has filled`);
		}
	}
	return faults;
}

function filledByJournal(
	journaled: JournaledExecution | undefined,
	role: 'long' | 'short',
	clientOrderId: string,
): Decimal | undefined {
	return journaled?.state.orders.find((order) => order.leg === role && order.clientOrderId === clientOrderId)
		?.filledQuantity;
}

function orderFault(venue: Venue, order: VenueOrder, journaled: Decimal | undefined): string[] {
	const name = order.clientOrderId === '' ? `${order.id} without a client order id` : order.clientOrderId;
	if (journaled === undefined) return [`${venue} has the order ${name}, which the journal never intended`];
	if (journaled === order.filled) return [];
	return [
		`${venue} filled ${formatDecimal(order.filled)} of ${name}, the journal ${formatDecimal(journaled)}`,
	];
}

/** Checks that the service still knows every execution id that a caller received. */
export async function lostExecutions({
	service,
	token,
	reported,
}: Pick<Aftermath, 'service' | 'token' | 'reported'>): Promise<string[]> {
	const known = new Set<string>();
	for (let page = 1; ; page += 1) {
		const portfolio = await service.call<Portfolio & { pagination: { has_next: boolean } }>(
			'portfolio_live',
			{ include_closed: true, page, limit: 100 },
			token,
		);
		for (const { execution } of portfolio.executions) known.add(execution.id);
		if (!portfolio.pagination.has_next) break;
	}
	return [...reported].filter((id) => !known.has(id)).map((id) => `LOST: portfolio_live does not show ${id}`);
}

/**
 * Checks that each wallet changed, to the cent, by the result of all executions in the service's own ledger. All
 * positions must be flat.
 */
export async function ledgerFaults({
	service,
	token,
	records,
	walletsAtStart,
}: Pick<Aftermath, 'service' | 'token' | 'records' | 'walletsAtStart'>): Promise<string[]> {
	const { accounts } = await quietPortfolio(service, token);
	const faults: string[] = [];
	for (const { exchange, execution_pnl } of accounts) {
		const venue = exchange as Venue;
		const change = sub(await records[venue].wallet(), walletsAtStart[venue]);
		if (execution_pnl === null || abs(sub(change, execution_pnl)) >= ONE_CENT)
			faults.push(
				`the wallet of ${venue} has changed by ${formatDecimal(change)} USD, the executions made ${execution_pnl === null ? 'nothing known' : formatDecimal(execution_pnl)} there`,
			);
	}
	return faults;
}

const ONE_CENT = parseDecimal('0.01');

/**
 * Repeats the opening call with the same idempotency key, and checks that it returns the same execution and opens no
 * other.
 */
async function repeatFaults({ service, token, params, repeats }: Aftermath, id: string): Promise<string[]> {
	if (!repeats) return [];
	const again = await service.call<Opened>('execute_opportunity', params, token);
	return again.execution_id === id
		? []
		: [`the same idempotency key opened ${again.execution_id} besides ${id}`];
}
