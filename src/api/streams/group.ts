/**
 * All subscriptions that are shown the same thing: read once, written once, sent to each. A subscriber that is not ready is
 * passed over; once it is, it gets everything that has changed meanwhile at once, each part in its latest state.
 */
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock, TurnEnd } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { createSnapshotRegistry } from './snapshot.ts';
import type { Source, SourceRead } from './source.ts';

/** How long sending to many may hold the event loop before others have their turn. */
const SLICE_MS = 4;
/** Subscribers between two looks at the clock. */
const SENDS_PER_CHECK = 32;
/** A read that failed is tried again after this, or the source's own period where that is longer. */
const RETRY_MS = 1_000;

/** One subscription, as its group sees it. */
export interface Listener {
	/** The revision that it has; undefined: it is to get a snapshot. */
	revision: number | undefined;
	/** Whether it takes something now. If not, `Group.tell` is called once it does. */
	isReady(): boolean;
	/** `tail`: JSON from the member `channel` on, shared with others. */
	send(tail: Uint8Array): void;
	/** The group has nothing more to show. */
	ended(error: CarrywireError): void;
}

/** Subscriptions with the same channel, params and caller's view, which share one source. */
export interface Group {
	readonly channel: string;
	/** Reads for the first time, or anew after a pause. @throws what the source throws */
	begin(): Promise<void>;
	/** Stops reading; what is known is kept. */
	pause(): void;
	add(listener: Listener): void;
	remove(listener: Listener): void;
	/** Sends the listener what it does not have. */
	tell(listener: Listener): void;
	readonly size: number;
	/** The revision that a cursor of this group names, when what has changed since is still known. */
	revisionAt(cursor: string): number | undefined;
	/** How often something was written so far. */
	readonly written: number;
}

/** Creates a group without listeners; nothing is read before `begin`. */
export function createGroup(parts: {
	readonly channel: string;
	/** Tells cursors of this group from those of any other. */
	readonly mark: string;
	readonly source: Source;
	readonly removedMax: number;
	readonly clock: Clock;
	readonly turnEnd: TurnEnd;
	readonly logger: Logger;
	/** The source is over: no listener is left. */
	readonly onOver: (error: CarrywireError) => void;
}): Group {
	const { channel, mark, source, clock, turnEnd, logger } = parts;
	const book = createSnapshotRegistry(parts.removedMax);
	const listeners = new Set<Listener>();
	/** Written for the present revision: by the revision that the reader has. */
	const tails = new Map<number | undefined, Uint8Array>();
	let written = 0;
	let beginning: Promise<void> | undefined;
	let stopWatching: (() => void) | undefined;
	let cancelTimer: (() => void) | undefined;
	let reading = false;
	/** Since the last read began. */
	let news = false;
	/** Of the read that counts: one that began before a pause does not. */
	let latestRead = 0;
	let readAt = Number.NEGATIVE_INFINITY;
	let telling = false;
	let tellAgain = false;

	function tailSince(revision: number | undefined): Uint8Array {
		const known = tails.get(revision);
		if (known !== undefined) return known;
		written += 1;
		const [type, result] =
			revision === undefined ? ['snapshot', book.snapshot()] : ['change', book.changesSince(revision)];
		const tail = Buffer.from(
			`"channel":${JSON.stringify(channel)},"type":"${type}","cursor":"${mark}.${book.revision}","result":${result}}}`,
		);
		tails.set(revision, tail);
		return tail;
	}

	function tell(listener: Listener): void {
		if (listener.revision === book.revision || book.revision === 0) return;
		if (!listener.isReady()) return;
		const from =
			listener.revision !== undefined && book.reaches(listener.revision) ? listener.revision : undefined;
		const tail = tailSince(from);
		listener.revision = book.revision;
		listener.send(tail);
	}

	/** In slices: two thousand writes take longer than an order should wait. */
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

	async function read(anew: boolean): Promise<void> {
		latestRead += 1;
		const own = latestRead;
		reading = true;
		news = false;
		cancelTimer?.();
		cancelTimer = undefined;
		readAt = clock.monotonic();
		try {
			const found = await source.read(anew);
			if (own === latestRead) take(found);
		} finally {
			if (own === latestRead) reading = false;
		}
	}

	function take(read: SourceRead): void {
		if (read === undefined) return;
		if (read.kind === 'over') end(read.error);
		else if (book.take(read)) {
			tails.clear();
			tellAll();
		}
		// Ages have grown: whoever comes now gets those of now.
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
		if (news) wait(source.pauseMs);
		else if (source.periodMs !== undefined) wait(source.periodMs);
	}

	function wait(ms: number): void {
		cancelTimer?.();
		cancelTimer = clock.after(Math.max(0, readAt + ms - clock.monotonic()), check);
	}

	function check(): void {
		if (reading || stopWatching === undefined) return;
		read(false).then(schedule, (error: unknown) => {
			logger.warn({ channel, error }, 'What a channel shows could not be read; it is tried again.');
			if (stopWatching !== undefined) wait(Math.max(RETRY_MS, source.periodMs ?? 0));
		});
	}

	function onNews(): void {
		if (news) return;
		news = true;
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
		stopWatching = source.watch(onNews);
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
			return book.reaches(Number(revision)) ? Number(revision) : undefined;
		},
		get written() {
			return written;
		},
	};
}
