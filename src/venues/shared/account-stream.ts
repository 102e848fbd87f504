/**
 * The account's own stream: one connection for all who listen, opened with the first and closed with the last. It
 * reconnects by itself with backoff and jitter. What it tells are hints: nothing waits for them, and a stream that cannot
 * be opened costs nothing but speed.
 */
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { AccountHint } from '../../ports/venue.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Call, SessionDialect } from './dialect.ts';
import { shortMessage } from './outcome.ts';

/** The account's dialect, its ccxt instance and the ports that its stream needs. */
export type AccountStreamOptions = {
	readonly dialect: SessionDialect;
	readonly exchange: () => Promise<CcxtExchange>;
	readonly call: Call;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

/** Hints of one account from the venue's own stream. */
export type AccountStream = {
	/** Hears hints until the answer is called. */
	readonly watch: (listener: (hint: AccountHint) => void) => () => void;
	/** Gives the connection up, if there is one, and opens another after a pause. */
	readonly renew: () => void;
	/** Why it was lost last; null where it has told something since, or was never lost. */
	readonly fault: () => string | null;
	/** Nobody hears anything any more, and no timer is left. The connection ends with the ccxt instance. */
	readonly close: () => void;
};

const BACKOFF_MS_MIN = 500;
const BACKOFF_MS_MAX = 30_000;
/** A connection that held so long was good: the next loss begins with the shortest pause again. */
const STEADY_MS = 60_000;
/** The name under which ccxt waits for messages of our topics. */
export const ACCOUNT_HASH = 'account';

/** A hint at an order; `ended`: the event says that the order has ended. */
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

/** Creates the stream; it connects with the first listener and reconnects after each loss, and no failure reaches a listener. */
export function createAccountStream(options: AccountStreamOptions): AccountStream {
	const listeners = new Set<(hint: AccountHint) => void>();
	let kept: KeptOpen | undefined;
	let closed = false;
	let fault: string | null = null;

	function tell(hints: readonly AccountHint[]): void {
		fault = null;
		for (const hint of hints) {
			for (const listener of listeners) {
				try {
					listener(hint);
				} catch (error) {
					options.log.warn(
						{ venue: options.dialect.facts.name, error: shortMessage(error) },
						'a listener of an account stream failed',
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
			// The same function may listen twice, and each ends by itself.
			const entry = (hint: AccountHint): void => listener(hint);
			listeners.add(entry);
			kept ??= keepOpen(options, tell, (reason) => {
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
	readonly tell: (hints: readonly AccountHint[]) => void;
	stopped: boolean;
	readonly clock: Clock;
	readonly log: Logger;
	readonly dialect: SessionDialect;
	exchange: CcxtExchange | undefined;
	cancelPause: (() => void) | undefined;
};

/** Keeps a connection open until it is stopped; `lost` hears why one was lost. */
function keepOpen(
	options: AccountStreamOptions,
	tell: (hints: readonly AccountHint[]) => void,
	lost: (reason: string) => void,
): KeptOpen {
	const { clock, dialect, log } = options;
	const kept: Kept = {
		lost,
		options,
		tell,
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
			'account stream lost, asking goes on without it',
		);
		if (kept.clock.monotonic() - openedAt >= STEADY_MS) backoffMs = BACKOFF_MS_MIN;
		await pause(kept, backoffMs * (0.5 + kept.options.random.unit()));
		backoffMs = Math.min(BACKOFF_MS_MAX, backoffMs * 2);
	}
}

/** Answers why it was lost. */
async function untilLost(kept: Kept): Promise<string> {
	const { listen, renewal } = kept.dialect.accountStream;
	let endRenewals: (() => void) | undefined;
	try {
		kept.exchange = await kept.options.exchange();
		if (kept.stopped) return '';
		hear(kept, kept.exchange);
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
		// It may be open still and of no use: a subscription that was refused, for one.
		closeStreams(kept);
	}
}

/** Messages of the account become hints; ccxt reads all others: answers to commands and pongs. */
function hear(kept: Kept, instance: CcxtExchange): void {
	const target = instance as unknown as {
		handleMessage: ((client: unknown, message: unknown) => void) & { readonly isOurs?: true };
		options: Record<string, unknown>;
	};
	// The pauses between connections are ours alone, and what ccxt notes of addresses would grow with each token.
	target.options.ws = { backoff: { base: 0 } };
	if (target.handleMessage.isOurs === true) return;
	const original = target.handleMessage;
	target.handleMessage = Object.assign(
		(client: unknown, message: unknown): void => {
			const hints = kept.dialect.accountStream.hintsOf(message);
			if (kept.dialect.accountStream.isEnd?.(message) === true) closeStreams(kept);
			else if (hints === undefined) original.call(instance, client, message);
			else kept.tell(unique(hints));
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

/** One message tells of many changes of the same thing. */
function unique(hints: readonly AccountHint[]): readonly AccountHint[] {
	if (hints.length < 2) return hints;
	return [...new Map(hints.map((hint) => [JSON.stringify(hint), hint])).values()];
}
