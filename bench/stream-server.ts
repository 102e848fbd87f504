/**
 * Runs two servers in one process. On the command `change`, the opportunity list of our server changes. On the
 * command `bare`, a bare `ws` server sends the same bytes to every client. The process prints both ports to standard
 * output, and answers every command with the times of the change.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { OPPORTUNITY_EXAMPLE } from '../src/api/rpc/opportunity-example.ts';
import type { Opportunity } from '../src/domain/opportunity.ts';
import { camelNamed } from '../src/domain/snake-case.ts';
import type { OpportunityBook } from '../src/ports/opportunities.ts';
import { createBenchServer } from './bench-http.ts';
import { createUniverse } from './universe.ts';

/** `bytes`: the message that the bare server sends to every client. */
export type StreamOrder = { readonly kind: 'change' } | { readonly kind: 'bare'; readonly bytes: string };
export type StreamMoments = {
	/** Time of the command: `process.hrtime.bigint()` as text. All processes on a machine share this clock. */
	readonly changedAt: string;
	/**
	 * Time when our server last read its changed list. For the bare server, which reads no list, the time of the
	 * command.
	 */
	readonly readAt: string;
	/** Number of socket writes for the change. */
	readonly written: number;
	/**
	 * Processor time of this process from the command until it handed all data to the operating system, microseconds.
	 */
	readonly usedUs: number;
};

const OPPORTUNITIES_MS = 10;
/**
 * Time after a command until all data has been handed to the operating system. The process does nothing else
 * meanwhile.
 */
const SETTLE_MS = 150;

let version = 1;
let readAt = 0n;
let record = camelNamed(OPPORTUNITY_EXAMPLE) as Opportunity;
const absent = () => {
	throw new Error('This is not asked here.');
};
const book: OpportunityBook = {
	pairs: absent,
	find: absent,
	record: absent,
	detail: absent,
	expectedCarry: absent,
	legHistory: absent,
	outlook: absent,
	observedBasis: absent,
	dailySpreads: absent,
	get version() {
		return version;
	},
	async list() {
		readAt = process.hrtime.bigint();
		return {
			rows: [{ record, passedMs: 0 }],
			pagination: {
				currentPage: 1,
				perPage: 20,
				totalCount: 1,
				totalPages: 1,
				hasNext: false,
				hasPrevious: false,
			},
			asOf: new Date().toISOString(),
			coinCounts: undefined,
		};
	},
};
const venues = createUniverse(2, 1, Date.now).market.venues;
const market = { ...createUniverse(2, 1, Date.now).market, venues };
const server = createBenchServer({ opportunities: book, market }, undefined, {
	opportunitiesMs: OPPORTUNITIES_MS,
});
const { port } = await server.listen();
const bare = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
await once(bare, 'listening');

process.on('message', (order: StreamOrder) => {
	const before = process.cpuUsage();
	const writtenBefore = server.streamCounts()?.written ?? 0;
	const changedAt = process.hrtime.bigint();
	if (order.kind === 'change') {
		version += 1;
		record = { ...record, apr: version } as unknown as Opportunity;
	} else {
		readAt = changedAt;
		const bytes = Buffer.from(order.bytes);
		for (const client of bare.clients)
			if (client.readyState === WebSocket.OPEN) client.send(bytes, { binary: false });
	}
	setTimeout(() => {
		const { user, system } = process.cpuUsage(before);
		const moments: StreamMoments = {
			changedAt: String(changedAt),
			readAt: String(readAt),
			written: (server.streamCounts()?.written ?? 0) - writtenBefore,
			usedUs: user + system,
		};
		process.send?.(moments);
	}, SETTLE_MS);
});
process.on('disconnect', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ port, barePort: (bare.address() as AddressInfo).port })}\n`);
