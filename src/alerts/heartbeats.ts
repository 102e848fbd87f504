/**
 * Calls users' heartbeat URLs every minute while the service is healthy, so that a monitoring service notices when
 * Carrywire is dead. Healthy means: the event loop turns (it runs these calls), the store can be written, the alert
 * checks complete, and at least one exchange sends current data. A failing URL never delays anything else.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { DELIVERY_TEXT } from '../domain/delivery-words.ts';
import type { AlertSender } from '../ports/alert-sender.ts';
import type {
	AlertSettingsStore,
	Heartbeat,
	HeartbeatMethod,
	StoredHeartbeat,
} from '../ports/alert-settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { SealBinding, Vault } from '../ports/vault.ts';
import { answerWords } from './answers.ts';
import { SETTING_TEXTS, TARGET_TEXTS } from './text.ts';

/** Time between two calls of a URL, milliseconds. It doubles with each failure, at most to `HEARTBEAT_MS_MAX`. */
export const HEARTBEAT_MS = 60_000;
/** Longest time between two calls of a failing URL, milliseconds. */
export const HEARTBEAT_MS_MAX = 8 * HEARTBEAT_MS;
/** How often the service looks for due calls, milliseconds. */
const CHECK_MS = 1_000;
/** How long a successful write proves that the store can be written, milliseconds. */
const PROOF_MS = 30_000;
/** Maximum number of concurrent calls. */
const CALLS_MAX = 16;
/** A success is stored at most this often, milliseconds, because only its age matters. */
const STORED_EVERY_MS = 15 * 60_000;

/** Dependencies of the heartbeats. */
export type HeartbeatOptions = {
	readonly stored: readonly StoredHeartbeat[];
	readonly store: Pick<
		AlertSettingsStore,
		'saveHeartbeat' | 'noteHeartbeat' | 'removeHeartbeat' | 'proveWritable'
	>;
	readonly vault: Pick<Vault, 'seal' | 'open'>;
	readonly sender: AlertSender;
	readonly clock: Clock;
	readonly log: Logger;
	/** Maximum number of heartbeats of all users together. */
	readonly heartbeatsMax: number;
};

type Beat = {
	stored: StoredHeartbeat;
	/** Time of the next call, monotonic milliseconds. */
	nextAt: number;
	failures: number;
	isCalling: boolean;
	/** Time at which `stored` was last written, monotonic milliseconds. */
	savedAt: number;
};

type Heartbeats = HeartbeatOptions & {
	readonly beats: Map<string, Beat>;
	calls: number;
	/** Returns why the service is unhealthy, as a sentence; null while it is healthy. */
	unhealthy: () => string | null;
	isChecking: boolean;
	provedAt: number;
	/** Why no URL is called now; null while the service is healthy. */
	problem: string | null;
	cancel: (() => void) | undefined;
};

/** Registry of all users' heartbeats. */
export type HeartbeatBook = ReturnType<typeof createHeartbeats>;

/** Creates the heartbeats from the stored ones. */
export function createHeartbeats(options: HeartbeatOptions) {
	const { clock } = options;
	const state: Heartbeats = {
		...options,
		beats: new Map(options.stored.map((stored) => [stored.userId, newBeat(stored, clock)])),
		calls: 0,
		unhealthy: () => null,
		isChecking: false,
		provedAt: Number.NEGATIVE_INFINITY,
		problem: null,
		cancel: undefined,
	};
	return {
		/** Returns the user's heartbeat and the time of its next call, milliseconds; null if there is none. */
		of(userId: string): (Heartbeat & { readonly nextAt: number }) | null {
			const beat = state.beats.get(userId);
			if (beat === undefined) return null;
			const { sealed: _, ...shown } = beat.stored;
			return { ...shown, nextAt: clock.now() + Math.max(0, beat.nextAt - clock.monotonic()) };
		},
		/** Returns why no URL is called now, as a sentence; null while the service is healthy. */
		problem: (): string | null => state.problem,
		/** @throws CarrywireError INVALID_PARAMS for a forbidden URL, TOO_MANY_HEARTBEATS */
		async set(userId: string, url: string, method: HeartbeatMethod): Promise<void> {
			const rule = options.sender.refusal(url);
			if (rule !== undefined)
				throw new CarrywireError('INVALID_PARAMS', TARGET_TEXTS.badUrl({ rule }), { field: 'url' });
			if (!state.beats.has(userId) && state.beats.size >= options.heartbeatsMax)
				throw new CarrywireError(
					'TOO_MANY_HEARTBEATS',
					SETTING_TEXTS.tooManyHeartbeats({ limit: options.heartbeatsMax }),
					{ facts: { limit: options.heartbeatsMax } },
				);
			const stored: StoredHeartbeat = {
				userId,
				shown: new URL(url).origin,
				sealed: await options.vault.seal(url, bindingOf(userId)),
				method,
				createdAt: clock.now(),
				lastOkAt: null,
				failingSince: null,
				failure: null,
			};
			await options.store.saveHeartbeat(stored);
			state.beats.set(userId, newBeat(stored, clock));
		},
		async remove(userId: string): Promise<void> {
			await options.store.removeHeartbeat(userId);
			state.beats.delete(userId);
		},
		/** Starts the calls. `unhealthy` returns why there are none now; the store is checked here as well. */
		start(unhealthy: () => string | null): void {
			state.unhealthy = unhealthy;
			state.cancel = clock.every(CHECK_MS, () => void check(state));
		},
		close(): void {
			state.cancel?.();
			state.cancel = undefined;
			options.sender.close();
		},
	};
}

function newBeat(stored: StoredHeartbeat, clock: Clock): Beat {
	return { stored, nextAt: clock.monotonic(), failures: 0, isCalling: false, savedAt: clock.monotonic() };
}

function bindingOf(userId: string): SealBinding {
	return { table: 'alert_heartbeat', record: userId, user: userId, field: 'sealed' };
}

/** Calls the URLs that are due, longest due first. Never rejects. */
async function check(state: Heartbeats): Promise<void> {
	if (state.isChecking) return;
	state.isChecking = true;
	const due = [...state.beats.values()]
		.filter(({ isCalling, nextAt }) => !isCalling && nextAt <= state.clock.monotonic())
		.toSorted((a, b) => a.nextAt - b.nextAt);
	if (due.length > 0) {
		state.problem = state.unhealthy() ?? (await storeProblem(state));
		if (state.problem === null && state.cancel !== undefined)
			for (const beat of due.slice(0, CALLS_MAX - state.calls)) void call(state, beat);
	}
	state.isChecking = false;
}

async function storeProblem(state: Heartbeats): Promise<string | null> {
	if (state.clock.monotonic() - state.provedAt < PROOF_MS) return null;
	try {
		await state.store.proveWritable(state.clock.now());
		state.provedAt = state.clock.monotonic();
		return null;
	} catch (error) {
		if (state.problem !== DELIVERY_TEXT.storeNotWritable().text)
			state.log.error({ error }, 'heartbeats pause because the store cannot be written');
		return DELIVERY_TEXT.storeNotWritable().text;
	}
}

/** Calls one URL and notes the outcome. Never rejects. */
async function call(state: Heartbeats, beat: Beat): Promise<void> {
	state.calls += 1;
	beat.isCalling = true;
	const failure = await failureOf(state, beat.stored);
	beat.isCalling = false;
	state.calls -= 1;
	// The user may have replaced or removed the heartbeat meanwhile.
	if (state.beats.get(beat.stored.userId) !== beat) return;
	const { clock } = state;
	const before = beat.stored;
	beat.failures = failure === null ? 0 : beat.failures + 1;
	beat.nextAt =
		clock.monotonic() +
		Math.min(HEARTBEAT_MS_MAX, HEARTBEAT_MS * 2 ** Math.min(10, Math.max(0, beat.failures - 1)));
	beat.stored = {
		...before,
		lastOkAt: failure === null ? clock.now() : before.lastOkAt,
		failingSince: failure === null ? null : (before.failingSince ?? clock.now()),
		failure,
	};
	const isNews =
		before.failure !== failure ||
		before.lastOkAt === null ||
		clock.monotonic() - beat.savedAt >= STORED_EVERY_MS;
	if (isNews) await save(state, beat);
}

async function save(state: Heartbeats, beat: Beat): Promise<void> {
	beat.savedAt = state.clock.monotonic();
	try {
		await state.store.noteHeartbeat(beat.stored.userId, beat.stored);
	} catch (error) {
		state.log.warn({ error }, 'the outcome of a heartbeat could not be stored');
	}
}

/** Returns why the call failed, as a sentence without secrets; null after an answer of 2xx. */
async function failureOf(state: Heartbeats, stored: StoredHeartbeat): Promise<string | null> {
	let url: string;
	try {
		url = (await state.vault.open(stored.sealed, bindingOf(stored.userId))).toString('utf8');
	} catch (error) {
		state.log.error({ error }, 'the sealed URL of a heartbeat cannot be decrypted');
		return DELIVERY_TEXT.heartbeatUnreadable().text;
	}
	const answer = await state.sender.post({ url, method: stored.method, body: '', isOperators: false });
	if (answer.kind === 'answered' && answer.status >= 200 && answer.status <= 299) return null;
	const { pathname, search } = new URL(url);
	return answerWords(answer, [url, `${pathname}${search}`, pathname, search]);
}
