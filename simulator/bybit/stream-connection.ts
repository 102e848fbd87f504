/**
 * Serves one WebSocket connection of Bybit's V5 streams. It parses commands, sends acknowledgements and updates, and
 * closes the connection after ten minutes without traffic (documentation page "Connect", 2026-07-24).
 */
import { randomUUID } from 'node:crypto';
import type { FrontEndSocket } from '../core/types.ts';

const IDLE_MS_DEFAULT = 600_000;
const IDLE_MS_MIN = 30_000;

/** Maximum length of "args" in one command on a public stream, characters. */
export const ARGS_CHARS_MAX = 21_000;

/** Maximum length of a command, characters. */
const COMMAND_CHARS_MAX = 64 * 1024;

export type Command = {
	readonly op: string;
	/** Id chosen by the client, returned as text; undefined if the client sent none. */
	readonly reqId: string | undefined;
	readonly args: readonly unknown[];
};

export type Connection = {
	readonly id: string;
	/** Sends one JSON frame. */
	send(frame: Readonly<Record<string, unknown>>): void;
	/** Sends text that is already JSON. Used for messages to many clients. */
	sendText(text: string): void;
};

export type ConnectionHandlers = {
	onCommand(command: Command): void;
	onClose(): void;
};

/** Serves the socket until it closes. `start` receives the connection before the first command is read. */
export function serveConnection(
	socket: FrontEndSocket,
	start: (connection: Connection) => ConnectionHandlers,
): void {
	let closed = false;
	const idle = setTimeout(() => socket.close(1000), idleMs(socket.query));
	idle.unref();
	const sendText = (text: string): void => {
		if (closed) return;
		idle.refresh();
		socket.send(text);
	};
	const connection: Connection = {
		id: randomUUID(),
		send: (frame) => sendText(JSON.stringify(frame)),
		sendText,
	};
	const handlers = start(connection);
	socket.onMessage((text) => {
		idle.refresh();
		const command = readCommand(text);
		if (command === undefined) {
			connection.send({ success: false, ret_msg: 'error:invalid op', conn_id: connection.id, op: '' });
		} else {
			handlers.onCommand(command);
		}
	});
	socket.onClose(() => {
		if (closed) return;
		closed = true;
		clearTimeout(idle);
		handlers.onClose();
	});
}

/** Parses the idle timeout from `max_active_time=45s` or `=2m`, limited to 30 s to 10 min. Returns milliseconds. */
function idleMs(query: string): number {
	const match = /^(\d{1,4})(s|m)$/.exec(new URLSearchParams(query).get('max_active_time') ?? '');
	if (match === null) return IDLE_MS_DEFAULT;
	const asked = Number(match[1]) * (match[2] === 'm' ? 60_000 : 1_000);
	return Math.min(IDLE_MS_DEFAULT, Math.max(IDLE_MS_MIN, asked));
}

function readCommand(text: string): Command | undefined {
	if (text.length > COMMAND_CHARS_MAX) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (value === null || typeof value !== 'object') return undefined;
	const { op, req_id: reqId, args } = value as Record<string, unknown>;
	if (typeof op !== 'string') return undefined;
	return {
		op,
		reqId: reqId === undefined || reqId === null ? undefined : String(reqId),
		args: Array.isArray(args) ? args : [],
	};
}

/**
 * Builds the acknowledgement of a command. Private streams omit `req_id` if the command had none; public ones return
 * it empty.
 */
export function acknowledgement(
	connection: Connection,
	command: Command,
	success: boolean,
	message: string,
	emptyReqId: boolean,
): Record<string, unknown> {
	const reqId = command.reqId ?? (emptyReqId ? '' : undefined);
	return {
		success,
		ret_msg: message,
		conn_id: connection.id,
		...(reqId === undefined ? {} : { req_id: reqId }),
		op: command.op,
	};
}
