/**
 * Serves one OKX WebSocket connection (pages "Connect", "Subscribe", "Notification" and "Error Code", read 2026-11).
 * It parses commands, sends events and updates, and replies to the text `ping` with `pong`. It closes the connection
 * after 30 silent seconds, accepts 480 commands per hour, and sends a notice one minute before an upgrade.
 */
import { randomBytes } from 'node:crypto';
import { everyPeriod } from '../core/stream-timer.ts';
import type { Exchange, FrontEndSocket } from '../core/types.ts';
import type { ChannelArg } from './feed.ts';

const IDLE_MS = 30_000;
const COMMAND_BYTES_MAX = 65_536;
const COMMANDS_MAX = 480;
const COMMANDS_WINDOW_MS = 3_600_000;
const NOTICE_MS = 60_000;
const NOTICE_CHECK_MS = 1_000;
/** Close code for "No data received in 30s" (page "Error Code", close frames). */
const CLOSE_IDLE = 4_004;

export type Command = {
	readonly op: string;
	/** Id chosen by the client, which the response returns. */
	readonly id: string | undefined;
	readonly args: readonly ChannelArg[];
};

export type Connection = {
	readonly id: string;
	/** Sends an event, with the id of the command that it responds to, if there is one. */
	event(command: Command | undefined, event: Readonly<Record<string, unknown>>): void;
	error(command: Command | undefined, code: string, msg: string): void;
	/** Sends text that is already JSON. */
	push(text: string): void;
};

export type ConnectionHandlers = {
	onCommand(command: Command): void;
	onClose(): void;
};

/** Serves the socket until it closes. */
export function serveConnection(
	exchange: Exchange,
	socket: FrontEndSocket,
	start: (connection: Connection) => ConnectionHandlers,
): void {
	let closed = false;
	const idle = setTimeout(() => socket.close(CLOSE_IDLE), IDLE_MS);
	idle.unref();
	const push = (text: string): void => {
		if (closed) return;
		idle.refresh();
		socket.send(text);
	};
	const connection = connectionOver(push);
	const stopNotices = noticeUpgrades(exchange, connection);
	const commandTimes: number[] = [];
	const handlers = start(connection);
	socket.onMessage((text) => {
		idle.refresh();
		if (text === 'ping') return push('pong');
		const command = readCommand(text);
		if (command === undefined)
			return connection.error(undefined, '60012', `Invalid request: ${text.slice(0, 500)}`);
		if (isTooMany(commandTimes, exchange.now()))
			return connection.error(command, '60014', 'Requests too frequent');
		handlers.onCommand(command);
	});
	socket.onClose(() => {
		if (closed) return;
		closed = true;
		clearTimeout(idle);
		stopNotices();
		handlers.onClose();
	});
}

function connectionOver(push: (text: string) => void): Connection {
	const id = randomBytes(4).toString('hex');
	const event: Connection['event'] = (command, body) =>
		push(JSON.stringify({ ...(command?.id === undefined ? {} : { id: command.id }), ...body, connId: id }));
	return {
		id,
		push,
		event,
		error: (command, code, msg) => event(command, { event: 'error', code, msg }),
	};
}

/** Announces each upcoming upgrade once. Planned maintenance counts as an upgrade. */
function noticeUpgrades(exchange: Exchange, connection: Connection): () => void {
	const told = new Set<string>();
	return everyPeriod(NOTICE_CHECK_MS, () => {
		const now = exchange.now();
		for (const { id, from } of exchange.announcements.maintenance()) {
			if (told.has(id) || now < from - NOTICE_MS || now >= from) continue;
			told.add(id);
			connection.event(undefined, {
				event: 'notice',
				code: '64008',
				msg: 'The connection will soon be closed for a service upgrade. Please reconnect.',
			});
		}
	});
}

function isTooMany(times: number[], at: number): boolean {
	while (times[0] !== undefined && times[0] <= at - COMMANDS_WINDOW_MS) times.shift();
	times.push(at);
	return times.length > COMMANDS_MAX;
}

function readCommand(text: string): Command | undefined {
	if (Buffer.byteLength(text) > COMMAND_BYTES_MAX) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (value === null || typeof value !== 'object') return undefined;
	const { op, id, args } = value as Record<string, unknown>;
	if (typeof op !== 'string' || !Array.isArray(args)) return undefined;
	if (!args.every((arg) => typeof arg === 'object' && arg !== null)) return undefined;
	return {
		op,
		id: typeof id === 'string' && id !== '' ? id : undefined,
		args: args.map((arg) =>
			Object.fromEntries(Object.entries(arg as object).map(([name, member]) => [name, String(member)])),
		),
	};
}

/** Formats a channel's argument as in OKX's error messages. */
export function channelText({ channel = '', ...rest }: ChannelArg): string {
	const named = Object.entries(rest).map(([name, value]) => `,${name}:${value}`);
	return `channel:${channel}${named.join('')}`;
}
