/**
 * The order of a self-check: written down, sent, found, cancelled, and asked about until the exchange has proven its end. As
 * with every order, what is unknown is asked about by its client order id and never sent again.
 */
import { type Decimal, fromInteger, ZERO } from '../domain/decimal.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProbeOrder, SelfCheckStore } from '../ports/self-check.ts';
import type { OrderReport, VenueTrading } from '../ports/venue.ts';
import { type OrderEar, STREAM_EVENT_MS_MAX } from './order-ear.ts';

/** Between two questions about it, milliseconds. */
const ASK_PERIOD_MS = 250;
/** Beyond the window in which it can still arrive: for the cancel, and for the exchange to tell of its end. */
const PROVE_MS_MAX = 15_000;
/** Between the two reads that prove that it never arrived: what is asked twice in one moment is one answer. */
const SECOND_READ_MS = 200;

/** At which leverage and margin mode it is sent. */
export const PROBE_LEVERAGE = fromInteger(1);
/** Margin mode that a probe order is sent with. */
export const PROBE_MARGIN_MODE = 'isolated';

/**
 * `gone`: proven to be off the book; `byUs`: it rested until we cancelled it. `absent`: proven never to have arrived.
 * `refused`: by the exchange, with proof. `unproven`: it may still be there.
 */
export type ProbeEnd =
	| { readonly kind: 'gone'; readonly filled: Decimal; readonly byUs: boolean }
	| { readonly kind: 'absent' }
	| { readonly kind: 'refused'; readonly message: string; readonly passing: boolean }
	| { readonly kind: 'unproven'; readonly message: string };

type ProbeParts = {
	readonly session: VenueTrading;
	readonly store: Pick<SelfCheckStore, 'beginProbe' | 'endProbe'>;
	readonly clock: Clock;
	/** True once the service ends and will wait no longer: the next start goes on with it. */
	readonly isAbandoned: () => boolean;
	/** Hears the account's stream; undefined for an order of an earlier process, which is only taken off. */
	readonly ear: Pick<OrderEar, 'wait'> | undefined;
};

/**
 * Writes it down, sends it, and brings it to its end; `sentAt`: when it was sent, on the monotonic clock.
 * @throws Error where it could not be written: then nothing was sent
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
 * Takes it off the book, as soon as the stream has told of it or its time for that is over: its end is told too, and heard by a
 * stream that was opened late. One of an earlier process can have been sent until that process ended: `sentAt` is then the beginning
 * of this one, on the monotonic clock.
 */
export async function endProbe(
	{ session, store, clock, isAbandoned, ear }: ProbeParts,
	{ symbol, clientOrderId }: ProbeOrder,
	{ sentAt, isAccepted }: { readonly sentAt: number; readonly isAccepted: boolean },
): Promise<ProbeEnd> {
	const arrivesUntil = sentAt + session.requestWindowMs;
	const until = Math.max(clock.monotonic(), arrivesUntil) + PROVE_MS_MAX;
	let isThere = isAccepted;
	let isCanceled = false;
	let missedAt: number | undefined;
	let said = 'the exchange did not tell of it';
	for (;;) {
		const askedAt = clock.monotonic();
		const finding = await session.findOrder(symbol, clientOrderId);
		if (finding.kind === 'found') {
			isThere = true;
			if (finding.report.status !== 'open') return ended(finding.report);
			await ear?.wait(clientOrderId, 'any', sentAt + STREAM_EVENT_MS_MAX);
			const cancel = await session.cancelOrder(symbol, clientOrderId);
			isCanceled = true;
			said = `it was on the book, and asked to cancel it the exchange said: ${cancel.message}`;
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
