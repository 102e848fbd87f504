/** Sends a fixed number of POST requests to a local port, over a limited number of kept-alive connections. */
import { Agent, request } from 'node:http';

export type Load = {
	readonly port: number;
	readonly path: string;
	/** One body for all requests, or a function that returns the body of the next request. */
	readonly body: string | (() => string);
	/** Called with the text of every response. */
	readonly onAnswer?: (text: string) => void;
	readonly requests: number;
	readonly connections: number;
	/** Sent as a bearer token; if absent, no token is sent. */
	readonly token?: string;
};

/**
 * Resolves with the last response body once every request has a response.
 * @throws Error on any status except 200, and on a JSON-RPC error.
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

/** The beginning of a JSON-RPC error response. Its HTTP status is 200 like that of a success. */
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

/** Closes every kept-alive connection so that the process can exit. */
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
