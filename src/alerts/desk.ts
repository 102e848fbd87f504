/**
 * Alerts: stored first, then told to whoever listens and queued for where they go. What fails here is logged and counted, and
 * never thrown at whoever trades.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import { messageOf } from '../domain/message-of.ts';
import type { AlertSender } from '../ports/alert-sender.ts';
import type { AlertBatch, AlertStore, StoredTarget } from '../ports/alert-store.ts';
import type {
	AlertAddress,
	AlertDesk,
	ListedTarget,
	TargetWish,
	TestOutcome,
} from '../ports/alert-targets.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { Vault } from '../ports/vault.ts';
import type { TestAlert } from './bodies.ts';
import { createDelivery, type DeliverySettings } from './delivery.ts';
import { createTargetBook } from './target-book.ts';

export type AlertDeskOptions = {
	/** Targets that are stored at the start, oldest first. */
	readonly targets: readonly StoredTarget[];
	readonly store: AlertStore;
	readonly vault: Pick<Vault, 'seal' | 'open'>;
	readonly sender: AlertSender;
	/** A secret that signatures are made with (`whsec_…`). */
	readonly newSigningSecret: () => string;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly settings: DeliverySettings & {
		readonly targetsPerUserMax: number;
		readonly keepDays: number;
	};
};

/** What raises alerts hands them over here. The routes are not its business. */
export type RaisedBatch = Omit<AlertBatch, 'alerts' | 'targets'> & { readonly alerts: readonly Alert[] };

export type RunningAlertDesk = AlertDesk & {
	/** Stores, then tells. Rejects with what the store says: then nothing of it is stored, and nobody is told. */
	readonly raise: (batch: RaisedBatch) => Promise<void>;
	/** Something of alerting failed: logged once per sentence, counted each time. */
	readonly failed: (what: string, error: unknown) => void;
	/** Since the start. */
	readonly figures: () => { readonly raised: number; readonly failures: number };
	readonly start: () => void;
	readonly close: () => void;
};

const DAY_MS = 86_400_000;
/** Between two tests of one target. */
const TEST_GAP_MS = 5_000;

export function createAlertDesk(options: AlertDeskOptions): RunningAlertDesk {
	const { store, clock, random, log, settings } = options;
	const book = createTargetBook(options);
	/** Targets of each user that are being added. */
	const adding = new Map<string, number>();
	const listeners = new Set<(alert: Alert) => void>();
	/** Monotonic instants of the last test of each target. */
	const testedAt = new Map<string, number>();
	let raised = 0;
	let failures = 0;
	let lastFailure = '';
	let cancelPrune: (() => void) | undefined;
	const delivery = createDelivery({
		...options,
		book,
		raise: (batch, except) => commit(batch, except),
		onFailure: failed,
	});

	function failed(what: string, error: unknown): void {
		failures += 1;
		const failure = `${what}: ${messageOf(error)}`;
		if (failure === lastFailure) return;
		lastFailure = failure;
		log.error({ error: failure }, 'alerting failed; trading goes on');
	}

	async function commit(batch: AlertBatch, except?: string): Promise<void> {
		const routed = batch.alerts.map(({ alert }) => ({
			alert,
			targetIds: book.routes(alert).filter((targetId) => targetId !== except),
		}));
		const fresh = new Set(await store.record({ ...batch, alerts: routed }));
		lastFailure = '';
		raised += fresh.size;
		const queued = routed.flatMap(({ alert, targetIds }) => (fresh.has(alert) ? targetIds : []));
		for (const alert of fresh) tell(alert);
		if (queued.length > 0) await delivery.queued(new Set(queued));
	}

	function tell(alert: Alert): void {
		for (const listener of [...listeners]) {
			try {
				listener(alert);
			} catch (error) {
				failed('a listener to alerts threw', error);
			}
		}
	}

	async function addTarget(
		userId: string,
		{ name, address, kinds, leastSeverity }: TargetWish,
	): ReturnType<AlertDesk['add']> {
		const targetId = `target_${random.hex(12)}`;
		const signingSecret = address.kind === 'webhook' ? options.newSigningSecret() : null;
		const sealed = await book.seal({ targetId, userId }, { address, signingSecret });
		const target: StoredTarget = {
			targetId,
			userId,
			kind: address.kind,
			name,
			shown: shownOf(address),
			sealed,
			kinds,
			leastSeverity,
			createdAt: clock.now(),
			pausedAt: null,
			failingSince: null,
			failure: null,
			lastDeliveredAt: null,
			dropped: 0,
			droppedSaid: 0,
		};
		await book.add(target);
		return { target: await listed(target), signingSecret };
	}

	/** @throws CarrywireError UNKNOWN_ALERT_TARGET */
	function own(userId: string, targetId: string): StoredTarget {
		const target = book.get(targetId);
		if (target !== undefined && target.userId === userId) return target;
		throw new CarrywireError(
			'UNKNOWN_ALERT_TARGET',
			`target_id names no alert target of yours, was ${JSON.stringify(targetId.slice(0, 64))}.`,
			{ field: 'target_id' },
		);
	}

	/** Keeps a place for a target that is being added; the answer gives it free. */
	function takePlace(userId: string): () => void {
		const has = book.ofUser(userId).length;
		const begun = adding.get(userId) ?? 0;
		if (has + begun < settings.targetsPerUserMax) {
			adding.set(userId, begun + 1);
			return () => {
				const left = (adding.get(userId) ?? 1) - 1;
				if (left > 0) adding.set(userId, left);
				else adding.delete(userId);
			};
		}
		throw new CarrywireError(
			'TOO_MANY_ALERT_TARGETS',
			`You have ${has + begun} alert targets, limit ${settings.targetsPerUserMax}: remove one first.`,
			{ facts: { limit: settings.targetsPerUserMax } },
		);
	}

	function requireAddress(address: AlertAddress): void {
		if (address.kind === 'telegram') return;
		const rule = options.sender.refusal(address.url);
		if (rule === undefined) return;
		throw new CarrywireError('INVALID_PARAMS', `url ${rule}; what it was is not repeated.`, { field: 'url' });
	}

	function requirePause(targetId: string): void {
		const waitMs = (testedAt.get(targetId) ?? Number.NEGATIVE_INFINITY) + TEST_GAP_MS - clock.monotonic();
		if (waitMs > 0)
			throw new CarrywireError(
				'RATE_LIMITED',
				`A target is tested at most once in ${TEST_GAP_MS / 1_000} s.`,
				{ retryAfterMs: waitMs },
			);
		testedAt.set(targetId, clock.monotonic());
	}

	const listed = async (target: StoredTarget): Promise<ListedTarget> => {
		const { sealed: _sealed, droppedSaid: _droppedSaid, ...shown } = target;
		return { ...shown, waiting: await store.waitingCount(target.targetId) };
	};

	async function prune(): Promise<void> {
		try {
			await store.prune(clock.now() - settings.keepDays * DAY_MS);
		} catch (error) {
			failed('old alerts could not be removed', error);
		}
	}

	return {
		onAlert(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		recent: store.recent,
		told: store.told,
		raise: ({ alerts, ...rest }) =>
			commit({ ...rest, alerts: alerts.map((alert) => ({ alert, targetIds: [] })) }),
		failed,
		figures: () => ({ raised, failures }),
		list: (userId) => Promise.all(book.ofUser(userId).map(listed)),
		async add(userId, { name, address, kinds, leastSeverity }) {
			requireAddress(address);
			const freePlace = takePlace(userId);
			try {
				return await addTarget(userId, { name, address, kinds, leastSeverity });
			} finally {
				freePlace();
			}
		},
		async remove(userId, targetId) {
			own(userId, targetId);
			await book.remove(targetId);
			delivery.forget(targetId);
			testedAt.delete(targetId);
		},
		async test(userId, targetId): Promise<TestOutcome> {
			const target = own(userId, targetId);
			requirePause(targetId);
			const begunAt = clock.monotonic();
			const { verdict, status, answer } = await delivery.attempt(target, testAlert(target), 0);
			const tookMs = Math.round(clock.monotonic() - begunAt);
			const delivered = verdict.is === 'delivered';
			if (delivered) await revive(targetId);
			return { delivered, status, answer, tookMs };
		},
		start() {
			void prune();
			cancelPrune = clock.every(DAY_MS, prune);
			delivery.start();
		},
		close() {
			cancelPrune?.();
			delivery.close();
			listeners.clear();
		},
	};

	async function revive(targetId: string): Promise<void> {
		const change = { pausedAt: null, failingSince: null, failure: null, lastDeliveredAt: clock.now() };
		await store.record({ alerts: [], targets: [{ targetId, change }] });
		book.note(targetId, change);
		delivery.revived(targetId);
	}

	function testAlert({ userId, name }: StoredTarget): TestAlert {
		return {
			alertId: `alert_${random.hex(12)}`,
			userId,
			kind: 'test',
			severity: 'info',
			raisedAt: clock.now(),
			message: `This is a test: alerts for ${JSON.stringify(name)} arrive here.`,
			executionId: null,
			exchange: null,
			facts: {},
		};
	}
}

/** Scheme and host, or the chat: behind them there may be a token. */
function shownOf(address: AlertAddress): string {
	return address.kind === 'telegram' ? `chat ${address.chatId}` : new URL(address.url).origin;
}
