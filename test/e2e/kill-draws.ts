/**
 * Draws kills from a seed: the operation, its mode, the time of the kill, and the exchanges' faults.
 *
 * Each round of eleven kills covers each scenario once, in an order drawn from the seed. The time lies anywhere in
 * the operation, or soon after the start of a vulnerable phase. In such a phase the maker order rests, is filled, or
 * is being canceled. To hit these phases more often, most draws delay the orders of one leg and let those of the
 * other through.
 */
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { VENUES, type Venue } from './fixture.ts';
import { type LateReads, lateReadsOf, lateText } from './late-reads.ts';

/**
 * Maximum unhedged USD on one leg in these runs (`execution.unhedgedMaxUsd`). An opening of more than twice this
 * amount (across both legs) is sliced.
 */
export const UNHEDGED_MAX_USD = 800;
/** Resting time of a first leg's maker order in these runs (`execution.makerMs`), milliseconds. */
export const MAKER_MS = 1_500;

const WHOLE_USD = [1_000, 1_500] as const;
const SLICED_USD = [2_600, 4_000] as const;
const HELD_BACK_MS = [350, 900] as const;
/**
 * Range of the delay added to every request that changes an order, milliseconds. Without the delay, a kill would
 * rarely fall between two requests.
 */
const LATENCY_MS = [20, 120] as const;
const ALWAYS = 100_000;

export type Mode = 'single-direct' | 'single-delay' | 'grid' | 'auto';
export const MODES: readonly Mode[] = ['single-direct', 'single-delay', 'grid', 'auto'];

/**
 * The operation in progress when the service is killed. `closeOpening`, `cancel`, `haltOpening` and `keepOpening` (a
 * cancel that keeps the filled part) are requested during an opening.
 */
export type Operation =
	| 'open'
	| 'close'
	| 'closePart'
	| 'closeOpening'
	| 'keepOpening'
	| 'cancel'
	| 'halt'
	| 'haltOpening';

/**
 * The event from which the time to the kill is measured. `call`: the call is sent. `resting`: the maker order rests.
 * `hit`: the other account has traded against it. `canceling`: it is being canceled.
 */
export type Anchor = 'call' | 'resting' | 'hit' | 'canceling';

/** A fault plan entry for the simulators' admin interface. */
export type RequestFault = {
	readonly operation: 'order.create' | 'order.cancel' | 'order.query';
	readonly skip?: number;
	readonly count?: number;
	readonly action: Readonly<Record<string, unknown>> & { readonly kind: string };
};

export type KillDraw = {
	readonly number: number;
	readonly operation: Operation;
	readonly mode: Mode;
	readonly anchor: Anchor;
	/** Time from the anchor to SIGKILL, milliseconds. */
	readonly killAfterMs: number;
	/**
	 * Time from the opening call to the call that cancels, closes or halts the execution, milliseconds; 0 for
	 * operations without such a call.
	 */
	readonly calledAfterMs: number;
	/**
	 * Fraction of the maker order that another account fills, and when: once the order rests, or while the service is
	 * dead. Above 1, it fills the complete order.
	 */
	readonly hit: { readonly when: 'resting' | 'dead'; readonly share: number } | undefined;
	/** Amount of the opening in USD, across both legs. */
	readonly amount: number;
	/** True if the service must slice the opening, because the amount exceeds what may be unhedged at once. */
	readonly sliced: boolean;
	/** When the market reaches a grid's levels. */
	readonly lifted: 'at once' | 'after the restart';
	/** Uniform in [0, 1); selects one of the opportunities that can be opened. */
	readonly choice: number;
	/** Faults planned for requests to the slow exchange (`slow`) and to the other exchange (`quick`). */
	readonly faults: { readonly slow: readonly RequestFault[]; readonly quick: readonly RequestFault[] };
	/** The slow exchange. `hedge`: the exchange without the maker order, which is known once that order rests. */
	readonly slow: Venue | 'hedge';
	/** Exchanges that disconnect the account's streams when the operation begins. */
	readonly cutStreams: readonly Venue[];
	/**
	 * Each exchange's delays in reporting accepted orders. They apply from the start of the operation until the
	 * service has come to rest.
	 */
	readonly late: Readonly<Record<Venue, LateReads>>;
	/** Description of the faults, for the test report. */
	readonly story: string;
};

type Scenario = {
	readonly operation: Operation;
	readonly mode: Mode;
	readonly anchor: Anchor;
	readonly killAfterMsMax: number;
	readonly calledAfterMsMax?: number;
	readonly sliced?: boolean;
	readonly lifted?: KillDraw['lifted'];
	readonly hit?: { readonly when: 'resting' | 'dead'; readonly share: readonly [number, number] };
	/** True if requests to cancel the maker order fail as well. */
	readonly slowCancel?: boolean;
	/**
	 * True if both exchanges report orders and fills at once and keep their streams connected. The journal then has a
	 * fill before the kill.
	 */
	readonly toldAtOnce?: boolean;
};

const PART = { when: 'resting', share: [0.2, 0.8] } as const;
const ALL = { when: 'resting', share: [1.5, 1.5] } as const;
const PART_WHILE_DEAD = { ...PART, when: 'dead' } as const;
const grid = { mode: 'grid', sliced: true } as const;

/** The eleven scenarios. If a scenario has several variants, they alternate from one round to the next. */
const SCENARIOS: readonly (readonly Scenario[])[] = [
	[{ operation: 'open', mode: 'single-direct', anchor: 'call', killAfterMsMax: 800 }],
	[
		{ operation: 'close', mode: 'single-direct', anchor: 'call', killAfterMsMax: 800 },
		{ operation: 'closePart', mode: 'single-direct', anchor: 'call', killAfterMsMax: 800 },
	],
	[
		{ operation: 'open', mode: 'single-delay', anchor: 'resting', killAfterMsMax: 900 },
		{ operation: 'open', mode: 'single-delay', anchor: 'resting', killAfterMsMax: 900, hit: PART_WHILE_DEAD },
	],
	[
		{ operation: 'open', mode: 'single-delay', anchor: 'hit', killAfterMsMax: 500, hit: ALL },
		// Allow kills late in the maker order's resting time, so that in some runs the journal already has the
		// partial fill.
		{
			operation: 'open',
			mode: 'single-delay',
			anchor: 'hit',
			killAfterMsMax: 1_200,
			hit: PART,
			toldAtOnce: true,
		},
	],
	[
		{ operation: 'open', mode: 'single-delay', anchor: 'canceling', killAfterMsMax: 300, slowCancel: true },
		{
			operation: 'open',
			mode: 'single-delay',
			anchor: 'canceling',
			killAfterMsMax: 300,
			slowCancel: true,
			hit: PART,
		},
	],
	[
		{ operation: 'open', ...grid, anchor: 'call', killAfterMsMax: 2_500 },
		// Exchanges may report the first slice late. The next slice starts to wait for its level only when the
		// outcome of the first is known.
		{ operation: 'open', ...grid, anchor: 'call', killAfterMsMax: 12_000, lifted: 'after the restart' },
		// Both exchanges report the first slice at once, and the next slice waits for its level. Most kills therefore
		// fall between the two slices.
		{
			operation: 'open',
			...grid,
			anchor: 'call',
			killAfterMsMax: 6_000,
			lifted: 'after the restart',
			toldAtOnce: true,
		},
	],
	[
		{ operation: 'close', ...grid, anchor: 'call', killAfterMsMax: 1_200 },
		{ operation: 'closePart', ...grid, anchor: 'call', killAfterMsMax: 1_200 },
		{ operation: 'halt', ...grid, anchor: 'call', killAfterMsMax: 1_200 },
	],
	[
		{ operation: 'open', mode: 'auto', anchor: 'call', killAfterMsMax: 800 },
		{ operation: 'open', mode: 'auto', sliced: true, anchor: 'call', killAfterMsMax: 2_500 },
	],
	[
		{ operation: 'close', mode: 'auto', sliced: true, anchor: 'call', killAfterMsMax: 1_200 },
		{ operation: 'halt', mode: 'auto', anchor: 'call', killAfterMsMax: 800 },
		{ operation: 'close', mode: 'single-delay', anchor: 'call', killAfterMsMax: 800 },
	],
	[
		{ operation: 'cancel', ...grid, anchor: 'call', calledAfterMsMax: 900, killAfterMsMax: 900 },
		{
			operation: 'cancel',
			mode: 'single-delay',
			anchor: 'call',
			calledAfterMsMax: 1_000,
			killAfterMsMax: 700,
			hit: PART,
		},
		{ operation: 'haltOpening', ...grid, anchor: 'call', calledAfterMsMax: 900, killAfterMsMax: 900 },
		{
			operation: 'haltOpening',
			mode: 'single-delay',
			anchor: 'call',
			calledAfterMsMax: 1_000,
			killAfterMsMax: 700,
			hit: PART,
		},
		{ operation: 'cancel', mode: 'auto', anchor: 'call', calledAfterMsMax: 200, killAfterMsMax: 600 },
	],
	[
		{ operation: 'closeOpening', ...grid, anchor: 'call', calledAfterMsMax: 900, killAfterMsMax: 900 },
		{ operation: 'keepOpening', ...grid, anchor: 'call', calledAfterMsMax: 900, killAfterMsMax: 900 },
		{
			operation: 'closeOpening',
			mode: 'single-delay',
			anchor: 'call',
			calledAfterMsMax: 1_000,
			killAfterMsMax: 700,
			hit: PART,
		},
		{
			operation: 'keepOpening',
			mode: 'single-delay',
			anchor: 'call',
			calledAfterMsMax: 1_000,
			killAfterMsMax: 700,
			hit: PART,
		},
		{ operation: 'closeOpening', mode: 'auto', anchor: 'call', calledAfterMsMax: 200, killAfterMsMax: 600 },
	],
];

type Mishap = (random: SeededRandom) => {
	readonly slow: RequestFault | undefined;
	readonly quick: RequestFault | undefined;
};

const heldBack = (random: SeededRandom): RequestFault =>
	onOrder({ kind: 'delay', at: 'before', ms: between(random, ...HELD_BACK_MS) });
const answeredLate = (random: SeededRandom): RequestFault =>
	onOrder({ kind: 'delay', at: 'after', ms: between(random, ...HELD_BACK_MS) });

/** The twelve sets of faults. Each is used once before any is used again. */
const MISHAPS: readonly Mishap[] = [
	...Array.from({ length: 5 }, (): Mishap => (random) => ({ slow: heldBack(random), quick: undefined })),
	(random) => ({ slow: answeredLate(random), quick: undefined }),
	(random) => ({ slow: onOrder({ kind: 'dropRequest' }), quick: answeredLate(random) }),
	(random) => ({ slow: heldBack(random), quick: onOrder({ kind: 'dropAnswer' }) }),
	(random) => ({
		slow: heldBack(random),
		quick: onOrder({ kind: 'partialFill', share: (between(random, 30, 70) / 100).toString() }),
	}),
	(random) => ({ slow: heldBack(random), quick: onOrder({ kind: 'status', at: 'after', status: 500 }) }),
	(random) => ({ slow: onOrder({ kind: 'rateLimit' }), quick: answeredLate(random) }),
	(random) => ({ slow: heldBack(random), quick: onOrder({ kind: 'status', at: 'before', status: 503 }) }),
];

/** Faults in order queries. Some draws add them, for each exchange separately. */
const MUTE_QUERIES: readonly RequestFault['action'][] = [
	{ kind: 'dropRequest' },
	{ kind: 'rateLimit' },
	{ kind: 'status', at: 'before', status: 502 },
	{ kind: 'delay', at: 'before', ms: 400 },
];

const CANCEL_MISHAPS: readonly RequestFault['action'][] = [
	{ kind: 'delay', at: 'before', ms: 500 },
	{ kind: 'delay', at: 'after', ms: 500 },
	{ kind: 'dropRequest' },
	{ kind: 'dropAnswer' },
];

export function drawKills(seed: number, count: number): readonly KillDraw[] {
	const random = seededRandom(seed);
	const scenarios: Scenario[] = [];
	for (let round = 0; scenarios.length < count; round += 1)
		scenarios.push(...shuffled(random, SCENARIOS).map((variants) => turn(variants, round)));
	const mishaps: Mishap[] = [];
	while (mishaps.length < count) mishaps.push(...shuffled(random, MISHAPS));
	return scenarios
		.slice(0, count)
		.map((scenario, index) => ({
			scenario,
			draw: drawOne(random, index + 1, scenario, mishaps[index] as Mishap),
		}))
		.map(({ scenario, draw }) => withLateReads(seed, scenario, draw));
}

function withLateReads(seed: number, { toldAtOnce }: Scenario, draw: Omit<KillDraw, 'late'>): KillDraw {
	const [bybit, kucoin] = VENUES.map((venue) => {
		const late = lateReadsOf(seed, venue, draw.number);
		return toldAtOnce === true ? { ...late, orders: 0, fills: 0, streams: 0 } : late;
	});
	const late = { bybit, kucoin } as KillDraw['late'];
	const lateness = VENUES.map((venue) => `${venue} ${lateText(late[venue])}`);
	return { ...draw, late, story: [draw.story, ...lateness].join(', ') };
}

function drawOne(
	random: SeededRandom,
	number: number,
	scenario: Scenario,
	mishap: Mishap,
): Omit<KillDraw, 'late'> {
	const { operation, mode, anchor, killAfterMsMax, calledAfterMsMax, sliced, hit, slowCancel, toldAtOnce } =
		scenario;
	const { slow, quick } = mishap(random);
	// If a leg has several orders, the fault may affect a later one instead of the first.
	const skip = sliced === true ? random.below(3) : 0;
	const faultsOf = (order: RequestFault | undefined): readonly RequestFault[] => [
		...(order === undefined ? [] : [skip === 0 ? order : { ...order, skip }]),
		...(random.chance(0.2)
			? [{ operation: 'order.query', count: 2, action: one(random, MUTE_QUERIES) } as const]
			: []),
		...(slowCancel === true
			? [{ operation: 'order.cancel', action: one(random, CANCEL_MISHAPS) } as const]
			: []),
		// Latency comes last, because only the first entry that matches a request applies.
		latency(random, 'order.create'),
		latency(random, 'order.cancel'),
	];
	const faults = { slow: faultsOf(slow), quick: faultsOf(quick) };
	const slowVenue = anchor === 'call' ? one(random, VENUES) : 'hedge';
	const cutStreams = VENUES.filter(() => random.chance(0.15) && toldAtOnce !== true);
	return {
		number,
		operation,
		mode,
		anchor,
		killAfterMs: Math.round(random.unit() * killAfterMsMax),
		calledAfterMs: Math.round(random.unit() * (calledAfterMsMax ?? 0)),
		hit:
			hit === undefined ? undefined : { when: hit.when, share: within(random, hit.share[0], hit.share[1]) },
		amount: between(random, ...amountsOf(scenario)),
		sliced: sliced === true,
		lifted: scenario.lifted ?? 'at once',
		choice: random.unit(),
		faults,
		slow: slowVenue,
		cutStreams,
		story: [
			`${slowVenue} ${described(faults.slow)}`,
			`the other ${described(faults.quick)}`,
			...(cutStreams.length === 0 ? [] : [`streams of ${cutStreams.join(' and ')} cut`]),
			...(hit === undefined ? [] : [`maker hit ${hit.when === 'dead' ? 'after the kill' : 'at once'}`]),
		].join(', '),
	};
}

function latency(random: SeededRandom, operation: RequestFault['operation']): RequestFault {
	return {
		operation,
		count: ALWAYS,
		action: { kind: 'delay', at: 'before', ms: between(random, ...LATENCY_MS) },
	};
}

function amountsOf({ sliced }: Scenario): readonly [number, number] {
	return sliced === true ? SLICED_USD : WHOLE_USD;
}

function onOrder(action: RequestFault['action']): RequestFault {
	return { operation: 'order.create', action };
}

function described(planned: readonly RequestFault[]): string {
	const mishaps = planned.filter(({ count }) => count !== ALWAYS);
	const words = mishaps.map(({ operation, skip, action }) =>
		[
			Object.values(action).join(' '),
			...(operation === 'order.create' ? [] : [`of ${operation}`]),
			...(skip === undefined ? [] : [`of number ${skip + 1}`]),
		].join(' '),
	);
	return words.join(' and ') || 'at once';
}

/** Draws a number that is uniform in [low, high). */
function within(random: SeededRandom, low: number, high: number): number {
	return low + random.unit() * (high - low);
}

/** Draws a whole number in [low, high]. */
function between(random: SeededRandom, low: number, high: number): number {
	return low + random.below(high - low + 1);
}

function one<T>(random: SeededRandom, items: readonly T[]): T {
	return items[random.below(items.length)] as T;
}

function turn(variants: readonly Scenario[], round: number): Scenario {
	return variants[round % variants.length] as Scenario;
}

function shuffled<T>(random: SeededRandom, items: readonly T[]): T[] {
	const left = [...items];
	const order: T[] = [];
	while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
	return order;
}
