/** A bounded number of POSTs over a bounded number of kept connections, all to loopback. */
import { Agent, request } from 'node:http';

export type Load = {
	readonly port: number;
	readonly path: string;
	/** One for all, or the next. */
	readonly body: string | (() => string);
	/** Told of every answer. */
	readonly onAnswer?: (text: string) => void;
	readonly requests: number;
	readonly connections: number;
	/** Sent as a bearer token; none when absent. */
	readonly token?: string;
};

/**
 * Resolves when every request has been answered; answers the last body.
 * @throws Error on any status but 200, and on an answer of JSON-RPC that is an error.
 */
export async function post(load: Load): Promise<string> {
	const agent = agentFor(load.port, load.connections);
	let left = load.requests;
	let last = '';
	const worker = async (): Promise<void> => {
		while (left > 0) {
			left -= 1;
			last = await postOnce(load, agent);
		}
	};
	await Promise.all(Array.from({ length: load.connections }, worker));
	return last;
}

/** An answer that is an error begins so; its status is 200 too. */
const RPC_ERROR = '{"jsonrpc":"2.0","error":';

const agents = new Map<string, Agent>();

function agentFor(port: number, connections: number): Agent {
	const key = `${port} ${connections}`;
	const known = agents.get(key);
	if (known !== undefined) return known;
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	agents.set(key, agent);
	return agent;
}

/** Closes every kept connection, so that the process can end. */
export function closeAgents(): void {
	for (const agent of agents.values()) agent.destroy();
	agents.clear();
}

function postOnce({ port, path, body: next, token, onAnswer }: Load, agent: Agent): Promise<string> {
	const body = typeof next === 'string' ? next : next();
	return new Promise((resolve, reject) => {
		const outgoing = request(
			{
				host: '127.0.0.1',
				port,
				path,
				method: 'POST',
				agent,
				headers: {
					'content-type': 'application/json',
					'content-length': Buffer.byteLength(body),
					...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
				},
			},
			(response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('end', () => {
					const text = Buffer.concat(chunks).toString();
					onAnswer?.(text);
					if (response.statusCode === 200 && !text.startsWith(RPC_ERROR)) resolve(text);
					else reject(new Error(`HTTP ${response.statusCode}: ${text.slice(0, 200)}`));
				});
			},
		);
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}
