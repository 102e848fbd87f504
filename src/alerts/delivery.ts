/**
 * Delivers stored alerts to their targets. Each target receives its alerts in order and one at a time, so a failing
 * delivery delays the later ones. Each alert is delivered at least once, always with the same id, unless its delivery
 * is dropped. A delivery is dropped and counted when it is too old, when too many are waiting, or when the target is
 * paused.
 */
import { DELIVERY_TEXT } from '../domain/delivery-words.ts';
import type { AlertSender } from '../ports/alert-sender.ts';
import type {
	AlertBatch,
	AlertStore,
	DropSelection,
	StoredTarget,
	TargetChange,
	WaitingDelivery,
} from '../ports/alert-store.ts';
import type { AlertTargetKind, DeliveryState } from '../ports/alert-targets.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { MailSender } from '../ports/mail-sender.ts';
import { answerWords, type Verdict, verdictOf } from './answers.ts';
import { bodyFor, mailFor, type Sendable } from './bodies.ts';
import { pausedAlert } from './paused-alert.ts';
import type { QuietHoursBook } from './quiet-hours.ts';
import type { OpenedTarget, TargetBook } from './target-book.ts';
import { SETTING_TEXTS, TARGET_TEXTS } from './text.ts';

/** Settings for delivery and retries; times in milliseconds. */
export type DeliverySettings = {
	readonly retryFirstMs: number;
	readonly retryMaxMs: number;
	/** Maximum age of an alert, milliseconds. Older alerts are dropped. */
	readonly giveUpAfterMs: number;
	/** A target is paused once its attempts have failed for this long without a success, milliseconds. */
	readonly pauseAfterMs: number;
	/** Maximum number of waiting alerts per target. */
	readonly queueMax: number;
	/** Base URL of Telegram's Bot API. */
	readonly telegramApiUrl: string;
};

/** Dependencies of alert delivery. */
export type DeliveryOptions = {
	readonly store: AlertStore;
	readonly book: TargetBook;
	readonly sender: AlertSender;
	/** Undefined without a mail server. */
	readonly mail: MailSender | undefined;
	readonly quietHours: Pick<QuietHoursBook, 'until' | 'lengthMs'>;
	readonly clock: Clock;
	readonly random: Pick<Random, 'unit'>;
	readonly log: Logger;
	readonly settings: DeliverySettings;
	/** Stores an alert and reports it to every target except the one with id `except`, which was just paused. */
	readonly raise: (batch: AlertBatch, except: string) => Promise<void>;
	readonly onFailure: (what: string, error: unknown) => void;
};

/** Delivery state of a target, kept only in memory. */
type TargetQueue = {
	/** True if deliveries may be waiting for the target. */
	pending: boolean;
	sending: boolean;
	/** Time of the next check of alerts that wait for quiet hours to end, monotonic ms; undefined if none wait. */
	heldUntil: number | undefined;
	/** Number of consecutive failed attempts. */
	failures: number;
	/** Earliest time of the next attempt, monotonic milliseconds. */
	nextAt: number;
	/** Sequence number of this target's last attempt, counted across all targets; 0 before the first attempt. */
	lastTurn: number;
};

type Attempt = {
	readonly verdict: Verdict;
	readonly status: number | null;
	/** Description of the response in one sentence. */
	readonly answer: string;
};

/** Maximum number of concurrent requests to all targets. */
const SENDING_MAX = 8;
/**
 * Minimum time between messages to a target, milliseconds. Chats accept about one message per second (Slack and
 * Telegram, rate limits, read 2026-11-22).
 */
const PACE_MS: Readonly<Record<AlertTargetKind, number>> = {
	webhook: 0,
	slack: 1_000,
	telegram: 1_000,
	email: 1_000,
};
/**
 * Maximum number of alerts that wait for the end of quiet hours, per target. The end must not bring hundreds of
 * messages.
 */
const HELD_MAX = 20;
/** Longest time until quiet hours are checked again, milliseconds. A change of the clocks moves their end. */
const HELD_CHECK_MS = 15 * 60_000;
/** Delay before the next attempt after a failure of the store, milliseconds. */
const STORE_RETRY_MS = 5_000;

type Delivering = DeliveryOptions & {
	readonly queues: Map<string, TargetQueue>;
	cancelWake: (() => void) | undefined;
	isOpen: boolean;
	sendingCount: number;
	turns: number;
};

/** Creates the delivery of stored alerts, with a queue for each target. */
export function createDelivery(options: DeliveryOptions) {
	const { sender, clock, settings } = options;
	const delivery: Delivering = {
		...options,
		queues: new Map(),
		cancelWake: undefined,
		isOpen: false,
		sendingCount: 0,
		turns: 0,
	};
	return {
		/** Starts sending, including deliveries that were still waiting when the service last stopped. */
		start(): void {
			delivery.isOpen = true;
			pump(delivery);
		},
		/**
		 * Drops deliveries beyond `queueMax` for each given target, then starts sending. Call this function after the
		 * targets' new deliveries were stored.
		 */
		async queued(targetIds: ReadonlySet<string>): Promise<void> {
			for (const targetId of targetIds) {
				queueOf(delivery, targetId).pending = true;
				try {
					await drop(
						delivery,
						targetId,
						{ beyond: settings.queueMax },
						DELIVERY_TEXT.queueFull({ count: settings.queueMax }).text,
					);
				} catch (error) {
					options.onFailure('the queue of an alert target could not be shortened', error);
				}
			}
			pump(delivery);
		},
		attempt: (target: StoredTarget, alert: Sendable, droppedBefore: number) =>
			attempt(delivery, target, alert, droppedBefore),
		/** Sends the target's waiting deliveries at once. Call this function when the target has responded. */
		revived(targetId: string): void {
			Object.assign(queueOf(delivery, targetId), { pending: true, failures: 0, nextAt: clock.monotonic() });
			pump(delivery);
		},
		/** Checks waiting alerts again. Call it when the quiet hours of the targets' user have changed. */
		quietHoursChanged(targets: readonly StoredTarget[]): void {
			for (const { targetId } of targets) queueOf(delivery, targetId).pending = true;
			pump(delivery);
		},
		forget: (targetId: string): boolean => delivery.queues.delete(targetId),
		close(): void {
			delivery.isOpen = false;
			delivery.cancelWake?.();
			sender.close();
			options.mail?.close();
		},
	};
}

function queueOf(delivery: Delivering, targetId: string): TargetQueue {
	const present = delivery.queues.get(targetId);
	if (present !== undefined) return present;
	const queue: TargetQueue = {
		pending: true,
		sending: false,
		heldUntil: undefined,
		failures: 0,
		nextAt: delivery.clock.monotonic(),
		lastTurn: 0,
	};
	delivery.queues.set(targetId, queue);
	return queue;
}

/** Starts all due deliveries and schedules the next run. */
function pump(delivery: Delivering): void {
	delivery.cancelWake?.();
	delivery.cancelWake = undefined;
	if (!delivery.isOpen) return;
	let wakeAt = Number.POSITIVE_INFINITY;
	// The target whose last attempt was longest ago comes first, so one user's slow targets do not delay another
	// user's targets.
	const inTurn = delivery.book
		.all()
		.toSorted((a, b) => queueOf(delivery, a.targetId).lastTurn - queueOf(delivery, b.targetId).lastTurn);
	for (const target of inTurn) {
		const queue = queueOf(delivery, target.targetId);
		if (target.pausedAt !== null || queue.sending) continue;
		if (queue.heldUntil !== undefined && queue.heldUntil <= delivery.clock.monotonic()) queue.pending = true;
		if (queue.heldUntil !== undefined && !queue.pending) wakeAt = Math.min(wakeAt, queue.heldUntil);
		if (!queue.pending) continue;
		if (queue.nextAt <= delivery.clock.monotonic() && delivery.sendingCount < SENDING_MAX)
			void begin(delivery, target, queue);
		// A target that is due but waits because `SENDING_MAX` requests are running needs no timer. Each completed
		// request calls `pump` again.
		if (queue.pending && !queue.sending && queue.nextAt > delivery.clock.monotonic())
			wakeAt = Math.min(wakeAt, queue.nextAt);
	}
	if (wakeAt !== Number.POSITIVE_INFINITY)
		delivery.cancelWake = delivery.clock.after(Math.max(1, wakeAt - delivery.clock.monotonic()), () =>
			pump(delivery),
		);
}

/** Sends the oldest delivery to a target. Never rejects. */
async function begin(delivery: Delivering, target: StoredTarget, queue: TargetQueue): Promise<void> {
	queue.sending = true;
	delivery.sendingCount += 1;
	const waiting = await oldestOf(delivery, target, queue);
	if (waiting !== undefined && delivery.isOpen) {
		delivery.turns += 1;
		queue.lastTurn = delivery.turns;
		await deliver(delivery, delivery.book.get(target.targetId) ?? target, waiting, queue);
	}
	queue.sending = false;
	delivery.sendingCount -= 1;
	pump(delivery);
}

/** Returns the next delivery to send; undefined if none is waiting or the store failed. */
async function oldestOf(
	delivery: Delivering,
	{ targetId, userId }: StoredTarget,
	queue: TargetQueue,
): Promise<WaitingDelivery | undefined> {
	// `queued` sets `pending` again if a delivery is stored while `oldestOf` reads the store.
	queue.pending = false;
	queue.heldUntil = undefined;
	const { clock, quietHours, store } = delivery;
	try {
		// The time in quiet hours does not count towards the age at which an alert is dropped.
		const ageMax = delivery.settings.giveUpAfterMs + quietHours.lengthMs(userId);
		await drop(delivery, targetId, { raisedBefore: clock.now() - ageMax }, TARGET_TEXTS.tooOld(ageMax));
		const quietUntil = quietHours.until(userId, clock.now());
		if (quietUntil !== undefined)
			await drop(
				delivery,
				targetId,
				{ uncriticalBeyond: HELD_MAX },
				DELIVERY_TEXT.heldTooMany({ count: HELD_MAX }).text,
			);
		const waiting = await store.nextWaiting(targetId, quietUntil === undefined ? 'info' : 'critical');
		if (waiting !== undefined) queue.pending = true;
		else if (quietUntil !== undefined)
			queue.heldUntil = clock.monotonic() + Math.min(HELD_CHECK_MS, quietUntil - clock.now());
		return waiting;
	} catch (error) {
		queue.pending = true;
		queue.nextAt = delivery.clock.monotonic() + STORE_RETRY_MS;
		if (delivery.isOpen) delivery.onFailure('the waiting alerts of a target could not be read', error);
		return undefined;
	}
}

async function deliver(
	delivery: Delivering,
	target: StoredTarget,
	waiting: WaitingDelivery,
	queue: TargetQueue,
): Promise<void> {
	const droppedBefore = target.dropped - target.droppedSaid;
	const { verdict } = await attempt(delivery, target, waiting.alert, droppedBefore);
	if (!delivery.isOpen) return;
	try {
		await apply(delivery, target, waiting, queue, verdict);
	} catch (error) {
		// The outcome was not stored, so the alert is sent again with the same id.
		queue.nextAt = delivery.clock.monotonic() + STORE_RETRY_MS;
		delivery.onFailure('the outcome of an alert delivery could not be stored', error);
	}
}

async function apply(
	delivery: Delivering,
	target: StoredTarget,
	{ seq }: WaitingDelivery,
	queue: TargetQueue,
	verdict: Verdict,
): Promise<void> {
	const { targetId, kind } = target;
	const at = delivery.clock.now();
	const settle = async (
		state: DeliveryState,
		failure: string | null,
		change: TargetChange,
	): Promise<void> => {
		await delivery.store.settle({ targetId, seq, state, failure, at, change });
		delivery.book.note(targetId, change);
	};
	queue.nextAt = delivery.clock.monotonic() + PACE_MS[kind];
	if (verdict.is === 'delivered') {
		queue.failures = 0;
		await settle('delivered', null, {
			failingSince: null,
			failure: null,
			lastDeliveredAt: at,
			droppedSaid: target.dropped,
		});
		return;
	}
	const { failure } = verdict;
	const failingSince = delivery.book.get(targetId)?.failingSince ?? at;
	delivery.log.warn({ targetId, kind, failure }, 'an alert could not be delivered');
	await settle(verdict.is === 'retry' ? 'waiting' : 'refused', failure, { failingSince, failure });
	if (verdict.is === 'retry') {
		queue.failures += 1;
		queue.nextAt = delivery.clock.monotonic() + Math.max(verdict.afterMs, backoff(delivery, queue.failures));
	}
	if (verdict.is === 'gone' || at - failingSince >= delivery.settings.pauseAfterMs)
		await pause(delivery, targetId, failure, failingSince, at);
}

/**
 * Returns the delay before the next attempt, milliseconds. The base doubles with each failure, up to the maximum. A
 * random part of up to half is subtracted.
 */
function backoff(delivery: Delivering, failures: number): number {
	const longest = Math.min(
		delivery.settings.retryMaxMs,
		delivery.settings.retryFirstMs * 2 ** Math.min(30, failures - 1),
	);
	return longest * (0.5 + 0.5 * delivery.random.unit());
}

async function pause(
	delivery: Delivering,
	targetId: string,
	failure: string,
	failingSince: number,
	at: number,
): Promise<void> {
	const target = delivery.book.get(targetId);
	if (target === undefined) return;
	const change = { pausedAt: at };
	await delivery.raise(
		{
			alerts: [{ alert: pausedAlert(target, failure, failingSince, at), targetIds: [] }],
			targets: [{ targetId, change }],
		},
		targetId,
	);
	delivery.book.note(targetId, change);
	await drop(delivery, targetId, { beyond: 0 }, DELIVERY_TEXT.paused().text);
	delivery.log.warn({ targetId, failure }, 'an alert target was paused');
}

async function drop(
	delivery: Delivering,
	targetId: string,
	which: DropSelection,
	reason: string,
): Promise<void> {
	const dropped = await delivery.store.drop(targetId, which, reason, delivery.clock.now());
	if (dropped === 0) return;
	delivery.book.note(targetId, { dropped: (delivery.book.get(targetId)?.dropped ?? 0) + dropped });
	delivery.log.warn({ targetId, dropped, reason }, 'alerts were dropped');
}

/** Sends one request. Never rejects. */
async function attempt(
	delivery: Delivering,
	target: StoredTarget,
	alert: Sendable,
	droppedBefore: number,
): Promise<Attempt> {
	let opened: OpenedTarget;
	try {
		opened = await delivery.book.open(target);
	} catch (error) {
		delivery.onFailure('the sealed address of an alert target cannot be decrypted', error);
		const failure = DELIVERY_TEXT.unreadable().text;
		return { verdict: { is: 'retry', failure, afterMs: 0 }, status: null, answer: failure };
	}
	const { address, signingSecret } = opened;
	if (address.kind === 'email') return attemptMail(delivery, address.recipient, alert, droppedBefore);
	const answer = await delivery.sender.post({
		url: address.kind === 'telegram' ? telegramUrl(delivery.settings, address.botToken) : address.url,
		body: bodyFor(address, alert, droppedBefore),
		isOperators: address.kind === 'telegram',
		...(signingSecret === null
			? {}
			: {
					signed: {
						secret: signingSecret,
						id: alert.alertId,
						timestamp: Math.floor(delivery.clock.now() / 1_000),
					},
				}),
	});
	return {
		verdict: verdictOf(target.kind, answer, delivery.clock.now(), secretsOf(opened)),
		status: answer.kind === 'answered' ? answer.status : null,
		answer: answerWords(answer, secretsOf(opened)),
	};
}

/** Sends one mail. Never rejects. */
async function attemptMail(
	{ mail }: Delivering,
	recipient: string,
	alert: Sendable,
	droppedBefore: number,
): Promise<Attempt> {
	const { kind, code, answer } = (await mail?.send(mailFor(recipient, alert, droppedBefore))) ?? {
		kind: 'failed',
		code: null,
		answer: SETTING_TEXTS.noMailServer().text,
	};
	if (kind === 'accepted') return { verdict: { is: 'delivered' }, status: code, answer };
	return {
		verdict: { is: kind === 'refused' ? 'refused' : 'retry', failure: answer, afterMs: 0 },
		status: code,
		answer,
	};
}

function telegramUrl({ telegramApiUrl }: DeliverySettings, botToken: string): string {
	return `${telegramApiUrl.replace(/\/$/, '')}/bot${botToken}/sendMessage`;
}

/** Returns the secrets of a request, which are hidden if the response repeats them. */
function secretsOf({ address, signingSecret }: OpenedTarget): readonly string[] {
	const signing = signingSecret === null ? [] : [signingSecret];
	if (address.kind === 'telegram') return [address.botToken, ...signing];
	if (address.kind === 'email') return signing;
	const { pathname, search } = new URL(address.url);
	return [address.url, `${pathname}${search}`, pathname, search, ...signing];
}
