/** Checks the venues' orders, fills, positions, payments and money against the journals at the end of a run. */
import { add, type Decimal, mulTrunc, neg, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { Fill } from '../../src/domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legFills, legPlan } from '../../src/domain/execution.ts';
import type { LegRole } from '../../src/domain/ids.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { brokenLedgerSums } from '../support/ledger-sums.ts';
import type { Exchange } from './exchange.ts';
import type { TrueAccount, TrueFill } from './exchange-account.ts';
import type { Oracle } from './oracle.ts';

const LEGS: readonly LegRole[] = ['long', 'short'];

export function checkQuiet(oracle: Oracle, exchanges: readonly Exchange[]): void {
	const states = [...oracle.states.values()];
	for (const exchange of exchanges)
		for (const account of exchange.accounts.values()) {
			checkOrders(oracle, exchange, account);
			const here = legsAt(states, exchange.venue, account.userId);
			checkPositions(oracle, exchange, account, here);
			checkPayments(oracle, account, here);
			checkMoney(oracle, exchange, account, here);
		}
	for (const state of states) checkState(oracle, state);
	for (const [executionId, journal] of oracle.journals)
		for (const sentence of brokenLedgerSums(journal))
			oracle.violation(`the exported ledger of ${executionId} differs: ${sentence}`);
}

type Held = { readonly state: ExecutionState; readonly leg: LegRole; readonly symbol: string };

function legsAt(states: readonly ExecutionState[], venue: string, userId: string): readonly Held[] {
	return states
		.filter(({ plan }) => plan.userId === userId)
		.flatMap((state) =>
			LEGS.filter((leg) => legPlan(state, leg).venue === venue).map((leg) => ({
				state,
				leg,
				symbol: legPlan(state, leg).instrument.symbol,
			})),
		);
}

/**
 * Checks that, for each order, the venue's fills equal the journal's. The venue must never have had an order that the
 * journal calls refused or absent.
 */
function checkOrders(oracle: Oracle, exchange: Exchange, account: TrueAccount): void {
	for (const [id, { fills, status }] of account.orders) {
		const known = oracle.intents.get(id);
		const state = known === undefined ? undefined : oracle.states.get(known.executionId);
		const order = state?.orders.find(({ clientOrderId }) => clientOrderId === id);
		if (state === undefined || order === undefined) {
			oracle.violation(`${exchange.venue} has an order that the journal does not: ${id}`);
			continue;
		}
		if (isEnded(state) && status === 'open')
			oracle.violation(`an order rests although its execution has ended: ${id}`);
		if (order.status === 'absent' || (order.status === 'rejected' && fills.length > 0))
			oracle.violation(`${order.status} in the journal, and ${exchange.venue} has it: ${id}`);
		if (isInFlight(order)) continue;
		if (fillsText(order.fills) !== fillsText(fills))
			oracle.violation(`the fills of ${id} differ: ${fillsText(order.fills)}, venue ${fillsText(fills)}`);
	}
}

function fillsText(fills: readonly Pick<Fill, 'tradeId' | 'quantity' | 'price' | 'fee'>[]): string {
	return fills
		.map(({ tradeId, quantity, price, fee }) => `${tradeId} ${quantity} ${price} ${fee}`)
		.sort()
		.join(', ');
}

/** Checks that the venue's position equals the sum of our executions and the positions that are not ours. */
function checkPositions(
	oracle: Oracle,
	exchange: Exchange,
	account: TrueAccount,
	here: readonly Held[],
): void {
	for (const [symbol, { quantity }] of account.positions) {
		const held = sum(
			here
				.filter((leg) => leg.symbol === symbol)
				.map(({ state, leg }) => (leg === 'long' ? state.held.long : neg(state.held.short))),
		);
		const foreign = sum(unmanaged(account, symbol, here).map(({ signed }) => signed));
		if (add(held, foreign) !== quantity)
			oracle.violation(
				`${exchange.venue} holds ${quantity} of ${symbol} for ${account.userId}, the journals ${held} and others ${foreign}`,
			);
	}
}

type Foreign = { readonly fill: TrueFill; readonly signed: Decimal; readonly fee: Decimal };

/**
 * Returns the part of each fill that belongs to no execution: a manual trade, or a liquidation beyond our position.
 */
function unmanaged(account: TrueAccount, symbol: string, here: readonly Held[]): readonly Foreign[] {
	const attributed = new Map<string, { quantity: Decimal; fee: Decimal }>();
	for (const { state, leg, symbol: own } of here)
		if (own === symbol)
			for (const { fill } of legFills(state, leg)) {
				const known = attributed.get(fill.tradeId) ?? { quantity: ZERO, fee: ZERO };
				attributed.set(fill.tradeId, {
					quantity: add(known.quantity, fill.quantity),
					fee: add(known.fee, fill.fee),
				});
			}
	return account.fills
		.filter((fill) => fill.symbol === symbol)
		.map((fill) => {
			const ours = attributed.get(fill.tradeId) ?? { quantity: ZERO, fee: ZERO };
			const rest = sub(fill.quantity, ours.quantity);
			return { fill, signed: fill.side === 'buy' ? rest : neg(rest), fee: sub(fill.fee, ours.fee) };
		});
}

/** Checks that the shares of every payment sum exactly to the venue's payment. */
function checkPayments(oracle: Oracle, account: TrueAccount, here: readonly Held[]): void {
	for (const payment of account.payments) {
		const isOursAlone = unmanaged(account, payment.symbol, here).every(
			({ signed, fill }) => signed === 0n || fill.filledAt > payment.settledAt,
		);
		if (!isOursAlone) continue;
		const shares = here.filter(({ symbol }) => symbol === payment.symbol).flatMap(sharesOf(payment.recordId));
		if (sum(shares) !== payment.amount)
			oracle.violation(
				`${payment.recordId} of ${account.userId} paid ${payment.amount}, booked ${sum(shares)} in ${shares.length} shares`,
			);
	}
}

function sharesOf(recordId: string): (held: Held) => readonly Decimal[] {
	return ({ state, leg }) =>
		state.funding
			.filter((record) => record.leg === leg && record.recordId === recordId)
			.map(({ amount }) => amount);
}

/**
 * Checks the wallet of an account without open positions. Its change must exactly equal the executions' realized
 * profit, amounts that belong to no execution, and deposits and withdrawals.
 */
function checkMoney(oracle: Oracle, exchange: Exchange, account: TrueAccount, here: readonly Held[]): void {
	if ([...account.positions.values()].some(({ quantity }) => quantity !== 0n)) return;
	if (here.some(({ state, leg }) => state.held[leg] !== 0n)) return;
	let explained = sum(account.flows.map(({ amount }) => amount));
	for (const { state, leg } of here) {
		const { realized } = executionLedger(state, { long: null, short: null })[leg];
		// A fee in another coin is a cost of the execution but does not change the wallet.
		const elsewhere = legFills(state, leg)
			.filter(({ fill }) => fill.feeAsset !== 'USDT')
			.map(({ fill }) => fill.fee);
		explained = add(explained, add(realized, sum(elsewhere)));
	}
	for (const symbol of account.positions.keys())
		for (const { fill, signed, fee } of unmanaged(account, symbol, here)) {
			explained = sub(explained, mulTrunc(fill.price, signed));
			if (fill.feeAsset === 'USDT') explained = sub(explained, fee);
		}
	const unbooked = account.payments.map((payment) =>
		sub(payment.amount, sum(here.flatMap(sharesOf(payment.recordId)))),
	);
	explained = add(explained, sum(unbooked));
	const change = sub(account.wallet, account.walletAtStart);
	if (change !== explained)
		oracle.violation(
			`the wallet of ${account.userId} at ${exchange.venue} changed by ${change}, the ledgers explain ${explained}`,
		);
}

function checkState(oracle: Oracle, state: ExecutionState): void {
	const { executionId } = state.plan;
	if (!isEnded(state)) return;
	if (state.held.long !== 0n || state.held.short !== 0n)
		oracle.violation(`${state.phase} with an open position: ${executionId}`);
	if (state.orders.some(isInFlight))
		oracle.violation(`${state.phase} with an order in flight: ${executionId}`);
	const { long, short } = executionLedger(state, { long: null, short: null });
	for (const leg of [long, short]) {
		const parts = add(sub(leg.fundingReceived, leg.fundingPaid), sub(leg.priceAtMid ?? ZERO, leg.slippage));
		if (sub(parts, leg.fees) !== leg.realized || leg.unrealized !== ZERO || leg.openCost !== ZERO)
			oracle.violation(`the identities of the ledger do not hold: ${executionId}`);
	}
}
