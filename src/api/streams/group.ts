/**
 * All subscriptions that are shown the same thing: read once, written once, sent to each. A subscriber that is not ready is
 * passed over; once it is, it gets everything that has changed meanwhile at once, each part in its latest state.
 */
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Clock, TurnEnd } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { createPictureBook, type PictureBook } from './picture.ts';
import type { Source, SourceRead } from './source.ts';

/** How long sending to many may hold the event loop before others have their turn. */
const SLICE_MS = 4;
/** Subscribers between two looks at the clock. */
const SENDS_PER_LOOK = 32;
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
	/** The revision that a cursor of this group names, when what has changed since is still known. */
	revisionAt(cursor: string): number | undefined;
	/** How often something was written so far. */
	readonly written: number;
}

type GroupOptions = {
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
};

type GroupState = GroupOptions & {
	readonly book: PictureBook;
	readonly listeners: Set<Listener>;
	/** Written for the present revision: by the revision that the reader has. */
	readonly tails: Map<number | undefined, Uint8Array>;
	written: number;
	beginning: Promise<void> | undefined;
	stopWatching: (() => void) | undefined;
	cancelTimer: (() => void) | undefined;
	reading: boolean;
	/** Since the last read began. */
	news: boolean;
	/** Number of the latest valid read: one that began before a pause is ignored. */
	latestRead: number;
	readAt: number;
	telling: boolean;
	tellAgain: boolean;
};

/** Creates a group without listeners; nothing is read before `begin`. */
export function createGroup(options: GroupOptions): Group {
	const group: GroupState = {
		...options,
		book: createPictureBook(options.removedMax),
		listeners: new Set(),
		tails: new Map(),
		written: 0,
		beginning: undefined,
		stopWatching: undefined,
		cancelTimer: undefined,
		reading: false,
		news: false,
		latestRead: 0,
		readAt: Number.NEGATIVE_INFINITY,
		telling: false,
		tellAgain: false,
	};
	return {
		channel: options.channel,
		begin() {
			group.beginning ??= begin(group);
			return group.beginning;
		},
		pause: () => pause(group),
		add: (listener) => group.listeners.add(listener),
		remove: (listener) => group.listeners.delete(listener),
		tell: (listener) => tell(group, listener),
		revisionAt: (cursor) => revisionAt(group, cursor),
		get written() {
			return group.written;
		},
	};
}

function revisionAt({ mark, book }: GroupState, cursor: string): number | undefined {
	const [from, revision = ''] = cursor.split('.');
	if (from !== mark || !/^\d{1,15}$/.test(revision)) return undefined;
	return book.reaches(Number(revision)) ? Number(revision) : undefined;
}

function tailSince(group: GroupState, revision: number | undefined): Uint8Array {
	const known = group.tails.get(revision);
	if (known !== undefined) return known;
	group.written += 1;
	const { channel, mark, book } = group;
	const [type, result] =
		revision === undefined ? ['snapshot', book.snapshot()] : ['change', book.changesSince(revision)];
	const tail = Buffer.from(
		`"channel":${JSON.stringify(channel)},"type":"${type}","cursor":"${mark}.${book.revision}","result":${result}}}`,
	);
	group.tails.set(revision, tail);
	return tail;
}

function tell(group: GroupState, listener: Listener): void {
	const { book } = group;
	if (listener.revision === book.revision || book.revision === 0) return;
	if (!listener.isReady()) return;
	const from =
		listener.revision !== undefined && book.reaches(listener.revision) ? listener.revision : undefined;
	const tail = tailSince(group, from);
	listener.revision = book.revision;
	listener.send(tail);
}

/** In slices: two thousand writes take longer than an order should wait. */
function tellAll(group: GroupState): void {
	if (group.telling) {
		group.tellAgain = true;
		return;
	}
	group.telling = true;
	tellFrom(group, group.listeners.values());
}

function tellFrom(group: GroupState, rest: Iterator<Listener>): void {
	const beganAt = group.clock.monotonic();
	for (let sent = 1; ; sent += 1) {
		const next = rest.next();
		if (next.done === true) break;
		tell(group, next.value);
		if (sent % SENDS_PER_LOOK === 0 && group.clock.monotonic() - beganAt >= SLICE_MS) {
			group.turnEnd(() => tellFrom(group, rest));
			return;
		}
	}
	group.telling = false;
	if (!group.tellAgain) return;
	group.tellAgain = false;
	tellAll(group);
}

async function read(group: GroupState, anew: boolean): Promise<void> {
	group.latestRead += 1;
	const own = group.latestRead;
	group.reading = true;
	group.news = false;
	group.cancelTimer?.();
	group.cancelTimer = undefined;
	group.readAt = group.clock.monotonic();
	try {
		const found = await group.source.read(anew);
		if (own === group.latestRead) take(group, found);
	} finally {
		if (own === group.latestRead) group.reading = false;
	}
}

function take(group: GroupState, read: SourceRead): void {
	if (read === undefined) return;
	if (read.kind === 'over') end(group, read.error);
	else if (group.book.take(read)) {
		group.tails.clear();
		tellAll(group);
	}
	// Ages have grown: whoever comes now gets those of now.
	else group.tails.delete(undefined);
}

function end(group: GroupState, error: CarrywireError): void {
	pause(group);
	for (const listener of [...group.listeners]) listener.ended(error);
	group.listeners.clear();
	group.onOver(error);
}

function schedule(group: GroupState): void {
	if (group.stopWatching === undefined) return;
	if (group.news) wait(group, group.source.pauseMs);
	else if (group.source.periodMs !== undefined) wait(group, group.source.periodMs);
}

function wait(group: GroupState, ms: number): void {
	group.cancelTimer?.();
	group.cancelTimer = group.clock.after(Math.max(0, group.readAt + ms - group.clock.monotonic()), () =>
		look(group),
	);
}

function look(group: GroupState): void {
	if (group.reading || group.stopWatching === undefined) return;
	read(group, false).then(
		() => schedule(group),
		(error: unknown) => {
			group.logger.warn(
				{ channel: group.channel, error },
				'What a channel shows could not be read; it is tried again.',
			);
			if (group.stopWatching !== undefined) wait(group, Math.max(RETRY_MS, group.source.periodMs ?? 0));
		},
	);
}

function onNews(group: GroupState): void {
	if (group.news) return;
	group.news = true;
	if (!group.reading) wait(group, group.source.pauseMs);
}

function pause(group: GroupState): void {
	group.stopWatching?.();
	group.stopWatching = undefined;
	group.cancelTimer?.();
	group.cancelTimer = undefined;
	group.beginning = undefined;
	group.latestRead += 1;
	group.reading = false;
}

async function begin(group: GroupState): Promise<void> {
	group.stopWatching = group.source.watch(() => onNews(group));
	try {
		await read(group, true);
		schedule(group);
	} catch (error) {
		pause(group);
		throw error;
	}
}
