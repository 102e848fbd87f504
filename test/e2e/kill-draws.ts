/**
 * Which kills a seed draws: of what operation, at which moment, and what each exchange does to the orders meanwhile.
 *
 * Moments are drawn one from each equal slice of the window and then shuffled, so that ten kills cover it as fifty
 * do. Most draws hold one leg's order back and let the other through, for that is where a kill can do harm.
 */
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { VENUES, type Venue } from './stage.ts';

/** From the call on, ms. */
const KILL_WINDOW_MS = 800;
const HELD_BACK_MS_MIN = 350;
const HELD_BACK_MS_MAX = 900;
const AMOUNT_USD_MIN = 300;
const AMOUNT_USD_MAX = 900;

/** As the simulators' admin interface takes it. */
export type OrderFault = {
	readonly operation: 'order.create';
	readonly action: Readonly<Record<string, unknown>> & { readonly kind: string };
};

export type KillDraw = {
	readonly number: number;
	readonly operation: 'open' | 'close';
	/** From the call to SIGKILL, ms. */
	readonly killAfterMs: number;
	/** USD over both legs. */
	readonly amount: number;
	/** Uniform in [0, 1): which of the opportunities that can be opened. */
	readonly choice: number;
	readonly faults: Readonly<Record<Venue, OrderFault | undefined>>;
	/** The faults in words. */
	readonly story: string;
};

type Mishap = (random: SeededRandom) => {
	readonly slow: OrderFault | undefined;
	readonly quick: OrderFault | undefined;
};

const heldBack = (random: SeededRandom): OrderFault =>
	fault({ kind: 'delay', at: 'before', ms: between(random, HELD_BACK_MS_MIN, HELD_BACK_MS_MAX) });
const answeredLate = (random: SeededRandom): OrderFault =>
	fault({ kind: 'delay', at: 'after', ms: between(random, HELD_BACK_MS_MIN, HELD_BACK_MS_MAX) });

/** Ten mishaps; each ten kills suffer each of them once, in an order of the seed. */
const MISHAPS: readonly Mishap[] = [
	...Array.from({ length: 5 }, (): Mishap => (random) => ({ slow: heldBack(random), quick: undefined })),
	(random) => ({ slow: answeredLate(random), quick: undefined }),
	(random) => ({ slow: fault({ kind: 'dropRequest' }), quick: answeredLate(random) }),
	(random) => ({ slow: heldBack(random), quick: fault({ kind: 'dropAnswer' }) }),
	(random) => ({
		slow: heldBack(random),
		quick: fault({ kind: 'partialFill', share: (between(random, 30, 70) / 100).toString() }),
	}),
	(random) => ({ slow: heldBack(random), quick: fault({ kind: 'status', at: 'after', status: 500 }) }),
];

export function drawKills(seed: number, count: number): readonly KillDraw[] {
	const random = seededRandom(seed);
	const moments = shuffled(
		random,
		Array.from({ length: count }, (_, slice) => ((slice + random.unit()) / count) * KILL_WINDOW_MS),
	);
	const mishaps: Mishap[] = [];
	while (mishaps.length < count) mishaps.push(...shuffled(random, MISHAPS));
	return moments.map((moment, index): KillDraw => {
		const { slow, quick } = mishaps[index]?.(random) ?? { slow: undefined, quick: undefined };
		const faults = random.chance(0.5) ? { bybit: slow, kucoin: quick } : { bybit: quick, kucoin: slow };
		return {
			number: index + 1,
			operation: index % 2 === 0 ? 'open' : 'close',
			killAfterMs: Math.round(moment),
			amount: between(random, AMOUNT_USD_MIN, AMOUNT_USD_MAX),
			choice: random.unit(),
			faults,
			story: VENUES.map((venue) => `${venue} ${told(faults[venue])}`).join(', '),
		};
	});
}

function fault(action: OrderFault['action']): OrderFault {
	return { operation: 'order.create', action };
}

function told(planned: OrderFault | undefined): string {
	if (planned === undefined) return 'at once';
	return Object.values(planned.action).join(' ');
}

/** A whole number in [low, high]. */
function between(random: SeededRandom, low: number, high: number): number {
	return low + random.below(high - low + 1);
}

function shuffled<T>(random: SeededRandom, items: readonly T[]): T[] {
	const left = [...items];
	const order: T[] = [];
	while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
	return order;
}
