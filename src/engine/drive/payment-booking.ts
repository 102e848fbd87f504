/** Books a settlement payment on an execution once, together with our own calculation from the observed price. */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import { computedPayment, isPaidOtherwise } from '../../domain/funding-check.ts';
import { fundingTally } from '../../domain/funding-tally.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import { textOf } from '../../sentences/sentence.ts';
import { settlementTermsOf, shownNameOf } from '../../venues/facts.ts';
import { type HeldState, STAMP_JITTER_MS } from '../decide/payment-shares.ts';
import { ATTENTION_TEXT } from '../decide/text.ts';
import type { FundingShare } from '../decide/venue-events.ts';
import type { ExecutionDriver } from './driver.ts';

type SeenPrice = { readonly at: number; readonly instant: number; readonly price: Decimal };

/** Prices last seen before the next settlement (`coming`) and before the previous settlement (`settled`). */
export type SeenPrices = { coming: SeenPrice | undefined; settled: SeenPrice | undefined };

/** Dependencies of payment booking. */
export type Booking = {
	readonly driver: Pick<ExecutionDriver, 'onChange' | 'submit'>;
	readonly clock: Clock;
	readonly log: Logger;
	/** Anomalies that were already reported, by execution and record. */
	readonly reported: Set<string>;
};

type PaidInstrument = { readonly venue: VenueName; readonly symbol: string; readonly prices: SeenPrices };

/** Time after which a share that is not on disk yet is left to the next sweep. */
const BOOK_WAIT_MS = 2_000;
const REPORTED_MAX = 1_000;
/** A price that is older than this at the settlement is not used in the calculation. */
const PRICE_AGE_MS_MAX = 5_000;

/** Records the price that the venue uses for its next settlement, which is due at `instant`. */
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

/** Returns the price at the settlement; undefined if none was seen shortly before it. */
function priceAt({ coming, settled }: SeenPrices, settledAt: number): Decimal | undefined {
	const seen = [coming, settled].find(
		(one) => one !== undefined && Math.abs(one.instant - settledAt) <= STAMP_JITTER_MS,
	);
	return seen === undefined || seen.instant - seen.at > PRICE_AGE_MS_MAX ? undefined : seen.price;
}

/** Submits the missing shares. Resolves to true once the execution has booked them. */
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
		fresh.every(({ recordId }) => fundingTally(present, leg).ids.has(recordId));
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

/**
 * Drops a second payment record for one settlement. The venue may have paid once or twice, and the user must find out
 * which.
 */
function withoutRepeated(
	booking: Booking,
	state: ExecutionState,
	leg: LegRole,
	shares: readonly FundingShare[],
): readonly FundingShare[] {
	const { ids, byInstant } = fundingTally(state, leg);
	const added = new Map<number, string>();
	return shares.filter((share) => {
		if (ids.has(share.recordId)) return false;
		const first = added.get(share.settledAt) ?? byInstant.get(share.settledAt);
		// The response contains the same record twice.
		if (first === share.recordId) return false;
		if (first !== undefined) {
			reportRepeated(booking, state, leg, share, first);
			return false;
		}
		added.set(share.settledAt, share.recordId);
		return true;
	});
}

function reportRepeated(
	booking: Booking,
	state: ExecutionState,
	leg: LegRole,
	share: FundingShare,
	first: string,
): void {
	const { executionId } = state.plan;
	const key = `${executionId} ${share.recordId}`;
	if (booking.reported.has(key)) return;
	if (booking.reported.size >= REPORTED_MAX) booking.reported.clear();
	booking.reported.add(key);
	const { venue, instrument } = legPlan(state, leg);
	const reason = ATTENTION_TEXT.repeatedRecord({
		exchange: shownNameOf(venue),
		symbol: instrument.symbol,
		at: share.settledAt,
		booked: first,
		other: share.recordId,
	});
	booking.log.error({ executionId, leg, recordId: share.recordId, first }, textOf(reason));
	booking.driver.submit(executionId, { kind: 'attention', of: 'funding', reason });
}

/** Returns our own calculation of the payment, and logs a warning if the venue's amount differs. */
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
			'a settlement payment differs from our calculation',
		);
	return expected;
}
