/**
 * Keeps one feed connection open. It reopens a lost connection with backoff and jitter, sends heartbeats, and detects
 * a connection that is open but dead.
 */

import { messageOf } from '../../domain/message-of.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import { connectionSilent, notOpened } from './text.ts';

/** The methods of a WebSocket that we use. */
export type Wire = {
	readonly send: (text: string) => void;
	/** Sends a ping frame; the pong counts as a sign of life. */
	readonly ping: () => void;
	/** Cuts the connection at once; `onClose` follows. */
	readonly cut: () => void;
};

/** Callbacks of one WebSocket connection. */
export type WireEvents = {
	readonly onOpen: () => void;
	readonly onMessage: (bytes: Buffer) => void;
	/** Called when a ping or a pong arrives. */
	readonly onSign: () => void;
	/** Called exactly once, even if the connection never opened. */
	readonly onClose: (reason: string) => void;
};

/** Opens a WebSocket to the URL, and reports every event through the callbacks, including failures. */
export type OpenWire = (address: string, events: WireEvents) => Wire;

/** URL, heartbeat, command interval (milliseconds) and callbacks for a connection that stays open. */
export type FeedSocketOptions = {
	readonly address: () => Promise<string>;
	readonly openWire: OpenWire;
	readonly heartbeat: { readonly periodMs: number; readonly text?: string };
	readonly commandGapMs: number;
	readonly clock: Clock;
	readonly random: Random;
	/** Called when the connection is open, so that commands may be sent. */
	readonly onOpen: () => void;
	readonly onMessage: (bytes: Buffer) => void;
	readonly onLost: (reason: string) => void;
};

/** A feed connection that reconnects automatically. */
export type FeedSocket = {
	/**
	 * Sends commands one after another, no faster than the exchange allows. A lost connection discards its queued
	 * commands.
	 */
	readonly send: (command: string) => void;
	readonly isOpen: () => boolean;
	/** Reports that the connection works, which resets the backoff. */
	readonly isGood: () => void;
	/** Drops the connection and opens another. */
	readonly renew: (reason: string) => void;
	readonly close: () => void;
};

const BACKOFF_MS_MIN = 200;
const BACKOFF_MS_MAX = 5_000;
/** Time after which a connection that has not opened is dropped, milliseconds. */
const OPEN_MS_MAX = 10_000;
/** Maximum wait for a response to our heartbeat, milliseconds. */
const ANSWER_MS_MAX = 5_000;
const CHECK_MS = 1_000;

type SocketState = FeedSocketOptions & {
	wire: Wire | undefined;
	/** Increases whenever a connection starts or ends, so that events from an earlier connection are ignored. */
	connection: number;
	isOpen: boolean;
	isClosed: boolean;
	backoffMs: number;
	beganAt: number;
	/** True if a message, a ping or a pong has arrived since the last check. */
	isHeard: boolean;
	heardAt: number;
	pingedAt: number;
	commands: string[];
	cancelSending: (() => void) | undefined;
	cancelOpening: () => void;
};

/**
 * Opens the connection at once. Reopens a lost connection after a pause that doubles from 0.2 to 5 s, with ±50 %
 * jitter.
 */
export function openFeedSocket(options: FeedSocketOptions): FeedSocket {
	const socket: SocketState = {
		...options,
		wire: undefined,
		connection: 0,
		isOpen: false,
		isClosed: false,
		backoffMs: BACKOFF_MS_MIN,
		beganAt: 0,
		isHeard: false,
		heardAt: 0,
		pingedAt: 0,
		commands: [],
		cancelSending: undefined,
		cancelOpening: () => {},
	};
	const cancelChecks = socket.clock.every(CHECK_MS, () => check(socket));
	void open(socket);
	return {
		send(command) {
			if (!socket.isOpen) return;
			socket.commands.push(command);
			if (socket.cancelSending === undefined) sendNext(socket);
		},
		isOpen: () => socket.isOpen,
		isGood() {
			socket.backoffMs = BACKOFF_MS_MIN;
		},
		renew: (reason) => drop(socket, reason),
		close() {
			socket.isClosed = true;
			cancelChecks();
			socket.cancelOpening();
			socket.cancelSending?.();
			socket.wire?.cut();
		},
	};
}

async function open(socket: SocketState): Promise<void> {
	socket.connection += 1;
	const mine = socket.connection;
	const isOver = (): boolean => socket.isClosed || mine !== socket.connection;
	socket.beganAt = socket.clock.monotonic();
	let address: string;
	try {
		address = await socket.address();
	} catch (error) {
		if (!isOver()) lost(socket, messageOf(error));
		return;
	}
	if (isOver()) return;
	socket.beganAt = socket.clock.monotonic();
	socket.wire = socket.openWire(address, {
		onOpen() {
			if (isOver()) return;
			socket.isOpen = true;
			socket.heardAt = socket.pingedAt = socket.clock.monotonic();
			socket.onOpen();
		},
		onMessage(bytes) {
			if (isOver()) return;
			socket.isHeard = true;
			socket.onMessage(bytes);
		},
		onSign() {
			if (!isOver()) socket.isHeard = true;
		},
		onClose(reason) {
			if (!isOver()) lost(socket, reason);
		},
	});
}

function lost(socket: SocketState, reason: string): void {
	if (socket.isClosed) return;
	socket.connection += 1;
	socket.wire = undefined;
	socket.isOpen = false;
	socket.commands = [];
	socket.cancelSending?.();
	socket.cancelSending = undefined;
	const pauseMs = socket.backoffMs * (0.5 + socket.random.unit());
	socket.backoffMs = Math.min(BACKOFF_MS_MAX, socket.backoffMs * 2);
	socket.cancelOpening = socket.clock.after(pauseMs, () => void open(socket));
	socket.onLost(reason);
}

function sendNext(socket: SocketState): void {
	const command = socket.commands.shift();
	socket.cancelSending = undefined;
	if (command === undefined) return;
	socket.wire?.send(command);
	socket.cancelSending = socket.clock.after(socket.commandGapMs, () => sendNext(socket));
}

/**
 * Detects a connection that is open but dead, which means that nothing arrives, not even a response to our heartbeat.
 */
function check(socket: SocketState): void {
	const now = socket.clock.monotonic();
	if (socket.wire === undefined) return;
	if (!socket.isOpen) {
		if (now - socket.beganAt >= OPEN_MS_MAX) drop(socket, notOpened(OPEN_MS_MAX));
		return;
	}
	if (socket.isHeard) socket.heardAt = now;
	socket.isHeard = false;
	const { periodMs, text } = socket.heartbeat;
	if (now - socket.heardAt >= periodMs + ANSWER_MS_MAX) {
		drop(socket, connectionSilent(now - socket.heardAt));
		return;
	}
	if (now - socket.pingedAt < periodMs) return;
	socket.pingedAt = now;
	if (text === undefined) socket.wire.ping();
	else socket.wire.send(text);
}

function drop(socket: SocketState, reason: string): void {
	const dropped = socket.wire;
	if (dropped === undefined) return;
	lost(socket, reason);
	dropped.cut();
}
