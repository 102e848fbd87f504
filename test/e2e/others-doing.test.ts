/**
 * Tests what exchanges and account owners may do while a position is open: liquidation, deleveraging, manual trades,
 * transfers, and fees in the exchange's own coin. The service identifies each such event, and no part of the equity
 * stays unexplained.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
	add,
	type Decimal,
	divDown,
	floorToStep,
	formatDecimal,
	fromInteger,
	neg,
	parseDecimal,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ReductionCause } from '../../src/domain/event.ts';
import { type ExecutionState, legPlan } from '../../src/domain/execution.ts';
import { shownNameOf } from '../../src/venues/facts.ts';
import { type FixtureRecords, openExchangeRecords } from './exchange-records.ts';
import { type Fixture, openFixture, type Service, VENUES, type Venue } from './fixture.ts';
import { brokenIdentities } from './identities.ts';
import { readFlows, readJournal } from './journal-on-disk.ts';
import { until } from './polling.ts';
import {
	closeAndEnd,
	executionOf,
	openAndRun,
	openableOpportunities,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import type { Execution, Opportunity, Portfolio } from './wire.ts';

const AMOUNT_USD = 1_400;
/** Leverage at which the liquidation price is near enough for a price jump at one exchange to liquidate the leg. */
const LEVERAGE = 5;
const AMOUNT_LEVERED_USD = 500;
const JUMP_FACTOR = '1.3';
const DEPOSIT_USD = '250.5';
const WITHDRAWAL_USD = '120.25';
const POLL_MS = 100;

let fixture: Fixture;
let service: Service;
let records: FixtureRecords;
let token = '';
let opportunities: Opportunity[];

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
	records = await openExchangeRecords(fixture);
	opportunities = (await openableOpportunities(service, AMOUNT_USD)).filter(
		({ long_symbol, short_symbol }) => ![long_symbol, short_symbol].some((name) => name.startsWith('1000')),
	);
});

afterAll(async () => {
	await records?.[Symbol.asyncDispose]();
	await fixture[Symbol.asyncDispose]();
});

type Ran = { readonly id: string; readonly opportunity: Opportunity; readonly execution: Execution };

async function openOn(index: number, params: Readonly<Record<string, unknown>>): Promise<Ran> {
	const opportunity = opportunities[index];
	if (opportunity === undefined) throw new Error(`There are only ${opportunities.length} opportunities.`);
	const { opened, execution } = await openAndRun(service, token, opportunity, params);
	return { id: opened.execution_id, opportunity, execution };
}

function stateOf(id: string): ExecutionState {
	const state = readJournal(fixture.dataDir).executions.get(id)?.state;
	if (state === undefined) throw new Error(`The journal has no ${id}.`);
	return state;
}

/**
 * Returns the positions in both of the opportunity's instruments, in coins; a position in the direction of its leg is
 * positive.
 */
async function held({ opportunity }: Ran): Promise<{ readonly long: Decimal; readonly short: Decimal }> {
	const coins = async (venue: string, symbol: string): Promise<Decimal> =>
		(await records[venue as Venue].positions()).get(symbol) ?? ZERO;
	return {
		long: await coins(opportunity.long_venue, opportunity.long_symbol),
		short: neg(await coins(opportunity.short_venue, opportunity.short_symbol)),
	};
}

/** Waits until the forced reduction is in the journal with its cause and both exchanges hold equal sizes again. */
async function untilRepaired(ran: Ran, cause: ReductionCause): Promise<Decimal> {
	let seen = 'nothing';
	const { long } = await until(
		{
			what: `both legs to be equal after ${cause}`,
			periodMs: POLL_MS,
			seen: () => seen,
		},
		async () => {
			const causes = stateOf(ran.id).reductions.map((reduction) => reduction.cause);
			const now = await held(ran);
			seen = `${causes.join()} and ${formatDecimal(now.long)} long, ${formatDecimal(now.short)} short`;
			return causes.includes(cause) && now.long === now.short ? now : undefined;
		},
	);
	expect(new Set(stateOf(ran.id).reductions.map((reduction) => reduction.cause))).toEqual(new Set([cause]));
	return long;
}

async function explained(): Promise<Portfolio> {
	const portfolio = await quietPortfolio(service, token);
	expect(brokenIdentities(portfolio)).toEqual([]);
	expect(portfolio.accounts.map(({ exchange, unexplained }) => ({ exchange, unexplained }))).toEqual(
		VENUES.map((exchange) => ({ exchange, unexplained: ZERO })),
	);
	return portfolio;
}

/** Returns half of the leg's position, rounded down to its lot. */
function halfOf({ id }: Ran, leg: 'long' | 'short'): Decimal {
	const state = stateOf(id);
	const half = divDown(state.held[leg], fromInteger(2));
	return floorToStep(half, legPlan(state, leg).instrument.lotSize);
}

test('identifies a liquidated leg and closes the other leg', async () => {
	const ran = await openOn(0, { amount: AMOUNT_LEVERED_USD, leverage: LEVERAGE });
	const { short_venue, base } = ran.opportunity;
	await fixture.admin(short_venue as Venue, 'POST', '/shocks', { coin: base, factor: JUMP_FACTOR });
	expect(await untilRepaired(ran, 'liquidation')).toBe(ZERO);
	const { execution } = await untilStatus(service, token, ran.id, ['closed']);
	expect(execution).toMatchObject({ long_size: ZERO, short_size: ZERO });
	const { orders, openedAt = 0 } = stateOf(ran.id);
	expect(orders.filter(({ intendedAt, reduceOnly }) => intendedAt > openedAt && !reduceOnly)).toEqual([]);
	await explained();
});

test('reduces the other leg after one is deleveraged by half, and keeps the rest running', async () => {
	const ran = await openOn(1, { amount: AMOUNT_USD });
	const { long_venue, long_symbol } = ran.opportunity;
	await fixture.admin(long_venue as Venue, 'POST', '/accounts/owner/deleverage', {
		symbol: long_symbol,
		quantity: formatDecimal(halfOf(ran, 'long')),
	});
	const left = await untilRepaired(ran, 'adl');
	const after = await untilStatus(service, token, ran.id, ['running', 'closed']);
	expect(after.execution).toMatchObject({ long_size: left, short_size: left });
	await explained();
	if (after.execution.status === 'running') await closeAndEnd(service, token, ran.id);
	expect(await held(ran)).toEqual({ long: ZERO, short: ZERO });
	await explained();
});

test('identifies a manual trade, alerts a person, and adjusts the other leg', async () => {
	const ran = await openOn(2, { amount: AMOUNT_USD });
	const { short_venue, short_symbol } = ran.opportunity;
	await fixture.admin(short_venue as Venue, 'POST', '/accounts/owner/trade', {
		symbol: short_symbol,
		side: 'buy',
		quantity: formatDecimal(halfOf(ran, 'short')),
	});
	await untilRepaired(ran, 'hand');
	const { execution } = await executionOf(service, token, ran.id);
	expect(execution.status).toBe('needs_attention');
	expect(execution.status_reason).toContain(
		`A manual trade reduced the ${shownNameOf(short_venue)} position in ${short_symbol}`,
	);
	await explained();
	await closeAndEnd(service, token, ran.id);
	expect(await held(ran)).toEqual({ long: ZERO, short: ZERO });
	await explained();
});

test('identifies a manual increase of a position and leaves it unchanged', async () => {
	const ran = await openOn(3, { amount: AMOUNT_USD });
	const { long_venue, long_symbol } = ran.opportunity;
	const quantity = formatDecimal(halfOf(ran, 'long'));
	const trade = (side: 'buy' | 'sell') =>
		fixture.admin(long_venue as Venue, 'POST', '/accounts/owner/trade', {
			symbol: long_symbol,
			side,
			quantity,
		});
	await trade('buy');
	const { execution } = await untilStatus(service, token, ran.id, ['needs_attention']);
	expect(execution.status_reason).toContain(
		`A manual trade left ${quantity} coins in ${long_symbol} on ${shownNameOf(long_venue)}`,
	);
	await trade('sell');
	await closeAndEnd(service, token, ran.id);
	expect(await held(ran)).toEqual({ long: ZERO, short: ZERO });
});

test('books a deposit and a withdrawal during an execution as external flows', async () => {
	const before = flowsOf(await quietPortfolio(service, token));
	const ran = await openOn(4, { amount: AMOUNT_USD });
	await fixture.admin('bybit', 'POST', '/accounts/owner/deposit', { amount: DEPOSIT_USD });
	await fixture.admin('kucoin', 'POST', '/accounts/owner/withdraw', { amount: WITHDRAWAL_USD });
	await closeAndEnd(service, token, ran.id);
	const expected = {
		bybit: add(before.bybit ?? ZERO, parseDecimal(DEPOSIT_USD)),
		kucoin: add(before.kucoin ?? ZERO, neg(parseDecimal(WITHDRAWAL_USD))),
	};
	await until({ what: 'both flows to be recorded', periodMs: POLL_MS }, async () => {
		const flows = flowsOf(await quietPortfolio(service, token));
		return VENUES.every((venue) => flows[venue] === expected[venue]) ? true : undefined;
	});
});

test('counts money in flight between exchanges once, when it leaves and when it arrives', async () => {
	const before = flowsOf(await quietPortfolio(service, token));
	const journaled = readFlows(fixture.dataDir).length;
	const move = { amount: DEPOSIT_USD, arrivesInMs: 300, wallet: 'futures', txId: '0x0a' };
	await fixture.admin('kucoin', 'POST', '/accounts/owner/moves', { ...move, kind: 'withdrawal', fee: '1' });
	await fixture.admin('bybit', 'POST', '/accounts/owner/moves', { ...move, kind: 'deposit' });
	const arrived = parseDecimal(DEPOSIT_USD);
	const left = neg(add(arrived, fromInteger(1)));
	const expected = { bybit: add(before.bybit ?? ZERO, arrived), kucoin: add(before.kucoin ?? ZERO, left) };
	// A settlement of the positions of the tests before may be paid meanwhile, and its record comes later.
	let seen = 'nothing';
	const what = 'both flows to be recorded, and nothing unexplained';
	await until({ what, periodMs: POLL_MS, seen: () => seen }, async () => {
		const { accounts } = await quietPortfolio(service, token);
		seen = accounts
			.map(
				({ exchange, external_flows, unexplained }) =>
					`${exchange}: flows ${shown(external_flows)} of ${shown(expected[exchange as Venue])}, unexplained ${shown(unexplained)}`,
			)
			.join('; ');
		const isDone = accounts.every(
			({ exchange, external_flows, unexplained }) =>
				unexplained === ZERO && external_flows === expected[exchange as Venue],
		);
		return isDone ? true : undefined;
	});
	// KuCoin pays withdrawals out of the main account, so the futures account has only a transfer to it.
	expect(
		new Map(
			readFlows(fixture.dataDir)
				.slice(journaled)
				.map((flow) => [flow.cause, flow.quantity]),
		),
	).toEqual(
		new Map([
			['deposit', arrived],
			['transfer', left],
		]),
	);
});

function shown(amount: Decimal | null): string {
	return amount === null ? 'unknown' : formatDecimal(amount);
}

function flowsOf({ accounts }: Portfolio): Readonly<Record<string, Decimal | null>> {
	return Object.fromEntries(accounts.map(({ exchange, external_flows }) => [exchange, external_flows]));
}

test('books fees in the exchange’s own coin as fees and explains the wallet without them', async () => {
	await fixture.admin('kucoin', 'POST', '/accounts/owner/fee-asset', { on: true, deposit: '50' });
	const ran = await openOn(5, { amount: AMOUNT_USD });
	await closeAndEnd(service, token, ran.id);
	const fills = stateOf(ran.id).orders.flatMap((order) => order.fills);
	expect(new Set(fills.map(({ feeAsset }) => feeAsset))).toEqual(new Set(['USDT', 'KCS']));
	expect(fills.every(({ fee }) => fee > ZERO)).toBe(true);
	expect(await held(ran)).toEqual({ long: ZERO, short: ZERO });
});
