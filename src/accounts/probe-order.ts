/**
 * Runs the test order in a self-check: stores it, sends it, finds it and cancels it, then queries it until the
 * exchange has confirmed its end. As with every order, a test order in an unknown state is queried by its client
 * order id and never sent again.
 */
import { type Decimal, fromInteger, ZERO } from '../domain/decimal.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProbeOrder, SelfCheckStore } from '../ports/self-check.ts';
import type { OrderReport, VenueTrading } from '../ports/venue.ts';
import type { Words } from '../sentences/sentence.ts';
import { type OrderListener, STREAM_EVENT_MS_MAX } from './order-listener.ts';
import { CHECK_TEXT } from './self-check-text.ts';

/** Interval between two queries of the order, milliseconds. */
const ASK_PERIOD_MS = 250;
/**
 * Time limit for the order's cancellation and for the exchange's report of its end, milliseconds. It counts from the
 * time at which the order can no longer arrive.
 */
const PROVE_MS_MAX = 15_000;
/**
 * Minimum time between the two reads that prove that the order never arrived, milliseconds. Two simultaneous reads
 * would prove no more than one.
 */
const SECOND_READ_MS = 200;

/** Leverage of a probe order. */
export const PROBE_LEVERAGE = fromInteger(1);
/** Margin mode of a probe order. */
export const PROBE_MARGIN_MODE = 'isolated';

/**
 * Result of a probe order. `gone`: the order is proven to be off the order book; `byUs` is true if the service had
 * requested its cancellation. `absent`: the order is proven never to have arrived. `refused`: the exchange rejected
 * the order; `passing` is true if the cause is temporary. `unproven`: the order may still be on the order book.
 */
export type ProbeEnd =
	| { readonly kind: 'gone'; readonly filled: Decimal; readonly byUs: boolean }
	| { readonly kind: 'absent' }
	| { readonly kind: 'refused'; readonly message: string; readonly passing: boolean }
	| { readonly kind: 'unproven'; readonly message: Words };

type ProbeParts = {
	readonly session: VenueTrading;
	readonly store: Pick<SelfCheckStore, 'beginProbe' | 'endProbe'>;
	readonly clock: Clock;
	/**
	 * True once the service is stopping and no longer waits for the order. The service resumes the order at its next
	 * start.
	 */
	readonly isAbandoned: () => boolean;
	/** Events from the account's stream. Undefined for an order from an earlier process, which is only cancelled. */
	readonly listener: Pick<OrderListener, 'wait'> | undefined;
};

/**
 * Stores the order, sends it, and follows it until its end. `sentAt` is the time at which it was sent, on the
 * monotonic clock.
 * @throws Error if the order could not be stored; nothing was sent in that case
 */
export async function placeProbe(
	parts: ProbeParts,
	probe: ProbeOrder,
): Promise<{ readonly end: ProbeEnd; readonly sentAt: number }> {
	await parts.store.beginProbe(probe);
	const sentAt = parts.clock.monotonic();
	return { end: await sendProbe(parts, probe, sentAt), sentAt };
}

async function sendProbe(parts: ProbeParts, probe: ProbeOrder, sentAt: number): Promise<ProbeEnd> {
	const { session, store, clock } = parts;
	const outcome = await session.placeOrder({
		symbol: probe.symbol,
		clientOrderId: probe.clientOrderId,
		side: 'buy',
		quantity: probe.quantity,
		limitPrice: probe.limitPrice,
		timeInForce: 'postOnly',
		reduceOnly: false,
		leverage: PROBE_LEVERAGE,
		marginMode: PROBE_MARGIN_MODE,
	});
	if (outcome.kind === 'rejected') {
		await store.endProbe(probe.clientOrderId, { endedAt: clock.now(), filled: ZERO });
		return { kind: 'refused', message: `${outcome.code}: ${outcome.message}`, passing: outcome.passing };
	}
	return endProbe(parts, probe, { sentAt, isAccepted: outcome.kind === 'accepted' });
}

/**
 * Follows the order to its end. Cancels it as soon as the stream has reported it, or when the stream's time limit for
 * that has passed. A stream that opened late can still report the cancellation. `sentAt` is on the monotonic clock.
 * An order from an earlier process was sent at an unknown time; `sentAt` is then a later time in the current process.
 */
export async function endProbe(
	{ session, store, clock, isAbandoned, listener }: ProbeParts,
	{ symbol, clientOrderId }: ProbeOrder,
	{ sentAt, isAccepted }: { readonly sentAt: number; readonly isAccepted: boolean },
): Promise<ProbeEnd> {
	const arrivesUntil = sentAt + session.requestWindowMs;
	const until = Math.max(clock.monotonic(), arrivesUntil) + PROVE_MS_MAX;
	let isThere = isAccepted;
	let isCanceled = false;
	let missedAt: number | undefined;
	let said: Words = CHECK_TEXT.noReport();
	for (;;) {
		const askedAt = clock.monotonic();
		const finding = await session.findOrder(symbol, clientOrderId);
		if (finding.kind === 'found') {
			isThere = true;
			if (finding.report.status !== 'open') return ended(finding.report);
			await listener?.wait(clientOrderId, 'any', sentAt + STREAM_EVENT_MS_MAX);
			const cancel = await session.cancelOrder(symbol, clientOrderId);
			isCanceled = true;
			said = CHECK_TEXT.cancelAnswer({ reason: cancel.message });
		} else if (finding.kind === 'unavailable') said = finding.message;
		else if (!isThere && askedAt > arrivesUntil) {
			missedAt ??= askedAt;
			if (askedAt >= missedAt + SECOND_READ_MS) {
				await store.endProbe(clientOrderId, { endedAt: clock.now(), filled: ZERO });
				return { kind: 'absent' };
			}
		}
		if (isAbandoned() || clock.monotonic() > until) return { kind: 'unproven', message: said };
		await pause(clock, ASK_PERIOD_MS);
	}

	async function ended({ filledQuantity }: OrderReport): Promise<ProbeEnd> {
		await store.endProbe(clientOrderId, { endedAt: clock.now(), filled: filledQuantity });
		return { kind: 'gone', filled: filledQuantity, byUs: isCanceled };
	}
}

function pause(clock: Clock, delayMs: number): Promise<void> {
	return new Promise((resolve) => {
		clock.after(delayMs, resolve);
	});
}
