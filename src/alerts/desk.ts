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

/** The parts that the alerts of the service need. */
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

/** The alerts of the service: what users ask of them, and what raises them. */
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

type Desk = AlertDeskOptions & {
	failures: number;
	lastFailure: string;
	readonly book: ReturnType<typeof createTargetBook>;
	raised: number;
	readonly delivery: ReturnType<typeof createDelivery>;
	readonly listeners: Set<(alert: Alert) => void>;
	/** Targets of each user that are being added. */
	readonly adding: Map<string, number>;
	/** Monotonic instants of the last test of each target. */
	readonly testedAt: Map<string, number>;
	cancelPrune: (() => void) | undefined;
};

/** Makes the alerts of the service from the targets that are stored. */
export function createAlertDesk(options: AlertDeskOptions): RunningAlertDesk {
	const { store, clock } = options;
	const book = createTargetBook(options);
	const desk: Desk = {
		...options,
		failures: 0,
		lastFailure: '',
		book,
		raised: 0,
		delivery: createDelivery({
			...options,
			book,
			raise: (batch, except) => commit(desk, batch, except),
			onFailure: (what, error) => failed(desk, what, error),
		}),
		listeners: new Set(),
		adding: new Map(),
		testedAt: new Map(),
		cancelPrune: undefined,
	};
	return {
		onAlert(listener) {
			desk.listeners.add(listener);
			return () => desk.listeners.delete(listener);
		},
		recent: store.recent,
		told: store.told,
		raise: ({ alerts, ...rest }) =>
			commit(desk, { ...rest, alerts: alerts.map((alert) => ({ alert, targetIds: [] })) }),
		failed: (what, error) => failed(desk, what, error),
		figures: () => ({ raised: desk.raised, failures: desk.failures }),
		list: (userId) => Promise.all(book.ofUser(userId).map((target) => listed(desk, target))),
		async add(userId, { name, address, kinds, leastSeverity }) {
			requireAddress(desk, address);
			const freePlace = takePlace(desk, userId);
			try {
				return await addTarget(desk, userId, { name, address, kinds, leastSeverity });
			} finally {
				freePlace();
			}
		},
		async remove(userId, targetId) {
			own(desk, userId, targetId);
			await book.remove(targetId);
			desk.delivery.forget(targetId);
			desk.testedAt.delete(targetId);
		},
		async test(userId, targetId): Promise<TestOutcome> {
			const target = own(desk, userId, targetId);
			requirePause(desk, targetId);
			const begunAt = clock.monotonic();
			const { verdict, status, answer } = await desk.delivery.attempt(target, testAlert(desk, target), 0);
			const tookMs = Math.round(clock.monotonic() - begunAt);
			const delivered = verdict.is === 'delivered';
			if (delivered) await revive(desk, targetId);
			return { delivered, status, answer, tookMs };
		},
		start() {
			void prune(desk);
			desk.cancelPrune = clock.every(DAY_MS, () => prune(desk));
			desk.delivery.start();
		},
		close() {
			desk.cancelPrune?.();
			desk.delivery.close();
			desk.listeners.clear();
		},
	};
}

function failed(desk: Desk, what: string, error: unknown): void {
	desk.failures += 1;
	const failure = `${what}: ${messageOf(error)}`;
	if (failure === desk.lastFailure) return;
	desk.lastFailure = failure;
	desk.log.error({ error: failure }, 'alerting failed; trading goes on');
}

async function commit(desk: Desk, batch: AlertBatch, except?: string): Promise<void> {
	const routed = batch.alerts.map(({ alert }) => ({
		alert,
		targetIds: desk.book.routes(alert).filter((targetId) => targetId !== except),
	}));
	const fresh = new Set(await desk.store.record({ ...batch, alerts: routed }));
	desk.lastFailure = '';
	desk.raised += fresh.size;
	const queued = routed.flatMap(({ alert, targetIds }) => (fresh.has(alert) ? targetIds : []));
	for (const alert of fresh) tell(desk, alert);
	if (queued.length > 0) await desk.delivery.queued(new Set(queued));
}

function tell(desk: Desk, alert: Alert): void {
	for (const listener of [...desk.listeners]) {
		try {
			listener(alert);
		} catch (error) {
			failed(desk, 'a listener to alerts threw', error);
		}
	}
}

async function addTarget(
	desk: Desk,
	userId: string,
	{ name, address, kinds, leastSeverity }: TargetWish,
): ReturnType<AlertDesk['add']> {
	const targetId = `target_${desk.random.hex(12)}`;
	const signingSecret = address.kind === 'webhook' ? desk.newSigningSecret() : null;
	const sealed = await desk.book.seal({ targetId, userId }, { address, signingSecret });
	const target: StoredTarget = {
		targetId,
		userId,
		kind: address.kind,
		name,
		shown: shownOf(address),
		sealed,
		kinds,
		leastSeverity,
		createdAt: desk.clock.now(),
		pausedAt: null,
		failingSince: null,
		failure: null,
		lastDeliveredAt: null,
		dropped: 0,
		droppedSaid: 0,
	};
	await desk.book.add(target);
	return { target: await listed(desk, target), signingSecret };
}

/** @throws CarrywireError UNKNOWN_ALERT_TARGET */
function own(desk: Desk, userId: string, targetId: string): StoredTarget {
	const target = desk.book.get(targetId);
	if (target !== undefined && target.userId === userId) return target;
	throw new CarrywireError(
		'UNKNOWN_ALERT_TARGET',
		`target_id names no alert target of yours, was ${JSON.stringify(targetId.slice(0, 64))}.`,
		{ field: 'target_id' },
	);
}

/** Keeps a place for a target that is being added; the answer gives it free. */
function takePlace(desk: Desk, userId: string): () => void {
	const has = desk.book.ofUser(userId).length;
	const begun = desk.adding.get(userId) ?? 0;
	if (has + begun < desk.settings.targetsPerUserMax) {
		desk.adding.set(userId, begun + 1);
		return () => {
			const left = (desk.adding.get(userId) ?? 1) - 1;
			if (left > 0) desk.adding.set(userId, left);
			else desk.adding.delete(userId);
		};
	}
	throw new CarrywireError(
		'TOO_MANY_ALERT_TARGETS',
		`You have ${has + begun} alert targets, limit ${desk.settings.targetsPerUserMax}: remove one first.`,
		{ facts: { limit: desk.settings.targetsPerUserMax } },
	);
}

function requireAddress(desk: Desk, address: AlertAddress): void {
	if (address.kind === 'telegram') return;
	const rule = desk.sender.refusal(address.url);
	if (rule === undefined) return;
	throw new CarrywireError('INVALID_PARAMS', `url ${rule}; what it was is not repeated.`, { field: 'url' });
}

function requirePause(desk: Desk, targetId: string): void {
	const waitMs =
		(desk.testedAt.get(targetId) ?? Number.NEGATIVE_INFINITY) + TEST_GAP_MS - desk.clock.monotonic();
	if (waitMs > 0)
		throw new CarrywireError('RATE_LIMITED', `A target is tested at most once in ${TEST_GAP_MS / 1_000} s.`, {
			retryAfterMs: waitMs,
		});
	desk.testedAt.set(targetId, desk.clock.monotonic());
}

async function listed(desk: Desk, target: StoredTarget): Promise<ListedTarget> {
	const { sealed: _sealed, droppedSaid: _droppedSaid, ...shown } = target;
	return { ...shown, waiting: await desk.store.waitingCount(target.targetId) };
}

async function prune(desk: Desk): Promise<void> {
	try {
		await desk.store.prune(desk.clock.now() - desk.settings.keepDays * DAY_MS);
	} catch (error) {
		failed(desk, 'old alerts could not be removed', error);
	}
}

async function revive(desk: Desk, targetId: string): Promise<void> {
	const change = { pausedAt: null, failingSince: null, failure: null, lastDeliveredAt: desk.clock.now() };
	await desk.store.record({ alerts: [], targets: [{ targetId, change }] });
	desk.book.note(targetId, change);
	desk.delivery.revived(targetId);
}

function testAlert(desk: Desk, { userId, name }: StoredTarget): TestAlert {
	return {
		alertId: `alert_${desk.random.hex(12)}`,
		userId,
		kind: 'test',
		severity: 'info',
		raisedAt: desk.clock.now(),
		message: `This is a test: alerts for ${JSON.stringify(name)} arrive here.`,
		executionId: null,
		exchange: null,
		facts: {},
	};
}

/** Scheme and host, or the chat: behind them there may be a token. */
function shownOf(address: AlertAddress): string {
	return address.kind === 'telegram' ? `chat ${address.chatId}` : new URL(address.url).origin;
}
