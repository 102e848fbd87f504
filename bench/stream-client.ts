/**
 * Opens the given number of readers on each of two servers, in a separate process. For every broadcast it reports
 * when each reader received the message, and the message itself.
 */
import { once } from 'node:events';
import WebSocket from 'ws';

export type ReaderOrder = { readonly port: number; readonly barePort: number; readonly readers: number };
/**
 * `at`: `process.hrtime.bigint()` of each reader's delivery, as text. `text`: the message, as the last reader
 * received it.
 */
export type Deliveries = { readonly at: readonly string[]; readonly text: string };

const AT_ONCE = 100;
const { port, barePort, readers } = JSON.parse(process.argv[2] ?? '{}') as ReaderOrder;
let arrived: bigint[] = [];
let last: Buffer = Buffer.alloc(0);

async function open(address: string, isOurs: boolean): Promise<void> {
	const socket = new WebSocket(address, { perMessageDeflate: false });
	// Our server first sends a response and a snapshot. Neither counts as a delivery.
	let before = isOurs ? 2 : 0;
	let isReady: () => void = () => undefined;
	const ready = new Promise<void>((resolve) => {
		isReady = resolve;
	});
	socket.on('message', (data: Buffer) => {
		if (before > 0) {
			before -= 1;
			if (before === 0) isReady();
			return;
		}
		arrived.push(process.hrtime.bigint());
		last = data;
		if (arrived.length < readers) return;
		const deliveries: Deliveries = { at: arrived.map(String), text: last.toString() };
		arrived = [];
		process.send?.(deliveries);
	});
	await once(socket, 'open');
	if (!isOurs) return;
	socket.send(
		'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"channel":"opportunities","limit":20}}',
	);
	await ready;
}

for (const [address, isOurs] of [
	[`ws://127.0.0.1:${port}/jsonrpc/`, true],
	[`ws://127.0.0.1:${barePort}/`, false],
] as const)
	for (let begun = 0; begun < readers; begun += AT_ONCE)
		await Promise.all(Array.from({ length: AT_ONCE }, () => open(address, isOurs)));
process.send?.('ready');
