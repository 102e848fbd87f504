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
type Lane = {
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

export function createDelivery(options: DeliveryOptions) {
	const { store, book, sender, clock, log, settings } = options;
	const lanes = new Map<string, Lane>();
	let cancelWake: (() => void) | undefined;
	let sendingCount = 0;
	let turns = 0;
	let isOpen = false;

	function laneOf(targetId: string): Lane {
		const present = lanes.get(targetId);
		if (present !== undefined) return present;
		const lane: Lane = { pending: true, sending: false, failures: 0, nextAt: clock.monotonic(), lastTurn: 0 };
		lanes.set(targetId, lane);
		return lane;
	}

	/** Begins what is due, and comes back when more is. */
	function pump(): void {
		cancelWake?.();
		cancelWake = undefined;
		if (!isOpen) return;
		let wakeAt = Number.POSITIVE_INFINITY;
		// Who has waited longest comes first: slow targets of one user do not keep another's waiting.
		const inTurn = book.all().toSorted((a, b) => laneOf(a.targetId).lastTurn - laneOf(b.targetId).lastTurn);
		for (const target of inTurn) {
			const lane = laneOf(target.targetId);
			if (target.pausedAt !== null || !lane.pending || lane.sending) continue;
			if (lane.nextAt <= clock.monotonic() && sendingCount < SENDING_MAX) void begin(target, lane);
			// One that waits for another's end is begun by that.
			if (lane.pending && !lane.sending && lane.nextAt > clock.monotonic())
				wakeAt = Math.min(wakeAt, lane.nextAt);
		}
		if (wakeAt !== Number.POSITIVE_INFINITY)
			cancelWake = clock.after(Math.max(1, wakeAt - clock.monotonic()), pump);
	}

	/** Never rejects. */
	async function begin(target: StoredTarget, lane: Lane): Promise<void> {
		lane.sending = true;
		sendingCount += 1;
		const waiting = await oldestOf(target.targetId, lane);
		if (waiting !== undefined && isOpen) {
			turns += 1;
			lane.lastTurn = turns;
			await deliver(book.get(target.targetId) ?? target, waiting, lane);
		}
		lane.sending = false;
		sendingCount -= 1;
		pump();
	}

	/** The next delivery to send; undefined where nothing waits, or it could not be read. */
	async function oldestOf(targetId: string, lane: Lane): Promise<WaitingDelivery | undefined> {
		// Deliveries stored during this read are looked for again.
		lane.pending = false;
		try {
			const before = clock.now() - settings.giveUpAfterMs;
			await drop(targetId, { raisedBefore: before }, tooOld(settings.giveUpAfterMs));
			const waiting = await store.nextWaiting(targetId);
			if (waiting !== undefined) lane.pending = true;
			return waiting;
		} catch (error) {
			lane.pending = true;
			lane.nextAt = clock.monotonic() + STORE_RETRY_MS;
			if (isOpen) options.onFailure('what waits for a target of alerts could not be read', error);
			return undefined;
		}
	}

	async function deliver(target: StoredTarget, waiting: WaitingDelivery, lane: Lane): Promise<void> {
		const droppedBefore = target.dropped - target.droppedSaid;
		const { verdict } = await attempt(target, waiting.alert, droppedBefore);
		if (!isOpen) return;
		try {
			await apply(target, waiting, lane, verdict);
		} catch (error) {
			// It is sent again, with the same id.
			lane.nextAt = clock.monotonic() + STORE_RETRY_MS;
			options.onFailure('what became of an alert could not be written', error);
		}
	}

	async function apply(
		target: StoredTarget,
		{ seq }: WaitingDelivery,
		lane: Lane,
		verdict: Verdict,
	): Promise<void> {
		const { targetId, kind } = target;
		const at = clock.now();
		const settle = async (
			state: DeliveryState,
			failure: string | null,
			change: TargetChange,
		): Promise<void> => {
			await store.settle({ targetId, seq, state, failure, at, change });
			book.note(targetId, change);
		};
		lane.nextAt = clock.monotonic() + PACE_MS[kind];
		if (verdict.is === 'delivered') {
			lane.failures = 0;
			await settle('delivered', null, {
				failingSince: null,
				failure: null,
				lastDeliveredAt: at,
				droppedSaid: target.dropped,
			});
			return;
		}
		const { failure } = verdict;
		const failingSince = book.get(targetId)?.failingSince ?? at;
		log.warn({ targetId, kind, failure }, 'an alert did not arrive');
		await settle(verdict.is === 'retry' ? 'waiting' : 'refused', failure, { failingSince, failure });
		if (verdict.is === 'retry') {
			lane.failures += 1;
			lane.nextAt = clock.monotonic() + Math.max(verdict.afterMs, backoff(lane.failures));
		}
		if (verdict.is === 'gone' || at - failingSince >= settings.pauseAfterMs)
			await pause(targetId, failure, failingSince, at);
	}

	/** Doubles from the first to the longest, and is up to a half shorter by chance. */
	function backoff(failures: number): number {
		const longest = Math.min(settings.retryMaxMs, settings.retryFirstMs * 2 ** Math.min(30, failures - 1));
		return longest * (0.5 + 0.5 * options.random.unit());
	}

	async function pause(targetId: string, failure: string, failingSince: number, at: number): Promise<void> {
		const target = book.get(targetId);
		if (target === undefined) return;
		const change = { pausedAt: at };
		await options.raise(
			{
				alerts: [{ alert: pausedAlert(target, failure, failingSince, at), targetIds: [] }],
				targets: [{ targetId, change }],
			},
			targetId,
		);
		book.note(targetId, change);
		await drop(targetId, { beyond: 0 }, 'The target was paused.');
		log.warn({ targetId, failure }, 'a target of alerts is paused');
	}

	async function drop(
		targetId: string,
		which: { readonly beyond: number } | { readonly raisedBefore: number },
		reason: string,
	): Promise<void> {
		const dropped = await store.drop(targetId, which, reason, clock.now());
		if (dropped === 0) return;
		book.note(targetId, { dropped: (book.get(targetId)?.dropped ?? 0) + dropped });
		log.warn({ targetId, dropped, reason }, 'alerts were given up');
	}

	/** One request. Never rejects. */
	async function attempt(target: StoredTarget, alert: Sendable, droppedBefore: number): Promise<Attempt> {
		let opened: OpenedTarget;
		try {
			opened = await book.open(target);
		} catch (error) {
			options.onFailure('the sealed address of a target of alerts does not open', error);
			const failure = 'Its sealed address does not open: remove the target and add it anew.';
			return { verdict: { is: 'retry', failure, afterMs: 0 }, status: null, answer: failure };
		}
		const { address, signingSecret } = opened;
		const answer = await sender.post({
			url: address.kind === 'telegram' ? telegramUrl(settings, address.botToken) : address.url,
			body: bodyFor(address, alert, droppedBefore),
			isOperators: address.kind === 'telegram',
			...(signingSecret === null
				? {}
				: {
						signed: {
							secret: signingSecret,
							id: alert.alertId,
							timestamp: Math.floor(clock.now() / 1_000),
						},
					}),
		});
		return {
			verdict: verdictOf(target.kind, answer, clock.now(), secretsOf(opened)),
			status: answer.kind === 'answered' ? answer.status : null,
			answer: answerWords(answer, secretsOf(opened)),
		};
	}

	return {
		/** Sends what an earlier run left. */
		start(): void {
			isOpen = true;
			pump();
		},
		/** Something was stored for the targets. */
		async queued(targetIds: ReadonlySet<string>): Promise<void> {
			for (const targetId of targetIds) {
				laneOf(targetId).pending = true;
				try {
					await drop(targetId, { beyond: settings.queueMax }, tooMany(settings.queueMax));
				} catch (error) {
					options.onFailure('the queue of a target of alerts could not be bounded', error);
				}
			}
			pump();
		},
		attempt,
		/** It has answered: what waits is sent at once. */
		revived(targetId: string): void {
			Object.assign(laneOf(targetId), { pending: true, failures: 0, nextAt: clock.monotonic() });
			pump();
		},
		forget: (targetId: string): boolean => lanes.delete(targetId),
		close(): void {
			isOpen = false;
			cancelWake?.();
			sender.close();
		},
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
