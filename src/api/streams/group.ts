/**
 * Reads a source once, and serializes each message once, for all subscriptions with the same content. A subscriber
 * that is not ready is skipped. Once ready, it gets all changes that it missed in one message, with only the latest
 * state of each part.
 */
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock, TurnEnd } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { createSnapshotRegistry } from './snapshot.ts';
import type { Source, SourceRead } from './source.ts';
import { STREAM_TEXT } from './text.ts';

/** Maximum time for which sending may block the event loop, milliseconds. */
const SLICE_MS = 4;
/** Number of subscribers served between two checks of the clock. */
const SENDS_PER_CHECK = 32;
/** Minimum delay before a failed read is repeated, milliseconds; the source's period applies if it is longer. */
const RETRY_MS = 1_000;

/** A subscription that belongs to a group. */
export interface Listener {
	/** Last revision sent; undefined if a snapshot must be sent next. */
	revision: number | undefined;
	/** True if the subscriber can receive now. If false, `Group.tell` must be called once it can. */
	isReady(): boolean;
	/** Sends a notification. @param tail JSON text from the member `channel` to the end, shared by all subscribers */
	send(tail: Uint8Array): void;
	/** Called when the group ends. */
	ended(error: CarrywireError): void;
}

/** All subscriptions with the same channel, params and visibility. They share one source. */
export interface Group {
	readonly channel: string;
	/** Reads the source for the first time, or again after a pause. @throws the source's errors */
	begin(): Promise<void>;
	/** Stops reading but keeps the current state. */
	pause(): void;
	add(listener: Listener): void;
	remove(listener: Listener): void;
	/** Sends the listener all changes that it has not received. */
	tell(listener: Listener): void;
	readonly size: number;
	/**
	 * Returns the revision in one of this group's cursors; undefined if the changes since that revision are no longer
	 * stored.
	 */
	revisionAt(cursor: string): number | undefined;
	/** Number of messages serialized so far. */
	readonly written: number;
}

/** Creates a group without listeners. It reads nothing before `begin`. */
export function createGroup(parts: {
	readonly channel: string;
	/** Prefix that identifies this group's cursors. */
	readonly mark: string;
	readonly source: Source;
	readonly removedMax: number;
	readonly clock: Clock;
	readonly turnEnd: TurnEnd;
	readonly logger: Logger;
	/** Called when the source has ended and all listeners are removed. */
	readonly onOver: (error: CarrywireError) => void;
}): Group {
	const { channel, mark, source, clock, turnEnd, logger } = parts;
	const registry = createSnapshotRegistry(parts.removedMax);
	const listeners = new Set<Listener>();
	/**
	 * Serialized messages, keyed by the revision that the subscriber has; each brings the subscriber to the current
	 * revision. The key undefined stands for a snapshot.
	 */
	const tails = new Map<number | undefined, Uint8Array>();
	let written = 0;
	let beginning: Promise<void> | undefined;
	let stopWatching: (() => void) | undefined;
	let cancelTimer: (() => void) | undefined;
	let reading = false;
	/** True if the source has reported a change since the last read began. */
	let changePending = false;
	/** Id of the latest valid read. Reads started before a pause are ignored. */
	let latestRead = 0;
	let readAt = Number.NEGATIVE_INFINITY;
	let telling = false;
	let tellAgain = false;

	function tailSince(revision: number | undefined): Uint8Array {
		const known = tails.get(revision);
		if (known !== undefined) return known;
		written += 1;
		const [type, result] =
			revision === undefined
				? ['snapshot', registry.snapshot()]
				: ['change', registry.changesSince(revision)];
		const tail = Buffer.from(
			`"channel":${JSON.stringify(channel)},"type":"${type}","cursor":"${mark}.${registry.revision}","result":${result}}}`,
		);
		tails.set(revision, tail);
		return tail;
	}

	function tell(listener: Listener): void {
		if (listener.revision === registry.revision || registry.revision === 0) return;
		if (!listener.isReady()) return;
		const from =
			listener.revision !== undefined && registry.reaches(listener.revision) ? listener.revision : undefined;
		const tail = tailSince(from);
		listener.revision = registry.revision;
		listener.send(tail);
	}

	/** Sends in slices, because 2,000 writes at once would delay orders too long. */
	function tellAll(): void {
		if (telling) {
			tellAgain = true;
			return;
		}
		telling = true;
		tellFrom(listeners.values());
	}

	function tellFrom(rest: Iterator<Listener>): void {
		const beganAt = clock.monotonic();
		for (let sent = 1; ; sent += 1) {
			const next = rest.next();
			if (next.done === true) break;
			tell(next.value);
			if (sent % SENDS_PER_CHECK === 0 && clock.monotonic() - beganAt >= SLICE_MS) {
				turnEnd(() => tellFrom(rest));
				return;
			}
		}
		telling = false;
		if (!tellAgain) return;
		tellAgain = false;
		tellAll();
	}

	async function read(isForced: boolean): Promise<void> {
		latestRead += 1;
		const own = latestRead;
		reading = true;
		changePending = false;
		cancelTimer?.();
		cancelTimer = undefined;
		readAt = clock.monotonic();
		try {
			const found = await source.read(isForced);
			if (own === latestRead) take(found);
		} finally {
			if (own === latestRead) reading = false;
		}
	}

	function take(read: SourceRead): void {
		if (read === undefined) return;
		if (read.kind === 'over') end(read.error);
		else if (registry.take(read)) {
			tails.clear();
			tellAll();
		}
		// Only ages changed, so no change is sent. Drop the cached snapshot, so that new subscribers get current
		// ages.
		else tails.delete(undefined);
	}

	function end(error: CarrywireError): void {
		pause();
		for (const listener of [...listeners]) listener.ended(error);
		listeners.clear();
		parts.onOver(error);
	}

	function schedule(): void {
		if (stopWatching === undefined) return;
		if (changePending) wait(source.pauseMs);
		else if (source.periodMs !== undefined) wait(source.periodMs);
	}

	function wait(ms: number): void {
		cancelTimer?.();
		cancelTimer = clock.after(Math.max(0, readAt + ms - clock.monotonic()), check);
	}

	function check(): void {
		if (reading || stopWatching === undefined) return;
		read(false).then(schedule, (error: unknown) => {
			logger.warn({ channel, error }, STREAM_TEXT.unreadable);
			if (stopWatching !== undefined) wait(Math.max(RETRY_MS, source.periodMs ?? 0));
		});
	}

	function onChange(): void {
		if (changePending) return;
		changePending = true;
		if (!reading) wait(source.pauseMs);
	}

	function pause(): void {
		stopWatching?.();
		stopWatching = undefined;
		cancelTimer?.();
		cancelTimer = undefined;
		beginning = undefined;
		latestRead += 1;
		reading = false;
	}

	async function begin(): Promise<void> {
		stopWatching = source.watch(onChange);
		try {
			await read(true);
			schedule();
		} catch (error) {
			pause();
			throw error;
		}
	}

	return {
		channel,
		begin() {
			beginning ??= begin();
			return beginning;
		},
		pause,
		add: (listener) => listeners.add(listener),
		remove: (listener) => listeners.delete(listener),
		tell,
		get size() {
			return listeners.size;
		},
		revisionAt(cursor) {
			const [from, revision = ''] = cursor.split('.');
			if (from !== mark || !/^\d{1,15}$/.test(revision)) return undefined;
			return registry.reaches(Number(revision)) ? Number(revision) : undefined;
		},
		get written() {
			return written;
		},
	};
}
