/**
 * The local control socket: whoever may use the service's data directory may create, list and revoke tokens, make
 * login links, and halt and resume trading. One JSON object per line in, one per line out; nothing else is offered here.
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

const LINE_BYTES_MAX = 16_384;
const CONNECTIONS_MAX = 16;
/** For the request to come and for its answer to be made; the client waits as long. */
const IDLE_MS_MAX = 60_000;
/** Linux allows 107 bytes in the path of a socket, macOS 103; longer ones move to the temporary directory. */
const PATH_BYTES_MAX = 100;
const SOCKET_NAME = 'control.sock';

/** What an operator halts; a caller's own halt is the caller's. */
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

/** One line of the socket: an operation of the operator with its parameters, lifetimes in milliseconds. */
export type ControlRequest = z.infer<typeof requestSchema>;
/** The result of the operation as JSON, or the code and the sentence of its refusal. */
export type ControlAnswer =
	| { readonly ok: true; readonly result: unknown }
	| { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/** The listening socket; `close` cuts its connections and removes its file. */
export interface ControlServer {
	/** For `run.json`. */
	readonly path: string;
	close(): Promise<void>;
}

/**
 * Listens in the data directory, or where that path is too long in a directory of its own under the system's
 * temporary one. The caller holds the data directory's lock, so a socket that is still there is a dead one.
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
				error: { code: 'INVALID_REQUEST', message: `A line must be one request of ${OPS}.` },
			};
		offered.logger.error({ error }, 'A request on the control socket failed.');
		return { ok: false, error: { code: 'INTERNAL_ERROR', message: 'The service failed; its log says why.' } };
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
