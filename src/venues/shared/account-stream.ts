/**
 * Runs the account's private stream: one connection for all listeners, opened with the first and closed with the
 * last. It reconnects with backoff and jitter. Its messages are only hints that something changed. Without the stream
 * the service learns of changes later, by polling.
 */
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { AccountHint } from '../../ports/venue.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Call, SessionDialect } from './dialect.ts';
import { shortMessage } from './outcome.ts';

/** Exchange module, ccxt instance and ports for an account's stream. */
export type AccountStreamOptions = {
	readonly dialect: SessionDialect;
	readonly exchange: () => Promise<CcxtExchange>;
	readonly call: Call;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

/** Sends hints about one account from the exchange's private stream. */
export type AccountStream = {
	/** Sends hints to the listener until the returned function is called. */
	readonly watch: (listener: (hint: AccountHint) => void) => () => void;
	/** Closes the connection, if there is one, and opens another after a pause. */
	readonly renew: () => void;
	/** Why the stream was last lost; null if a message has arrived since, or the stream was never lost. */
	readonly fault: () => string | null;
	/** Removes all listeners and timers. The connection closes with the ccxt instance. */
	readonly close: () => void;
};

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 30_000;
/** How long a connection must last for the backoff to start over with the shortest pause, milliseconds. */
const STEADY_MS = 60_000;
/** Name under which ccxt waits for messages on our topics. */
export const ACCOUNT_HASH = 'account';

/** Creates a hint about an order. `ended` is true if the event reports that the order has ended. */
export function orderHint(
	symbol: string,
	clientOrderId: string | undefined | null,
	ended: boolean,
): AccountHint {
	return {
		kind: 'order',
		symbol,
		clientOrderId: clientOrderId ?? null,
		...(ended ? { hasEnded: true } : {}),
	};
}

/**
 * Creates the stream. It connects with the first listener and reconnects after each loss. Listeners never see a
 * failure.
 */
export function createAccountStream(options: AccountStreamOptions): AccountStream {
	const listeners = new Set<(hint: AccountHint) => void>();
	let kept: KeptOpen | undefined;
	let closed = false;
	let fault: string | null = null;

	function deliver(hints: readonly AccountHint[]): void {
		fault = null;
		for (const hint of hints) {
			for (const listener of listeners) {
				try {
					listener(hint);
				} catch (error) {
					options.log.warn(
						{ venue: options.dialect.facts.name, error: shortMessage(error) },
						'account stream listener failed',
					);
				}
			}
		}
	}

	function halt(): void {
		kept?.stop();
		kept = undefined;
	}

	return {
		watch(listener) {
			if (closed) return () => {};
			// A function may be registered twice, and each registration ends separately.
			const entry = (hint: AccountHint): void => listener(hint);
			listeners.add(entry);
			kept ??= keepOpen(options, deliver, (reason) => {
				fault = reason;
			});
			return () => {
				listeners.delete(entry);
				if (listeners.size === 0) halt();
			};
		},
		renew: () => kept?.renew(),
		fault: () => fault,
		close() {
			closed = true;
			listeners.clear();
			halt();
		},
	};
}

type KeptOpen = { readonly stop: () => void; readonly renew: () => void };

type Kept = {
	readonly lost: (reason: string) => void;
	readonly options: AccountStreamOptions;
	readonly deliver: (hints: readonly AccountHint[]) => void;
	stopped: boolean;
	readonly clock: Clock;
	readonly log: Logger;
	readonly dialect: SessionDialect;
	exchange: CcxtExchange | undefined;
	cancelPause: (() => void) | undefined;
};

/** Keeps a connection open until `stop`. `lost` receives the reason for each loss. */
function keepOpen(
	options: AccountStreamOptions,
	deliver: (hints: readonly AccountHint[]) => void,
	lost: (reason: string) => void,
): KeptOpen {
	const { clock, dialect, log } = options;
	const kept: Kept = {
		lost,
		options,
		deliver,
		stopped: false,
		clock,
		log,
		dialect,
		exchange: undefined,
		cancelPause: undefined,
	};
	void run(kept);
	return {
		stop() {
			kept.stopped = true;
			kept.cancelPause?.();
			closeStreams(kept);
		},
		renew: () => closeStreams(kept),
	};
}

function isStopped(kept: Kept): boolean {
	return kept.stopped;
}

async function run(kept: Kept): Promise<void> {
	let backoffMs = BACKOFF_MS_MIN;
	while (!kept.stopped) {
		const openedAt = kept.clock.monotonic();
		const reason = await untilLost(kept);
		if (kept.stopped) return;
		kept.lost(reason);
		kept.log.warn(
			{ venue: kept.dialect.facts.name, reason },
			'account stream lost; account reads continue without it',
		);
		if (kept.clock.monotonic() - openedAt >= STEADY_MS) backoffMs = BACKOFF_MS_MIN;
		await pause(kept, backoffMs * (0.5 + kept.options.random.unit()));
		backoffMs = Math.min(BACKOFF_MS_MAX, backoffMs * 2);
	}
}

/** Runs one connection, and resolves with the reason for its loss. */
async function untilLost(kept: Kept): Promise<string> {
	const { listen, renewal } = kept.dialect.accountStream;
	let endRenewals: (() => void) | undefined;
	try {
		kept.exchange = await kept.options.exchange();
		if (kept.stopped) return '';
		interceptMessages(kept, kept.exchange);
		if (renewal !== undefined)
			endRenewals = kept.clock.every(renewal.periodMs, () => {
				renewal.renew(kept.options.call).catch(() => closeStreams(kept));
			});
		await listen(kept.options.call, kept.exchange, () => isStopped(kept));
		return 'The stream ended.';
	} catch (error) {
		return shortMessage(error);
	} finally {
		endRenewals?.();
		// The connection may still be open but useless, for example after a refused subscription.
		closeStreams(kept);
	}
}

/** Converts account messages to hints. ccxt handles all other messages, such as pongs and responses to commands. */
function interceptMessages(kept: Kept, instance: CcxtExchange): void {
	const target = instance as unknown as {
		handleMessage: ((client: unknown, message: unknown) => void) & { readonly isOurs?: true };
		options: Record<string, unknown>;
	};
	// We control the pauses between connections, so ccxt's backoff is off. Its record of failures per URL would grow
	// with each new token in a URL.
	target.options.ws = { backoff: { base: 0 } };
	if (target.handleMessage.isOurs === true) return;
	const original = target.handleMessage;
	target.handleMessage = Object.assign(
		(client: unknown, message: unknown): void => {
			const hints = kept.dialect.accountStream.hintsOf(message);
			if (kept.dialect.accountStream.isEnd?.(message) === true) closeStreams(kept);
			else if (hints === undefined) original.call(instance, client, message);
			else kept.deliver(unique(hints));
		},
		{ isOurs: true as const },
	);
}

function closeStreams(kept: Kept): void {
	void kept.exchange?.close().catch(() => {});
}

function pause(kept: Kept, delayMs: number): Promise<void> {
	return new Promise((resolve) => {
		kept.cancelPause = kept.clock.after(delayMs, resolve);
	});
}

/** Removes repeated hints, because one message may report many changes to the same object. */
function unique(hints: readonly AccountHint[]): readonly AccountHint[] {
	if (hints.length < 2) return hints;
	return [...new Map(hints.map((hint) => [JSON.stringify(hint), hint])).values()];
}
