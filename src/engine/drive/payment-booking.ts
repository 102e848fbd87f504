/** How a payment of a settlement is booked on an execution: once, beside our own computation from the price that was seen. */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import { computedPayment, isPaidOtherwise } from '../../domain/funding-check.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import { settlementTermsOf } from '../../venues/facts.ts';
import { bookedRecords, type HeldState, STAMP_JITTER_MS } from '../decide/payment-shares.ts';
import type { FundingShare } from '../decide/told-events.ts';
import type { ExecutionDriver } from './driver.ts';

type SeenPrice = { readonly at: number; readonly instant: number; readonly price: Decimal };

/** Before the coming instant, and before the one that came last. */
export type SeenPrices = { coming: SeenPrice | undefined; settled: SeenPrice | undefined };

/** The parts that booking needs. */
export type Booking = {
	readonly driver: Pick<ExecutionDriver, 'onChange' | 'submit'>;
	readonly clock: Clock;
	readonly log: Logger;
	/** Anomalies that were told, by execution and record. */
	readonly told: Set<string>;
};

type PaidInstrument = { readonly venue: VenueName; readonly symbol: string; readonly prices: SeenPrices };

/** A share that is not on disk by then is left to the next sweep. */
const BOOK_WAIT_MS = 2_000;
const TOLD_MAX = 1_000;
/** A price that is older at the instant computes no payment. */
const PRICE_AGE_MS_MAX = 5_000;

/** Keeps the price that the venue pays the coming settlement on; `instant`: when that is. */
export function notePrice(
	seen: SeenPrices,
	venue: VenueName,
	inputs: InstrumentInputs | undefined,
	instant: number,
): void {
	const price = settlementTermsOf(venue).paidOn === 'oracle' ? inputs?.ticker?.index : inputs?.ticker?.mark;
	const at = inputs?.tickerReceivedAt;
	if (price === undefined || price === null || at === undefined || at > instant) return;
	if (seen.coming !== undefined && seen.coming.instant < instant) seen.settled = seen.coming;
	seen.coming = { at, instant, price };
}

/** Undefined where none was seen shortly before the settlement. */
function priceAt({ coming, settled }: SeenPrices, settledAt: number): Decimal | undefined {
	const seen = [coming, settled].find(
		(one) => one !== undefined && Math.abs(one.instant - settledAt) <= STAMP_JITTER_MS,
	);
	return seen === undefined || seen.instant - seen.at > PRICE_AGE_MS_MAX ? undefined : seen.price;
}

/** Submits what the execution lacks; true once it has it. */
export function bookShares(
	booking: Booking,
	paid: PaidInstrument,
	{ state, leg }: HeldState,
	shares: readonly FundingShare[],
): Promise<boolean> {
	const { executionId } = state.plan;
	const fresh = withoutRepeated(booking, state, leg, shares).map((share) => ({
		...share,
		expected: expectedOf(booking, paid, share),
	}));
	if (fresh.length === 0) return Promise.resolve(true);
	const hasAll = (present: ExecutionState): boolean =>
		fresh.every(({ recordId }) => bookedRecords(present, leg).ids.has(recordId));
	return new Promise((resolve) => {
		const finish = (isBooked: boolean): void => {
			stop();
			cancel();
			resolve(isBooked);
		};
		const stop = booking.driver.onChange((present) => {
			if (present.plan.executionId === executionId && hasAll(present)) finish(true);
		});
		const cancel = booking.clock.after(BOOK_WAIT_MS, () => finish(false));
		booking.driver.submit(executionId, { kind: 'funding', leg, payments: fresh });
	});
}

/** A second record of one instant is not booked: the wallet was moved once or twice, and a person must look which. */
function withoutRepeated(
	booking: Booking,
	state: ExecutionState,
	leg: LegRole,
	shares: readonly FundingShare[],
): readonly FundingShare[] {
	const { ids, byInstant } = bookedRecords(state, leg);
	const present = new Map(byInstant);
	return shares.filter((share) => {
		if (ids.has(share.recordId)) return false;
		const first = present.get(share.settledAt);
		// The same row twice in one answer.
		if (first === share.recordId) return false;
		if (first !== undefined) {
			tellRepeated(booking, state, leg, share, first);
			return false;
		}
		present.set(share.settledAt, share.recordId);
		return true;
	});
}

function tellRepeated(
	booking: Booking,
	state: ExecutionState,
	leg: LegRole,
	share: FundingShare,
	first: string,
): void {
	const { executionId } = state.plan;
	const key = `${executionId} ${share.recordId}`;
	if (booking.told.has(key)) return;
	if (booking.told.size >= TOLD_MAX) booking.told.clear();
	booking.told.add(key);
	const { venue, instrument } = legPlan(state, leg);
	const reason = `${venue} has two records of the settlement of ${instrument.symbol} at ${new Date(share.settledAt).toISOString()}: ${first} is booked, ${share.recordId} is not. Look at the account's history there.`;
	booking.log.error({ executionId, leg, recordId: share.recordId, first }, reason);
	booking.driver.submit(executionId, { kind: 'attention', of: 'funding', reason });
}

/** Our own computation, and a line in the log where the venue's is another. */
function expectedOf(booking: Booking, paid: PaidInstrument, share: FundingShare): Decimal | undefined {
	const price = priceAt(paid.prices, share.settledAt);
	if (price === undefined || share.rate === null || share.quantity === null) return undefined;
	const expected = computedPayment(share.quantity, price, share.rate);
	if (isPaidOtherwise(settlementTermsOf(paid.venue), share.amount, expected))
		booking.log.warn(
			{
				venue: paid.venue,
				symbol: paid.symbol,
				recordId: share.recordId,
				amount: formatDecimal(share.amount),
				expected: formatDecimal(expected),
			},
			'a settlement was paid otherwise than we compute it',
		);
	return expected;
}
