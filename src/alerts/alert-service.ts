/**
 * Stores alerts, then reports them to listeners and queues them for their targets. Failures here are logged and
 * counted; they never reach the code that trades.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import { messageOf } from '../domain/message-of.ts';
import type { AlertRules } from '../ports/alert-rules.ts';
import type { AlertSender } from '../ports/alert-sender.ts';
import type { AlertSettings } from '../ports/alert-settings.ts';
import type { AlertBatch, AlertStore, StoredTarget, TargetChange } from '../ports/alert-store.ts';
import type {
	AlertAddress,
	AlertService,
	AlertTargets,
	ListedTarget,
	TargetEdit,
	TargetRequest,
	TestOutcome,
} from '../ports/alert-targets.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { MailSender } from '../ports/mail-sender.ts';
import type { Vault } from '../ports/vault.ts';
import { alertWords } from './alert-words.ts';
import type { TestAlert } from './bodies.ts';
import { createDelivery, type DeliverySettings } from './delivery.ts';
import type { HeartbeatBook } from './heartbeats.ts';
import { createMailConfirmation } from './mail-confirmation.ts';
import type { QuietHoursBook } from './quiet-hours.ts';
import { createTargetBook } from './target-book.ts';
import { ALERT_TEXT, SETTING_TEXTS, TARGET_TEXTS } from './text.ts';

/** Dependencies of the alert service. */
export type AlertServiceOptions = {
	/** Stored targets at startup, oldest first. */
	readonly targets: readonly StoredTarget[];
	readonly store: AlertStore;
	readonly vault: Pick<Vault, 'seal' | 'open'>;
	readonly sender: AlertSender;
	/** Sends mails; undefined if the operator has no mail server. */
	readonly mail: MailSender | undefined;
	readonly rules: AlertRules;
	readonly quietHours: QuietHoursBook;
	readonly heartbeats: Pick<HeartbeatBook, 'of' | 'problem' | 'set' | 'remove'>;
	/** Creates a secret for signing webhook requests (`whsec_…`). */
	readonly newSigningSecret: () => string;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly settings: DeliverySettings & {
		readonly targetsPerUserMax: number;
		readonly rulesPerUserMax: number;
		readonly keepDays: number;
	};
};

/** A batch of alerts that the alert service has not yet routed to targets. */
export type RaisedBatch = Omit<AlertBatch, 'alerts' | 'targets'> & { readonly alerts: readonly Alert[] };

/** The alert service, for users and for the code that raises alerts. */
export type RunningAlertService = AlertService & {
	/**
	 * Stores the alerts, then reports them. Rejects if the store fails; in that case nothing is stored or reported.
	 */
	readonly raise: (batch: RaisedBatch) => Promise<void>;
	/** Counts a failure of the alert service, and logs it unless it repeats the previous one. */
	readonly failed: (what: string, error: unknown) => void;
	/** Returns the numbers of raised alerts and of failures since startup. */
	readonly figures: () => { readonly raised: number; readonly failures: number };
	readonly start: () => void;
	readonly close: () => void;
};

const DAY_MS = 86_400_000;
/** Minimum time between two tests of one target, milliseconds. */
const TEST_GAP_MS = 5_000;

type AlertServiceState = AlertServiceOptions & {
	failures: number;
	lastFailure: string;
	readonly book: ReturnType<typeof createTargetBook>;
	raised: number;
	readonly delivery: ReturnType<typeof createDelivery>;
	readonly confirmation: ReturnType<typeof createMailConfirmation>;
	readonly listeners: Set<(alert: Alert) => void>;
	/** Number of targets that each user is currently adding, by user id. */
	readonly adding: Map<string, number>;
	/** Time of the last test of each target, monotonic milliseconds, by target id. */
	readonly testedAt: Map<string, number>;
	cancelPrune: (() => void) | undefined;
};

/** Creates the alert service from the stored targets. */
export function createAlertService(options: AlertServiceOptions): RunningAlertService {
	const { store, clock } = options;
	const book = createTargetBook(options);
	const service: AlertServiceState = {
		...options,
		failures: 0,
		lastFailure: '',
		book,
		raised: 0,
		delivery: createDelivery({
			...options,
			book,
			raise: (batch, except) => commit(service, batch, except),
			onFailure: (what, error) => failed(service, what, error),
		}),
		confirmation: createMailConfirmation(options),
		listeners: new Set(),
		adding: new Map(),
		testedAt: new Map(),
		cancelPrune: undefined,
	};
	return {
		onAlert(listener) {
			service.listeners.add(listener);
			return () => service.listeners.delete(listener);
		},
		recent: store.recent,
		async recentAlerts(userId, query) {
			if (query.targetId !== undefined) own(service, userId, query.targetId);
			const found = await store.recentAlerts(userId, query);
			if (found !== undefined) return found;
			const message = TARGET_TEXTS.unknownBefore({ was: (query.before ?? '').slice(0, 64) });
			throw new CarrywireError('INVALID_PARAMS', message, { field: 'before' });
		},
		rules: options.rules,
		settings: settingsOf(service),
		raise: ({ alerts, ...rest }) =>
			commit(service, { ...rest, alerts: alerts.map((alert) => ({ alert, targetIds: [] })) }),
		failed: (what, error) => failed(service, what, error),
		figures: () => ({ raised: service.raised, failures: service.failures }),
		...targetsOf(service),
		start() {
			void prune(service);
			service.cancelPrune = clock.every(DAY_MS, () => prune(service));
			service.delivery.start();
		},
		close() {
			service.cancelPrune?.();
			service.delivery.close();
			service.listeners.clear();
		},
	};
}

/** Lists and changes targets for their owners. */
function targetsOf(service: AlertServiceState): Omit<AlertTargets, 'recentAlerts'> {
	const { book, clock } = service;
	return {
		list: (userId) => Promise.all(book.ofUser(userId).map((target) => listed(service, target))),
		async add(userId, { name, address, kinds, leastSeverity }) {
			requireAddress(service, address);
			const release = reserveTarget(service, userId);
			try {
				return await addTarget(service, userId, { name, address, kinds, leastSeverity });
			} finally {
				release();
			}
		},
		edit: (userId, targetId, edit) => editTarget(service, own(service, userId, targetId), edit),
		async sendCode(userId, targetId) {
			const target = requireUnconfirmed(own(service, userId, targetId));
			const { address } = await book.open(target);
			if (address.kind === 'email') await service.confirmation.send(userId, targetId, address.recipient);
		},
		async confirm(userId, targetId, code) {
			const target = requireUnconfirmed(own(service, userId, targetId));
			service.confirmation.require(targetId, code);
			return changed(service, target, { confirmedAt: clock.now() });
		},
		async remove(userId, targetId) {
			own(service, userId, targetId);
			service.confirmation.forget(targetId);
			await book.remove(targetId);
			service.delivery.forget(targetId);
			service.testedAt.delete(targetId);
		},
		async test(userId, targetId): Promise<TestOutcome> {
			const target = own(service, userId, targetId);
			if (target.confirmedAt === null)
				throw new CarrywireError(
					'ALERT_TARGET_UNCONFIRMED',
					SETTING_TEXTS.unconfirmed({ target: target.name }),
					{
						field: 'target_id',
					},
				);
			requirePause(service, targetId);
			const begunAt = clock.monotonic();
			const alert = testAlert(service, target);
			const { verdict, status, answer } = await service.delivery.attempt(target, alert, 0);
			const tookMs = Math.round(clock.monotonic() - begunAt);
			const delivered = verdict.is === 'delivered';
			if (delivered) await revive(service, targetId);
			return { delivered, status, answer, tookMs };
		},
	};
}

/** Reads and changes settings; a change of quiet hours looks at the user's waiting alerts again. */
function settingsOf(service: AlertServiceState): AlertSettings {
	const { quietHours, heartbeats, mail, settings, clock } = service;
	return {
		read: (userId) => ({
			quietHours: quietHours.get(userId),
			quietUntil: quietHours.until(userId, clock.now()) ?? null,
			heartbeat: heartbeats.of(userId),
			unhealthy: heartbeats.problem(),
			mailFrom: mail?.from ?? null,
			targetsMax: settings.targetsPerUserMax,
			rulesMax: settings.rulesPerUserMax,
		}),
		async setQuietHours(userId, own) {
			await quietHours.set(userId, own);
			service.delivery.quietHoursChanged(service.book.ofUser(userId));
		},
		setHeartbeat: heartbeats.set,
		removeHeartbeat: heartbeats.remove,
	};
}

async function editTarget(
	service: AlertServiceState,
	target: StoredTarget,
	{ isPaused, ...edit }: TargetEdit,
): Promise<ListedTarget> {
	if (isPaused === undefined || isPaused === (target.pausedAt !== null))
		return changed(service, target, edit);
	if (isPaused) return changed(service, target, { ...edit, pausedAt: service.clock.now() });
	const resumed = { ...edit, pausedAt: null, failingSince: null, failure: null };
	const listedTarget = await changed(service, target, resumed);
	service.delivery.revived(target.targetId);
	return listedTarget;
}

/** Stores a change of a target, then applies it. */
async function changed(
	service: AlertServiceState,
	{ targetId }: StoredTarget,
	change: TargetChange,
): Promise<ListedTarget> {
	await service.store.record({ alerts: [], targets: [{ targetId, change }] });
	service.book.note(targetId, change);
	const target = service.book.get(targetId);
	if (target === undefined)
		throw new CarrywireError('UNKNOWN_ALERT_TARGET', TARGET_TEXTS.unknown({ was: targetId }));
	return listed(service, target);
}

/** @throws CarrywireError ALERT_TARGET_CONFIRMED */
function requireUnconfirmed(target: StoredTarget): StoredTarget {
	if (target.confirmedAt === null) return target;
	throw new CarrywireError('ALERT_TARGET_CONFIRMED', SETTING_TEXTS.confirmed({ target: target.name }), {
		field: 'target_id',
	});
}

function failed(service: AlertServiceState, what: string, error: unknown): void {
	service.failures += 1;
	const failure = `${what}: ${messageOf(error)}`;
	if (failure === service.lastFailure) return;
	service.lastFailure = failure;
	service.log.error({ error: failure }, 'alerting failed; trading continues');
}

async function commit(service: AlertServiceState, batch: AlertBatch, except?: string): Promise<void> {
	const routed = batch.alerts.map(({ alert }) => ({
		alert,
		targetIds: service.book.routes(alert).filter((targetId) => targetId !== except),
	}));
	const fresh = new Set(await service.store.record({ ...batch, alerts: routed }));
	service.lastFailure = '';
	service.raised += fresh.size;
	const queued = routed.flatMap(({ alert, targetIds }) => (fresh.has(alert) ? targetIds : []));
	for (const alert of fresh) notify(service, alert);
	if (queued.length > 0) await service.delivery.queued(new Set(queued));
}

function notify(service: AlertServiceState, alert: Alert): void {
	for (const listener of [...service.listeners]) {
		try {
			listener(alert);
		} catch (error) {
			failed(service, 'a listener for alerts threw an error', error);
		}
	}
}

async function addTarget(
	service: AlertServiceState,
	userId: string,
	{ name, address, kinds, leastSeverity }: TargetRequest,
): ReturnType<AlertService['add']> {
	const targetId = `target_${service.random.hex(12)}`;
	if (address.kind === 'email') await service.confirmation.send(userId, targetId, address.recipient);
	const signingSecret = address.kind === 'webhook' ? service.newSigningSecret() : null;
	const sealed = await service.book.seal({ targetId, userId }, { address, signingSecret });
	const target: StoredTarget = {
		targetId,
		userId,
		kind: address.kind,
		name,
		shown: shownOf(address),
		sealed,
		kinds,
		leastSeverity,
		createdAt: service.clock.now(),
		confirmedAt: address.kind === 'email' ? null : service.clock.now(),
		pausedAt: null,
		failingSince: null,
		failure: null,
		lastDeliveredAt: null,
		dropped: 0,
		droppedSaid: 0,
	};
	await service.book.add(target);
	return { target: await listed(service, target), signingSecret };
}

/** @throws CarrywireError UNKNOWN_ALERT_TARGET */
function own(service: AlertServiceState, userId: string, targetId: string): StoredTarget {
	const target = service.book.get(targetId);
	if (target !== undefined && target.userId === userId) return target;
	throw new CarrywireError('UNKNOWN_ALERT_TARGET', TARGET_TEXTS.unknown({ was: targetId.slice(0, 64) }), {
		field: 'target_id',
	});
}

/**
 * Reserves one of the user's `targetsPerUserMax` targets while a target is being added. The returned function
 * releases the reservation.
 */
function reserveTarget(service: AlertServiceState, userId: string): () => void {
	const has = service.book.ofUser(userId).length;
	const begun = service.adding.get(userId) ?? 0;
	if (has + begun < service.settings.targetsPerUserMax) {
		service.adding.set(userId, begun + 1);
		return () => {
			const left = (service.adding.get(userId) ?? 1) - 1;
			if (left > 0) service.adding.set(userId, left);
			else service.adding.delete(userId);
		};
	}
	throw new CarrywireError(
		'TOO_MANY_ALERT_TARGETS',
		TARGET_TEXTS.tooMany({ count: has + begun, limit: service.settings.targetsPerUserMax }),
		{ facts: { limit: service.settings.targetsPerUserMax } },
	);
}

function requireAddress(service: AlertServiceState, address: AlertAddress): void {
	if (address.kind === 'telegram' || address.kind === 'email') return;
	const rule = service.sender.refusal(address.url);
	if (rule === undefined) return;
	throw new CarrywireError('INVALID_PARAMS', TARGET_TEXTS.badUrl({ rule }), { field: 'url' });
}

function requirePause(service: AlertServiceState, targetId: string): void {
	const waitMs =
		(service.testedAt.get(targetId) ?? Number.NEGATIVE_INFINITY) + TEST_GAP_MS - service.clock.monotonic();
	if (waitMs > 0)
		throw new CarrywireError('RATE_LIMITED', TARGET_TEXTS.testedLately({ gap: TEST_GAP_MS }), {
			retryAfterMs: waitMs,
		});
	service.testedAt.set(targetId, service.clock.monotonic());
}

async function listed(service: AlertServiceState, target: StoredTarget): Promise<ListedTarget> {
	const { sealed: _sealed, droppedSaid: _droppedSaid, ...shown } = target;
	return { ...shown, waiting: await service.store.waitingCount(target.targetId) };
}

async function prune(service: AlertServiceState): Promise<void> {
	try {
		await service.store.prune(service.clock.now() - service.settings.keepDays * DAY_MS);
	} catch (error) {
		failed(service, 'old alerts could not be deleted', error);
	}
}

async function revive(service: AlertServiceState, targetId: string): Promise<void> {
	const change = { pausedAt: null, failingSince: null, failure: null, lastDeliveredAt: service.clock.now() };
	await service.store.record({ alerts: [], targets: [{ targetId, change }] });
	service.book.note(targetId, change);
	service.delivery.revived(targetId);
}

function testAlert(service: AlertServiceState, { userId, name }: StoredTarget): TestAlert {
	return {
		alertId: `alert_${service.random.hex(12)}`,
		userId,
		kind: 'test',
		severity: 'info',
		raisedAt: service.clock.now(),
		...alertWords(ALERT_TEXT.test({ target: name })),
		executionId: null,
		exchange: null,
		facts: {},
	};
}

/**
 * Returns the part of a target's address that may be shown: scheme and host, the Telegram chat, or the mail
 * address. The rest may contain a token.
 */
function shownOf(address: AlertAddress): string {
	if (address.kind === 'telegram') return `chat ${address.chatId}`;
	return address.kind === 'email' ? address.recipient : new URL(address.url).origin;
}
