/**
 * Gives seeds above eight million closes as maker and closes of parts, which come early and often, and crashes at
 * every step of them. A quarter of these seeds also have contracts that stop trading. These draws use a separate
 * stream, so they do not change smaller seeds.
 */
import { ONE, parseDecimal } from '../../src/domain/decimal.ts';
import type { OrderIntent } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { hasRolls } from './rolls.ts';
import { CRASH_PLACES, pick, type Scenario } from './scenario.ts';
import { withUntraded } from './untraded.ts';

/** The first seed with closes as maker. */
export const MAKER_CLOSES_FROM = 8_000_001;
/** An event of a close comes up to this many appends, or messages, after the start of the process. */
const CRASH_HITS = 90;

export function closesAsMaker(seed: number): boolean {
	return seed >= MAKER_CLOSES_FROM && !hasRolls(seed);
}

export function withMakerCloses(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x27d4eb2f) ^ 0x5bd1e995);
	const asked = scenario.asked.map((ask) => ({
		...ask,
		request: random.chance(0.7) ? { ...ask.request, mode: 'single-direct' as const } : ask.request,
		closes: Array.from({ length: 1 + random.below(3) }, () => ({
			afterMs: random.below(random.chance(0.2) ? 500 : 40_000),
			share: random.chance(0.5) ? ONE : parseDecimal((0.05 + random.unit() * 0.9).toFixed(3)),
			maxSlippageBps: undefined,
			isDoubled: random.chance(0.2),
			...(random.chance(0.75) ? { makerMs: 3_000 + random.below(60_000) } : {}),
		})),
	}));
	const crashes = Array.from({ length: random.chance(0.3) ? 0 : 1 + random.below(2) }, () => {
		const place = pick(random, CRASH_PLACES);
		return { place, hit: 1 + random.below(place.startsWith('append') ? CRASH_HITS : CRASH_HITS / 3) };
	});
	const closing = { ...scenario, asked, crashes };
	return seed % 4 === 0 ? withUntraded(closing, seed) : closing;
}

/**
 * Returns the rules that an order which rests in a close breaks. It may rest only on the leg, and within the time, of
 * a close as maker.
 */
export function restFaults(
	{ close, orders }: ExecutionState,
	{ clientOrderId, leg, timeInForce }: OrderIntent,
	note: (kind: string) => void,
): readonly string[] {
	if (timeInForce !== 'postOnly') return [];
	note('a leg rests in a close');
	if (close?.maker === undefined) return ['rests in a close as taker'];
	const intendedAt = orders.find((order) => order.clientOrderId === clientOrderId)?.intendedAt ?? 0;
	return [
		...(leg === close.maker.leg ? [] : ['the wrong leg rests in a close']),
		...(intendedAt - close.requestedAt < close.maker.ms ? [] : ['rests after the time of its close']),
	];
}
