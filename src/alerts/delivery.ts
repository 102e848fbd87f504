/**
 * Sends what is stored to where it goes: per target one at a time and in order, so that what fails for a while delays what
 * comes behind it and nothing is lost meanwhile. At least once, with the same id each time; given up when it has grown too
 * old, when too many wait, or when the target is paused, and counted then.
 */
import { alertId } from '../domain/ids.ts';
import type { AlertSender } from '../ports/alert-sender.ts';
import type {
	AlertBatch,
	AlertStore,
	StoredTarget,
	TargetChange,
	WaitingDelivery,
} from '../ports/alert-store.ts';
import type { AlertTargetKind, DeliveryState } from '../ports/alert-targets.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import { answerWords, type Verdict, verdictOf } from './answers.ts';
import { bodyFor, type Sendable } from './bodies.ts';
import { duration } from './figures.ts';
import type { OpenedTarget, TargetBook } from './target-book.ts';

/** How alerts are sent and tried again; times in milliseconds. */
export type DeliverySettings = {
	readonly retryFirstMs: number;
	readonly retryMaxMs: number;
	/** An alert that is older is given up. */
	readonly giveUpAfterMs: number;
	/** A target that has failed for so long is paused. */
	readonly pauseAfterMs: number;
	/** Alerts that may wait for one target. */
	readonly queueMax: number;
	/** Base address of Telegram's Bot API. */
	readonly telegramApiUrl: string;
};

/** The parts that delivery needs. */
export type DeliveryOptions = {
	readonly store: AlertStore;
	readonly book: TargetBook;
	readonly sender: AlertSender;
	readonly clock: Clock;
	readonly random: Pick<Random, 'unit'>;
	readonly log: Logger;
	readonly settings: DeliverySettings;
	/** Stores and tells, all targets but one: of one that is paused. */
	readonly raise: (batch: AlertBatch, except: string) => Promise<void>;
	readonly onFailure: (what: string, error: unknown) => void;
};

/** What is known of a target from this run alone. */
type TargetQueue = {
	/** Something may wait. */
	pending: boolean;
	sending: boolean;
	/** Failed attempts in a row. */
	failures: number;
	/** Not before; monotonic. */
	nextAt: number;
	/** The number of the last attempt, counted over all targets; 0 before the first. */
	lastTurn: number;
};

type Attempt = {
	readonly verdict: Verdict;
	readonly status: number | null;
	/** In a sentence. */
	readonly answer: string;
};

/** Requests at once, over all targets. */
const SENDING_MAX = 8;
/** Chats take about one message a second (Slack and Telegram, rate limits, read 2026-11-22). */
const PACE_MS: Readonly<Record<AlertTargetKind, number>> = { webhook: 0, slack: 1_000, telegram: 1_000 };
/** After a write that failed. */
const STORE_RETRY_MS = 5_000;

type Delivering = DeliveryOptions & {
	readonly queues: Map<string, TargetQueue>;
	cancelWake: (() => void) | undefined;
	isOpen: boolean;
	sendingCount: number;
	turns: number;
};

/** Makes the delivery of stored alerts, each target on its own. */
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
		/** Sends what an earlier run left. */
		start(): void {
			delivery.isOpen = true;
			pump(delivery);
		},
		/** Something was stored for the targets. */
		async queued(targetIds: ReadonlySet<string>): Promise<void> {
			for (const targetId of targetIds) {
				queueOf(delivery, targetId).pending = true;
				try {
					await drop(delivery, targetId, { beyond: settings.queueMax }, tooMany(settings.queueMax));
				} catch (error) {
					options.onFailure('the queue of a target of alerts could not be bounded', error);
				}
			}
			pump(delivery);
		},
		attempt: (target: StoredTarget, alert: Sendable, droppedBefore: number) =>
			attempt(delivery, target, alert, droppedBefore),
		/** It has answered: what waits is sent at once. */
		revived(targetId: string): void {
			Object.assign(queueOf(delivery, targetId), { pending: true, failures: 0, nextAt: clock.monotonic() });
			pump(delivery);
		},
		forget: (targetId: string): boolean => delivery.queues.delete(targetId),
		close(): void {
			delivery.isOpen = false;
			delivery.cancelWake?.();
			sender.close();
		},
	};
}

function queueOf(delivery: Delivering, targetId: string): TargetQueue {
	const present = delivery.queues.get(targetId);
	if (present !== undefined) return present;
	const queue: TargetQueue = {
		pending: true,
		sending: false,
		failures: 0,
		nextAt: delivery.clock.monotonic(),
		lastTurn: 0,
	};
	delivery.queues.set(targetId, queue);
	return queue;
}

/** Begins what is due, and comes back when more is. */
function pump(delivery: Delivering): void {
	delivery.cancelWake?.();
	delivery.cancelWake = undefined;
	if (!delivery.isOpen) return;
	let wakeAt = Number.POSITIVE_INFINITY;
	// The target that has waited longest comes first: slow targets of one user do not keep another's waiting.
	const inTurn = delivery.book
		.all()
		.toSorted((a, b) => queueOf(delivery, a.targetId).lastTurn - queueOf(delivery, b.targetId).lastTurn);
	for (const target of inTurn) {
		const queue = queueOf(delivery, target.targetId);
		if (target.pausedAt !== null || !queue.pending || queue.sending) continue;
		if (queue.nextAt <= delivery.clock.monotonic() && delivery.sendingCount < SENDING_MAX)
			void begin(delivery, target, queue);
		// One that waits for another's end is begun by that.
		if (queue.pending && !queue.sending && queue.nextAt > delivery.clock.monotonic())
			wakeAt = Math.min(wakeAt, queue.nextAt);
	}
	if (wakeAt !== Number.POSITIVE_INFINITY)
		delivery.cancelWake = delivery.clock.after(Math.max(1, wakeAt - delivery.clock.monotonic()), () =>
			pump(delivery),
		);
}

/** Never rejects. */
async function begin(delivery: Delivering, target: StoredTarget, queue: TargetQueue): Promise<void> {
	queue.sending = true;
	delivery.sendingCount += 1;
	const waiting = await oldestOf(delivery, target.targetId, queue);
	if (waiting !== undefined && delivery.isOpen) {
		delivery.turns += 1;
		queue.lastTurn = delivery.turns;
		await deliver(delivery, delivery.book.get(target.targetId) ?? target, waiting, queue);
	}
	queue.sending = false;
	delivery.sendingCount -= 1;
	pump(delivery);
}

/** The next delivery to send; undefined where nothing waits, or it could not be read. */
async function oldestOf(
	delivery: Delivering,
	targetId: string,
	queue: TargetQueue,
): Promise<WaitingDelivery | undefined> {
	// Deliveries stored during this read are looked for again.
	queue.pending = false;
	try {
		const before = delivery.clock.now() - delivery.settings.giveUpAfterMs;
		await drop(delivery, targetId, { raisedBefore: before }, tooOld(delivery.settings.giveUpAfterMs));
		const waiting = await delivery.store.nextWaiting(targetId);
		if (waiting !== undefined) queue.pending = true;
		return waiting;
	} catch (error) {
		queue.pending = true;
		queue.nextAt = delivery.clock.monotonic() + STORE_RETRY_MS;
		if (delivery.isOpen) delivery.onFailure('what waits for a target of alerts could not be read', error);
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
		// It is sent again, with the same id.
		queue.nextAt = delivery.clock.monotonic() + STORE_RETRY_MS;
		delivery.onFailure('what became of an alert could not be written', error);
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
	delivery.log.warn({ targetId, kind, failure }, 'an alert did not arrive');
	await settle(verdict.is === 'retry' ? 'waiting' : 'refused', failure, { failingSince, failure });
	if (verdict.is === 'retry') {
		queue.failures += 1;
		queue.nextAt = delivery.clock.monotonic() + Math.max(verdict.afterMs, backoff(delivery, queue.failures));
	}
	if (verdict.is === 'gone' || at - failingSince >= delivery.settings.pauseAfterMs)
		await pause(delivery, targetId, failure, failingSince, at);
}

/** Doubles from the first to the longest, and is up to a half shorter by chance. */
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
	await drop(delivery, targetId, { beyond: 0 }, 'The target was paused.');
	delivery.log.warn({ targetId, failure }, 'a target of alerts is paused');
}

async function drop(
	delivery: Delivering,
	targetId: string,
	which: { readonly beyond: number } | { readonly raisedBefore: number },
	reason: string,
): Promise<void> {
	const dropped = await delivery.store.drop(targetId, which, reason, delivery.clock.now());
	if (dropped === 0) return;
	delivery.book.note(targetId, { dropped: (delivery.book.get(targetId)?.dropped ?? 0) + dropped });
	delivery.log.warn({ targetId, dropped, reason }, 'alerts were given up');
}

/** One request. Never rejects. */
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
		delivery.onFailure('the sealed address of a target of alerts does not open', error);
		const failure = 'Its sealed address does not open: remove the target and add it anew.';
		return { verdict: { is: 'retry', failure, afterMs: 0 }, status: null, answer: failure };
	}
	const { address, signingSecret } = opened;
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

function telegramUrl({ telegramApiUrl }: DeliverySettings, botToken: string): string {
	return `${telegramApiUrl.replace(/\/$/, '')}/bot${botToken}/sendMessage`;
}

/** What an answer may repeat of the request and nobody is to see. */
function secretsOf({ address, signingSecret }: OpenedTarget): readonly string[] {
	const signing = signingSecret === null ? [] : [signingSecret];
	if (address.kind === 'telegram') return [address.botToken, ...signing];
	const { pathname, search } = new URL(address.url);
	return [address.url, `${pathname}${search}`, pathname, search, ...signing];
}

function tooOld(ms: number): string {
	return `It was older than ${duration(ms)}.`;
}

function tooMany(count: number): string {
	return `More than ${count} alerts waited for the target.`;
}

function pausedAlert(target: StoredTarget, failure: string, failingSince: number, at: number): Alert {
	const { userId, targetId, kind, name, shown } = target;
	return {
		alertId: alertId(userId, ['target_paused', targetId, at]),
		userId,
		kind: 'target_paused',
		severity: 'warning',
		raisedAt: at,
		message: `No alerts are sent to ${JSON.stringify(name)} (${kind}, ${shown}) any more: every attempt has failed since ${new Date(failingSince).toISOString()}. ${failure} test_alert_target ends the pause once one arrives.`,
		executionId: null,
		exchange: null,
		facts: { targetId, failingSince: new Date(failingSince).toISOString(), failure },
	};
}
