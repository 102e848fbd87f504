/**
 * Serves the local control socket. Users with access to the data directory can create, list and revoke tokens, create
 * login links, and halt and resume trading. The protocol is one JSON object per line in each direction.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { OperatorLinks } from '../../identity/operator-links.ts';
import type { OperatorTokens } from '../../identity/operator-tokens.ts';
import { SCOPES } from '../../identity/scopes.ts';
import { HALT_REASON_LENGTH_MAX, type KillSwitches } from '../../ports/halts.ts';
import type { Logger } from '../../ports/logger.ts';
import { CONNECTION_LOG, CONTROL_TEXT } from './text.ts';

const LINE_BYTES_MAX = 16_384;
const CONNECTIONS_MAX = 16;
/** A connection without traffic for this long is closed; the client uses the same timeout. */
const IDLE_MS_MAX = 60_000;
/**
 * Maximum length of a socket path; Linux allows 107 bytes, macOS 103. If the path in the data directory is longer,
 * the socket is placed in the temporary directory.
 */
const PATH_BYTES_MAX = 100;
const SOCKET_NAME = 'control.sock';

/** Halts that an operator can set and end. Callers set and end their own halts through the API. */
const targetSchema = z.discriminatedUnion('scope', [
	z.strictObject({ scope: z.literal('exchange'), venue: z.string().min(1) }),
	z.strictObject({ scope: z.literal('service') }),
]);

const requestSchema = z.discriminatedUnion('op', [
	z.strictObject({
		op: z.literal('create'),
		userName: z.string(),
		name: z.string(),
		scopes: z.array(z.enum(SCOPES)),
		ttlMs: z.number(),
	}),
	z.strictObject({ op: z.literal('list'), userName: z.string().optional() }),
	z.strictObject({ op: z.literal('revoke'), tokenId: z.string() }),
	z.strictObject({ op: z.literal('link'), userName: z.string() }),
	z.strictObject({
		op: z.literal('halt'),
		target: targetSchema,
		reason: z.string().min(1).max(HALT_REASON_LENGTH_MAX).nullable(),
		closeAll: z.boolean(),
	}),
	z.strictObject({ op: z.literal('resume'), target: targetSchema }),
	z.strictObject({ op: z.literal('halts') }),
]);

const OPS = requestSchema.options.map(({ shape }) => shape.op.value).join(', ');

/** A request line: one operation with its parameters; lifetimes are in milliseconds. */
export type ControlRequest = z.infer<typeof requestSchema>;
/** A response line: the result as JSON, or the error's code and message. */
export type ControlAnswer =
	| { readonly ok: true; readonly result: unknown }
	| { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/** A listening control socket. `close` disconnects its clients and removes the socket file. */
export interface ControlServer {
	/** Path of the socket; `run.json` records it. */
	readonly path: string;
	close(): Promise<void>;
}

/**
 * Listens on a socket in the data directory, or, if that path is too long, in a new directory under the system's
 * temporary directory. The caller holds the data directory's lock, so an existing socket file is stale.
 */
export async function startControlServer(parts: {
	readonly dataDir: string;
	readonly tokens: OperatorTokens;
	readonly links: OperatorLinks;
	readonly switches: KillSwitches;
	readonly logger: Logger;
}): Promise<ControlServer> {
	const { dataDir } = parts;
	const direct = join(dataDir, SOCKET_NAME);
	const ownDirectory =
		Buffer.byteLength(direct) <= PATH_BYTES_MAX ? undefined : mkdtempSync(join(tmpdir(), 'carrywire-'));
	const path = ownDirectory === undefined ? direct : join(ownDirectory, SOCKET_NAME);
	rmSync(path, { force: true });
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		serve(socket, parts);
	});
	server.maxConnections = CONNECTIONS_MAX;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(path, () => {
			server.off('error', reject);
			resolve();
		});
	});
	chmodSync(path, 0o600);
	return {
		path,
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					rmSync(ownDirectory ?? path, { recursive: true, force: true });
					resolve();
				});
				for (const socket of sockets) socket.destroy();
			}),
	};
}

type Offered = {
	readonly tokens: OperatorTokens;
	readonly links: OperatorLinks;
	readonly switches: KillSwitches;
	readonly logger: Logger;
};

function serve(socket: Socket, offered: Offered): void {
	let received = '';
	let answered: Promise<void> = Promise.resolve();
	socket.setEncoding('utf8');
	socket.setTimeout(IDLE_MS_MAX, () => socket.destroy());
	socket.on('error', () => socket.destroy());
	socket.on('data', (chunk) => {
		received += chunk;
		const lines = received.split('\n');
		received = lines.pop() ?? '';
		if (received.length > LINE_BYTES_MAX) {
			socket.destroy();
			return;
		}
		for (const line of lines) {
			answered = answered.then(async () => {
				const answer = await answerLine(line, offered);
				if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
			});
		}
	});
}

async function answerLine(line: string, offered: Offered): Promise<ControlAnswer> {
	try {
		const request = requestSchema.parse(JSON.parse(line));
		return { ok: true, result: await carryOut(request, offered) };
	} catch (error) {
		if (error instanceof CarrywireError)
			return { ok: false, error: { code: error.code, message: error.message } };
		if (error instanceof SyntaxError || error instanceof z.ZodError)
			return {
				ok: false,
				error: { code: 'INVALID_REQUEST', message: CONTROL_TEXT.line(OPS) },
			};
		offered.logger.error({ error }, CONNECTION_LOG.control);
		return { ok: false, error: { code: 'INTERNAL_ERROR', message: CONTROL_TEXT.failed } };
	}
}

async function carryOut(request: ControlRequest, { tokens, links, switches }: Offered): Promise<unknown> {
	switch (request.op) {
		case 'create': {
			const { op: _op, ...wanted } = request;
			return tokens.issue(wanted);
		}
		case 'list':
			return tokens.list(request.userName);
		case 'revoke':
			return tokens.revoke(request.tokenId);
		case 'link':
			return links.issue(request.userName);
		case 'halt': {
			const { op: _op, ...wanted } = request;
			return switches.halt({ ...wanted, by: 'operator' });
		}
		case 'resume':
			return switches.resume(request.target);
		case 'halts':
			return switches.list();
	}
}
