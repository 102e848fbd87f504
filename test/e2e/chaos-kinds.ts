/**
 * Defines the types of exchange failure: how each begins and ends, how the service must report it, and what harm it
 * may do.
 */
import type { Capability } from '../../scripts/venue-capabilities.ts';
import { divDown, formatDecimal, fromInteger, mulDown, parseDecimal } from '../../src/domain/decimal.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import type { Fixture } from './fixture.ts';

export type Struck = {
	readonly fixture: Fixture;
	readonly venue: TradedVenue;
	/** Symbol of the open position at the failing exchange. */
	readonly symbol: string;
	readonly random: SeededRandom;
	/** Symbol of another contract on the same exchange, without an open position. */
	readonly spare: string;
	/**
	 * Returns the failing exchange's contracts that are currently in the opportunity list, each with its funding
	 * interval in hours.
	 */
	readonly shown: () => Promise<ReadonlyMap<string, number>>;
	/** Returns the reason why the execution needs attention; empty if it needs none. */
	readonly attention: () => Promise<string>;
	/** Returns the number of settlements that the service has booked on the leg at the failing exchange. */
	readonly settlements: () => Promise<number>;
};

export type ChaosKind = {
	readonly name: string;
	/**
	 * Capability that an exchange must have for this failure to be possible; if absent, the failure is possible at
	 * any exchange.
	 */
	readonly needs?: Capability;
	readonly begin: (struck: Struck) => Promise<unknown>;
	/**
	 * State that the test waits for during the failure: a name for error messages, and a check whether it is reached.
	 */
	readonly holds?: readonly [what: string, isSo: (struck: Struck) => Promise<boolean>];
	readonly end: (struck: Struck) => Promise<unknown>;
	/**
	 * State that the test waits for after the failure: a name for error messages, and a check whether it is reached.
	 */
	readonly holdsAfter?: readonly [what: string, isSo: (struck: Struck) => Promise<boolean>];
	/** Duration of the failure, milliseconds. */
	readonly forMs: number;
	/**
	 * How the position is closed during the failure. `when asked`: the test always requests a close. `by itself`: no
	 * request is needed. If absent, half of the draws request a close.
	 */
	readonly closes?: 'when asked' | 'by itself';
	/**
	 * How the service reports the failure. `inactive`: the pair is inactive, with a reason. `log`: a log line
	 * matches. `closes`: the execution closes on its own with a matching reason. `attention`: the execution needs
	 * attention, with a matching reason. `nothing`: no report, because the exchange continues to work with changed
	 * rules.
	 */
	readonly alarm:
		| { readonly by: 'inactive'; readonly reason: RegExp }
		| { readonly by: 'log'; readonly line: RegExp }
		| { readonly by: 'closes'; readonly reason: RegExp }
		| { readonly by: 'attention'; readonly reason: RegExp }
		| { readonly by: 'nothing' };
	/**
	 * True if the exchange may refuse orders during the failure. A leg may then stay unhedged until the failure ends.
	 */
	readonly blocksOrders: boolean;
};

const HOUR_MS = 3_600_000;
const MANY = 100_000;
/** Duration of a ban, on exchanges that have bans. OKX and Hyperliquid only refuse each excess request. */
const BAN_MS = 8_000;

const fault = ({ fixture, venue }: Struck, body: object) =>
	fixture.admin(venue, 'POST', '/faults', { operation: 'any', count: MANY, ...body });
const noFaults = ({ fixture, venue }: Struck) => fixture.admin(venue, 'DELETE', '/faults');
const contract = ({ fixture, venue, symbol }: Struck, what: string, body: object) =>
	fixture.admin(venue, 'POST', `/contracts/${encodeURIComponent(symbol)}/${what}`, body);

const spareContract = (struck: Struck, what: string, body: object, symbol = struck.spare) =>
	contract({ ...struck, symbol }, what, body);

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
		begin: (struck) => fault(struck, { action: { kind: 'ban', ms: BAN_MS } }),
		end: noFaults,
		forMs: BAN_MS,
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
		begin: ({ fixture, venue }) =>
			fixture.admin(venue, 'POST', '/service', { trading: 'closed', title: 'System upgrade' }),
		end: ({ fixture, venue }) => fixture.admin(venue, 'POST', '/service', { trading: 'open' }),
		forMs: 6_000,
		alarm: { by: 'inactive', reason: /stopped or restricted/ },
		blocksOrders: false,
	},
	{
		name: 'half-open sockets',
		begin: ({ fixture, venue }) =>
			fixture.admin(venue, 'POST', '/streams', { action: 'deaden', scope: 'all' }),
		end: async () => {},
		forMs: 12_000,
		alarm: { by: 'log', line: /silent|lost|reconnect|out of step|no answer to ping/i },
		blocksOrders: false,
	},
	{
		name: 'a clock that runs ahead',
		begin: ({ fixture, venue }) => fixture.admin(venue, 'POST', '/clock', { aheadMs: 20_000 }),
		// The clock stays ahead, because an exchange's clock never goes back. Resetting it would make it stand still
		// until the machine's clock had caught up.
		end: async () => {},
		forMs: 5_000,
		alarm: { by: 'nothing' },
		blocksOrders: true,
	},
	{
		name: 'an exchange that vanishes',
		begin: ({ fixture, venue }) => fixture.admin(venue, 'POST', '/down'),
		end: ({ fixture, venue }) => fixture.admin(venue, 'POST', '/up'),
		forMs: 15_000,
		alarm: { by: 'inactive', reason: /./ },
		blocksOrders: true,
	},
	{
		name: 'an exchange that vanishes for ten minutes',
		begin: ({ fixture, venue }) => fixture.admin(venue, 'POST', '/down'),
		end: ({ fixture, venue }) => fixture.admin(venue, 'POST', '/up'),
		forMs: 600_000,
		alarm: { by: 'inactive', reason: /./ },
		blocksOrders: true,
	},
	{
		name: 'a delisting',
		needs: 'delisting',
		begin: ({ fixture, venue, symbol }) =>
			fixture.admin(venue, 'POST', '/listing', { symbol, delistingAt: Date.now() + HOUR_MS }),
		// After the close, the exchange first removes the contract from its list and then lists it again.
		async end(struck) {
			await contract(struck, 'listed', { listed: false });
			await struck.fixture.admin(struck.venue, 'GET', '/status');
			await contract(struck, 'listed', { listed: true });
			await struck.fixture.admin(struck.venue, 'POST', '/listing', { symbol: struck.symbol, delistingAt: 0 });
		},
		forMs: 1_000,
		alarm: { by: 'closes', reason: /delisting/ },
		blocksOrders: false,
	},
	{
		name: 'a paused contract that is closed',
		begin: ({ fixture, venue, symbol }) => fixture.admin(venue, 'POST', '/listing', { symbol, paused: true }),
		end: ({ fixture, venue, symbol }) => fixture.admin(venue, 'POST', '/listing', { symbol, paused: false }),
		forMs: 12_000,
		closes: 'when asked',
		alarm: { by: 'attention', reason: /^NOT_TRADABLE: / },
		blocksOrders: false,
	},
	{
		name: 'a delisting that is settled',
		begin: ({ fixture, venue, symbol }) =>
			fixture.admin(venue, 'POST', '/listing', { symbol, delistingAt: Date.now() }),
		end: (struck) => contract(struck, 'listed', { listed: true }),
		forMs: 1_000,
		closes: 'by itself',
		alarm: { by: 'log', line: /"cause":"delisting"/ },
		// A leg may stay unhedged for longer. The service must first read what happened to the position, and those
		// reads wait for the account's request budget. At Binance, all requests share this budget.
		blocksOrders: true,
	},
	{
		name: 'another tick and lot',
		async begin(struck) {
			const { tickSize, lotSize } = (await contract(struck, 'steps', {})) as Listed;
			await contract(struck, 'steps', {
				tickSize: formatDecimal(mulDown(parseDecimal(tickSize), fromInteger(5))),
				lotSize:
					Number(lotSize) > 0.01 ? formatDecimal(divDown(parseDecimal(lotSize), fromInteger(10))) : lotSize,
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
		holds: [
			'the list to show the new interval, and the service to book its first settlement',
			async (struck) => (await struck.shown()).get(struck.symbol) === 1 && (await struck.settlements()) === 1,
		],
		end: async () => {},
		forMs: 9_000,
		alarm: { by: 'nothing' },
		blocksOrders: false,
	},
	{
		name: 'a contract that goes and comes',
		begin: (struck) => spareContract(struck, 'listed', { listed: false }),
		holds: ['it to leave the list', async (struck) => !(await struck.shown()).has(struck.spare)],
		end: (struck) => spareContract(struck, 'listed', { listed: true }),
		holdsAfter: ['it to be listed again', async (struck) => (await struck.shown()).has(struck.spare)],
		forMs: 0,
		alarm: { by: 'nothing' },
		blocksOrders: false,
	},
	{
		name: 'a contract that is renamed',
		begin: (struck) => spareContract(struck, 'name', { symbol: renamed(struck) }),
		holds: [
			'only its new name to be listed, or neither name if the name is the coin',
			async (struck) => {
				const shown = await struck.shown();
				return !shown.has(struck.spare) && shown.has(renamed(struck)) !== NAMES_ARE_COINS.has(struck.venue);
			},
		],
		end: (struck) => spareContract(struck, 'name', { symbol: struck.spare }, renamed(struck)),
		holdsAfter: ['it to have its old name again', async (struck) => (await struck.shown()).has(struck.spare)],
		forMs: 0,
		alarm: { by: 'nothing' },
		blocksOrders: false,
	},
	{
		name: 'a held contract that is renamed',
		begin: (struck) => contract(struck, 'name', { symbol: `X${struck.symbol}` }),
		holds: [
			'a request for attention with the new name',
			async (struck) => (await struck.attention()).includes(`X${struck.symbol}, perhaps its new name`),
		],
		end: (struck) => contract({ ...struck, symbol: `X${struck.symbol}` }, 'name', { symbol: struck.symbol }),
		holdsAfter: [
			'it to be listed under its old name',
			async (struck) => (await struck.shown()).has(struck.symbol),
		],
		// The failure lasts longer than the service waits before it accepts an unexplained position change.
		forMs: 30_000,
		alarm: { by: 'nothing' },
		blocksOrders: false,
	},
];

/**
 * Exchanges that name a contract after its coin. If such a contract is renamed, no other exchange lists the new coin,
 * so the contract is in no pair.
 */
const NAMES_ARE_COINS: ReadonlySet<TradedVenue> = new Set(['hyperliquid']);

/**
 * Returns a new name for the spare contract. At an exchange that names contracts after their coins, it stands for
 * another coin.
 */
function renamed({ spare }: Struck): string {
	return `X${spare}`;
}

/** Finds a type of failure by name. @throws Error for an unknown name */
export function chaosKind(name: string): ChaosKind {
	const found = CHAOS_KINDS.find((kind) => kind.name === name);
	if (found === undefined)
		throw new Error(`There is no ${name} among ${CHAOS_KINDS.map((kind) => kind.name).join(', ')}.`);
	return found;
}
