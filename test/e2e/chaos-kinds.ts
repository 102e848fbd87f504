/** What happens to an exchange on a bad day: how it begins and ends, what must then be said, and what it may cost. */
import type { TradedVenue } from '../../src/domain/venues.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { Stage } from './stage.ts';

export type Struck = {
	readonly stage: Stage;
	readonly venue: TradedVenue;
	/** Of the position that is open there. */
	readonly symbol: string;
	readonly random: SeededRandom;
};

export type ChaosKind = {
	readonly name: string;
	readonly begin: (struck: Struck) => Promise<unknown>;
	readonly end: (struck: Struck) => Promise<unknown>;
	/** How long it lasts, milliseconds. */
	readonly forMs: number;
	/**
	 * How it is told: `inactive`: the pair is, with a reason; `log`: a line of the log that matches; `closes`: the execution
	 * closes by itself with a reason that matches; `nothing`: the exchange goes on as it was, only otherwise.
	 */
	readonly alarm:
		| { readonly by: 'inactive'; readonly reason: RegExp }
		| { readonly by: 'log'; readonly line: RegExp }
		| { readonly by: 'closes'; readonly reason: RegExp }
		| { readonly by: 'nothing' };
	/** Whether the exchange takes no orders, or refuses some, while it lasts: so long a leg may then stand alone. */
	readonly blocksOrders: boolean;
};

const HOUR_MS = 3_600_000;
const MANY = 100_000;

const fault = ({ stage, venue }: Struck, body: object) =>
	stage.admin(venue, 'POST', '/faults', { operation: 'any', count: MANY, ...body });
const noFaults = ({ stage, venue }: Struck) => stage.admin(venue, 'DELETE', '/faults');
const contract = ({ stage, venue, symbol }: Struck, what: string, body: object) =>
	stage.admin(venue, 'POST', `/contracts/${encodeURIComponent(symbol)}/${what}`, body);

type Listed = { readonly tickSize: string; readonly lotSize: string };

export const CHAOS_KINDS: readonly ChaosKind[] = [
	{
		name: 'rate limits',
		begin: (struck) =>
			fault(struck, { share: '0.6', seed: struck.random.below(1_000_000), action: { kind: 'rateLimit' } }),
		end: noFaults,
		forMs: 6_000,
		alarm: { by: 'log', line: /rate ?limit|too many|frequen|429|10006|50011/i },
		blocksOrders: true,
	},
	{
		name: 'a ban',
		begin: (struck) => fault(struck, { action: { kind: 'ban' } }),
		end: noFaults,
		forMs: 8_000,
		alarm: { by: 'inactive', reason: /./ },
		blocksOrders: true,
	},
	{
		name: 'a storm of 5xx',
		begin: async (struck) => {
			await fault(struck, {
				share: '0.4',
				seed: struck.random.below(1_000_000),
				action: { kind: 'status', at: 'before', status: 503 },
			});
			await fault(struck, {
				share: '0.3',
				seed: struck.random.below(1_000_000),
				action: { kind: 'status', at: 'after', status: 502 },
			});
		},
		end: noFaults,
		forMs: 8_000,
		alarm: { by: 'log', line: /50[23]/ },
		blocksOrders: true,
	},
	{
		name: 'maintenance',
		begin: ({ stage, venue }) =>
			stage.admin(venue, 'POST', '/service', { trading: 'closed', title: 'System upgrade' }),
		end: ({ stage, venue }) => stage.admin(venue, 'POST', '/service', { trading: 'open' }),
		forMs: 6_000,
		alarm: { by: 'inactive', reason: /stopped or restricted/ },
		blocksOrders: false,
	},
	{
		name: 'half-open sockets',
		begin: ({ stage, venue }) => stage.admin(venue, 'POST', '/streams', { action: 'deaden', scope: 'all' }),
		end: async () => {},
		forMs: 12_000,
		alarm: { by: 'log', line: /silent|lost|reconnect|out of step|no answer to ping/i },
		blocksOrders: false,
	},
	{
		name: 'a clock that runs ahead',
		begin: ({ stage, venue }) => stage.admin(venue, 'POST', '/clock', { aheadMs: 20_000 }),
		// It never goes back: it stands until the machine has caught up, and is behind meanwhile.
		end: async () => {},
		forMs: 5_000,
		alarm: { by: 'nothing' },
		blocksOrders: true,
	},
	{
		name: 'an exchange that vanishes',
		begin: ({ stage, venue }) => stage.admin(venue, 'POST', '/down'),
		end: ({ stage, venue }) => stage.admin(venue, 'POST', '/up'),
		forMs: 15_000,
		alarm: { by: 'inactive', reason: /./ },
		blocksOrders: true,
	},
	{
		name: 'a delisting',
		begin: ({ stage, venue, symbol }) =>
			stage.admin(venue, 'POST', '/listing', { symbol, delistingAt: Date.now() + HOUR_MS }),
		// Once it is closed the contract is taken off the list, and then listed again.
		async end(struck) {
			await contract(struck, 'listed', { listed: false });
			await struck.stage.admin(struck.venue, 'GET', '/status');
			await contract(struck, 'listed', { listed: true });
			await struck.stage.admin(struck.venue, 'POST', '/listing', { symbol: struck.symbol, delistingAt: 0 });
		},
		forMs: 1_000,
		alarm: { by: 'closes', reason: /delisting/ },
		blocksOrders: false,
	},
	{
		name: 'another tick and lot',
		async begin(struck) {
			const { tickSize, lotSize } = (await contract(struck, 'steps', {})) as Listed;
			await contract(struck, 'steps', {
				tickSize: String(Number(tickSize) * 5),
				lotSize: Number(lotSize) > 0.01 ? String(Number(lotSize) / 10) : lotSize,
			});
		},
		end: async () => {},
		forMs: 0,
		alarm: { by: 'nothing' },
		blocksOrders: false,
	},
	{
		name: 'another interval',
		begin: (struck) => contract(struck, 'interval', { hours: 1, inMs: 4_000 }),
		end: async () => {},
		forMs: 9_000,
		alarm: { by: 'nothing' },
		blocksOrders: false,
	},
];

/** @throws Error for a name that there is not */
export function chaosKind(name: string): ChaosKind {
	const found = CHAOS_KINDS.find((kind) => kind.name === name);
	if (found === undefined)
		throw new Error(`There is no ${name} among ${CHAOS_KINDS.map((kind) => kind.name).join(', ')}.`);
	return found;
}
