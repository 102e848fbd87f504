/**
 * One connection of a feed: opens it, opens it again with backoff and jitter when it is lost, keeps it alive, and finds out
 * when it is dead though open.
 */

import { messageOf } from '../../domain/message-of.ts';
import type { Clock, Random } from '../../ports/clock.ts';

/** What is used of a WebSocket. */
export type Wire = {
	readonly send: (text: string) => void;
	/** A ping frame; the answer counts as a sign of life. */
	readonly ping: () => void;
	/** Cuts the connection at once; `onClose` follows. */
	readonly cut: () => void;
};

/** Callbacks of one WebSocket connection. */
export type WireEvents = {
	readonly onOpen: () => void;
	readonly onMessage: (bytes: Buffer) => void;
	/** A ping or a pong. */
	readonly onSign: () => void;
	/** Once, whatever happened, also where it never opened. */
	readonly onClose: (reason: string) => void;
};

/** Opens a WebSocket to the address and reports everything, failures too, through the callbacks. */
export type OpenWire = (address: string, events: WireEvents) => Wire;

/** Address, heartbeat, pace of commands (milliseconds) and callbacks of a connection that is kept open. */
export type FeedSocketOptions = {
	readonly address: () => Promise<string>;
	readonly openWire: OpenWire;
	readonly heartbeat: { readonly periodMs: number; readonly text?: string };
	readonly commandGapMs: number;
	readonly clock: Clock;
	readonly random: Random;
	/** Commands may be sent. */
	readonly onOpen: () => void;
	readonly onMessage: (bytes: Buffer) => void;
	readonly onLost: (reason: string) => void;
};

/** Connection of a feed that reconnects by itself. */
export type FeedSocket = {
	/** Sends commands in order, none sooner after the last than the venue allows; they are forgotten with the connection. */
	readonly send: (command: string) => void;
	readonly isOpen: () => boolean;
	/** Says that the connection does what it is for: the pause before the next connection is short again. */
	readonly isGood: () => void;
	/** Gives the connection up, and opens another. */
	readonly renew: (reason: string) => void;
	readonly close: () => void;
};

const BACKOFF_MS_MIN = 200;
const BACKOFF_MS_MAX = 5_000;
/** A connection that is not open after so long is given up. */
const OPEN_MS_MAX = 10_000;
/** Nothing has come for so long since our last sign of life was due an answer. */
const ANSWER_MS_MAX = 5_000;
const LOOK_MS = 1_000;

/** Opens the connection at once, and again after 0.2 to 5 s with jitter whenever it is lost. */
export function openFeedSocket(options: FeedSocketOptions): FeedSocket {
	const { clock, random } = options;
	let wire: Wire | undefined;
	/** Counts up with each connection and with each end of one: what an earlier one still says is not heard. */
	let connection = 0;
	let isOpen = false;
	let isClosed = false;
	let backoffMs = BACKOFF_MS_MIN;
	let beganAt = 0;
	/** A message, a ping or a pong has come since the last look. */
	let isHeard = false;
	let heardAt = 0;
	let pingedAt = 0;
	let commands: string[] = [];
	let cancelSending: (() => void) | undefined;
	let cancelOpening = (): void => {};

	async function open(): Promise<void> {
		connection += 1;
		const mine = connection;
		const isOver = (): boolean => isClosed || mine !== connection;
		beganAt = clock.monotonic();
		let address: string;
		try {
			address = await options.address();
		} catch (error) {
			if (!isOver()) lost(messageOf(error));
			return;
		}
		if (isOver()) return;
		beganAt = clock.monotonic();
		wire = options.openWire(address, {
			onOpen() {
				if (isOver()) return;
				isOpen = true;
				heardAt = pingedAt = clock.monotonic();
				options.onOpen();
			},
			onMessage(bytes) {
				if (isOver()) return;
				isHeard = true;
				options.onMessage(bytes);
			},
			onSign() {
				if (!isOver()) isHeard = true;
			},
			onClose(reason) {
				if (!isOver()) lost(reason);
			},
		});
	}

	function lost(reason: string): void {
		if (isClosed) return;
		connection += 1;
		wire = undefined;
		isOpen = false;
		commands = [];
		cancelSending?.();
		cancelSending = undefined;
		const pauseMs = backoffMs * (0.5 + random.unit());
		backoffMs = Math.min(BACKOFF_MS_MAX, backoffMs * 2);
		cancelOpening = clock.after(pauseMs, () => void open());
		options.onLost(reason);
	}

	function sendNext(): void {
		const command = commands.shift();
		cancelSending = undefined;
		if (command === undefined) return;
		wire?.send(command);
		cancelSending = clock.after(options.commandGapMs, sendNext);
	}

	/** The connection may be open and dead: then nothing comes, not even an answer to our sign of life. */
	function look(): void {
		const now = clock.monotonic();
		if (wire === undefined) return;
		if (!isOpen) {
			if (now - beganAt >= OPEN_MS_MAX) give(`it was not open after ${OPEN_MS_MAX} ms`);
			return;
		}
		if (isHeard) heardAt = now;
		isHeard = false;
		const { periodMs, text } = options.heartbeat;
		if (now - heardAt >= periodMs + ANSWER_MS_MAX) {
			give(`nothing has come for ${now - heardAt} ms`);
			return;
		}
		if (now - pingedAt < periodMs) return;
		pingedAt = now;
		if (text === undefined) wire.ping();
		else wire.send(text);
	}

	function give(reason: string): void {
		const given = wire;
		if (given === undefined) return;
		lost(reason);
		given.cut();
	}

	const cancelLooks = clock.every(LOOK_MS, look);
	void open();
	return {
		send(command) {
			if (!isOpen) return;
			commands.push(command);
			if (cancelSending === undefined) sendNext();
		},
		isOpen: () => isOpen,
		isGood() {
			backoffMs = BACKOFF_MS_MIN;
		},
		renew: give,
		close() {
			isClosed = true;
			cancelLooks();
			cancelOpening();
			cancelSending?.();
			wire?.cut();
		},
	};
}
