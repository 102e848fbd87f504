/**
 * Finds what others did on an account: fills of orders outside this service, and the unmanaged parts of settlements.
 * It reads only if the account does not match the journal, and only while none of our orders is in flight. The
 * journal then has all of our fills, so any other fill is foreign. Client order ids would not show this, because
 * KuCoin reports none with a fill.
 */

import { tradeKey } from '../domain/account-books.ts';
import type { OurSide } from '../domain/account-identity.ts';
import { add, type Decimal, sub, ZERO } from '../domain/decimal.ts';
import type { AccountEvent, LegPlan } from '../domain/event.ts';
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import { heldAt, venueTimeline } from '../domain/leg-timeline.ts';
import type { FundingPaymentReport } from '../ports/account-payments.ts';
import type { AccountFill, VenueTrading } from '../ports/venue.ts';
import { settlementTermsOf } from '../venues/facts.ts';
import type { AccountJournal } from './account-journal.ts';

/**
 * Time after a settlement for which an exchange may leave its record out of a response, milliseconds. Two reads of the
 * same list may then differ.
 */
const SHARE_WAIT_MS = 10 * 60_000;
const LEGS: readonly LegRole[] = ['long', 'short'];

/** Access to the exchange and to our executions, to distinguish foreign trades from ours. */
export type ForeignOptions = {
	readonly trading: Pick<VenueTrading, 'venue' | 'accountFills' | 'fundingPayments'>;
	readonly account: AccountJournal;
	readonly ours: () => OurSide;
	/** Returns the executions that held the symbol at or after `since`, including those no longer in memory. */
	readonly executionsOn: (symbol: string, since: number) => Promise<readonly ExecutionState[]>;
	/**
	 * Books the venue's records up to now for the executions on the symbol. Returns false if some could not be
	 * booked.
	 */
	readonly bookOurs: (symbol: string) => Promise<boolean>;
	/** Returns true while one of our fills may still be unknown. */
	readonly isMoving: () => boolean;
};

/**
 * Journals new foreign fills and unmanaged funding for the symbol. Returns false if our own orders are in flight,
 * because their fills could not be distinguished, or if our executions could not book their payments.
 * @throws VenueError, JournalError
 */
export async function recordForeign(
	options: ForeignOptions,
	symbol: string,
	from: number,
	to: number,
): Promise<boolean> {
	const { trading, account } = options;
	const { connected } = account.books();
	const since = Math.max(from, (connected?.connectedAt ?? 0) + 1);
	const [fills, payments] = await Promise.all([
		trading.accountFills(symbol, since, to),
		trading.fundingPayments(symbol, since, to),
	]);
	// A payment that our executions have not booked yet is still undivided. Journaling it now would count their
	// shares twice.
	const isOpen = (await unmanagedFunding(options, symbol, payments)).length > 0;
	if (isOpen && !(await options.bookOurs(symbol))) return false;
	if (isOpen && (await lacksOurShare(options, symbol, payments, to))) return false;
	if (options.isMoving()) return false;
	// Both calls start synchronously one after the other, so they read the same state of our executions.
	const found = await Promise.all([
		foreignFills(
			options,
			symbol,
			since,
			eachOnce(fills, ({ tradeId }) => tradeId),
		),
		unmanagedFunding(
			options,
			symbol,
			eachOnce(payments, ({ recordId }) => recordId),
		),
	]);
	await account.append(found.flat());
	return true;
}

/** Removes duplicates, because venues repeat rows across pages. */
export function eachOnce<T>(rows: readonly T[], idOf: (row: T) => string): readonly T[] {
	return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}

async function foreignFills(
	options: ForeignOptions,
	symbol: string,
	since: number,
	fills: readonly AccountFill[],
): Promise<readonly AccountEvent[]> {
	const { taken } = options.ours();
	const known = options.account.books().foreignFills;
	const own = new Set(
		(await options.executionsOn(symbol, since)).flatMap((state) =>
			ownTrades(state, options.trading.venue, symbol),
		),
	);
	return fills
		.filter(
			({ tradeId, quantity }) =>
				!own.has(tradeId) &&
				!known.has(tradeKey(symbol, tradeId)) &&
				quantity > (taken.get(tradeKey(symbol, tradeId))?.quantity ?? ZERO),
		)
		.map(
			({ tradeId, side, quantity, price, fee, feeAsset, feeQuantity, filledAt, cause }): AccountEvent => ({
				type: 'ForeignFillRecorded',
				symbol,
				side,
				cause: cause === 'order' ? 'hand' : cause,
				tradeId,
				quantity,
				price,
				fee,
				feeAsset,
				feeQuantity,
				filledAt,
			}),
		);
}

/** Returns the ids of an execution's own trades in one contract. Two exchanges may use the same id. */
function ownTrades(state: ExecutionState, venue: string, symbol: string): readonly string[] {
	return state.orders
		.filter((order) => isOn(legPlan(state, order.leg), venue, symbol))
		.flatMap((order) => order.fills.map((fill) => fill.tradeId));
}

function isOn({ venue, instrument }: LegPlan, at: string, symbol: string): boolean {
	return venue === at && instrument.symbol === symbol;
}

/**
 * Computes each payment minus the executions' shares and the part journaled earlier. If an execution received its
 * share only after that part was journaled, the result takes the share back. This happens when the manual trade
 * behind the payment is found later.
 */
async function unmanagedFunding(
	{ trading, account, executionsOn }: ForeignOptions,
	symbol: string,
	payments: readonly FundingPaymentReport[],
): Promise<readonly AccountEvent[]> {
	const { unmanagedFunding: journaled } = account.books();
	const shares = payments.map(async ({ recordId, settledAt, amount }): Promise<AccountEvent[]> => {
		const states = await executionsOn(symbol, settledAt - settlementTermsOf(trading.venue).uncertaintyMs);
		const ours = states.reduce<Decimal>(
			(total, state) => add(total, bookedOn(state, trading.venue, symbol, recordId)),
			ZERO,
		);
		const share = sub(sub(amount, ours), journaled.get(recordId) ?? ZERO);
		if (share === 0n) return [];
		return [{ type: 'UnmanagedFundingRecorded', recordId, symbol, settledAt, amount: share }];
	});
	return (await Promise.all(shares)).flat();
}

/**
 * Returns true if an execution held the symbol at a recent settlement and has not booked it, although this read has
 * its record: the read for the execution missed it, and the next one will find it.
 */
async function lacksOurShare(
	{ trading, executionsOn }: ForeignOptions,
	symbol: string,
	payments: readonly FundingPaymentReport[],
	now: number,
): Promise<boolean> {
	for (const { recordId, settledAt } of payments) {
		if (now - settledAt > SHARE_WAIT_MS) continue;
		const states = await executionsOn(symbol, settledAt);
		const lacks = states.some((state) =>
			LEGS.some((leg) => {
				const { venue, instrument } = legPlan(state, leg);
				if (venue !== trading.venue || instrument.symbol !== symbol) return false;
				const isBooked = state.funding.some((record) => record.leg === leg && record.recordId === recordId);
				return !isBooked && heldAt(venueTimeline(state, leg), settledAt, false) !== 0n;
			}),
		);
		if (lacks) return true;
	}
	return false;
}

function bookedOn(state: ExecutionState, venue: string, symbol: string, recordId: string): Decimal {
	return state.funding.reduce((total, record) => {
		const isIt = record.recordId === recordId && isOn(legPlan(state, record.leg), venue, symbol);
		return isIt ? add(total, record.amount) : total;
	}, ZERO);
}
