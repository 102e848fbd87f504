/**
 * Adds a bad day to seeds above three million. In addition to the usual draws, one exchange vanishes for ten minutes,
 * changes a contract's tick or lot, or starts to settle more often. On other bad days our clock drifts. The service
 * learns of new tick and lot sizes only when it rereads the contracts. These draws use a separate stream, so they do
 * not change smaller seeds.
 */
import type { Decimal } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { isAtCaps } from './at-caps.ts';
import {
	FAULTS_FOR_MS,
	type IntervalChange,
	pick,
	type Scenario,
	type StepsChange,
	VENUES,
} from './scenario.ts';
import { hasUntraded } from './untraded.ts';

/** The first seed with a bad day. */
export const BAD_DAYS_FROM = 3_000_001;
const VANISHED_MS = 600_000;
const MINUTE_MS = 60_000;
const DRIFT_STEP_MS = 10_000;

export const BAD_DAYS = [
	'vanished for ten minutes',
	'steps changed',
	'interval changed',
	'clock drifted',
] as const;

export function hasBadDay(seed: number): boolean {
	return seed >= BAD_DAYS_FROM && !hasUntraded(seed) && !isAtCaps(seed);
}

export function withBadDay(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x7feb352d) ^ 0x68bc21eb);
	const kinds = new Set([pick(random, BAD_DAYS), ...(random.chance(0.3) ? [pick(random, BAD_DAYS)] : [])]);
	let day: Scenario = { ...scenario, badDay: [...kinds] };
	if (kinds.has('vanished for ten minutes')) day = vanished(random, day);
	if (kinds.has('steps changed')) day = { ...day, stepsChanges: drawnSteps(random, day) };
	if (kinds.has('interval changed')) day = { ...day, intervalChanges: [drawnInterval(random, day)] };
	if (kinds.has('clock drifted')) day = { ...day, clockJumps: drawnDrift(random, day) };
	return day;
}

/**
 * Returns the bad-day events that the world counts when it starts. The code that carries out the other events counts
 * those.
 */
export function badDayOf({ badDay }: Scenario): readonly string[] {
	return badDay.filter((kind) => kind === 'vanished for ten minutes' || kind === 'clock drifted');
}

/** Makes one exchange send no responses and no order books, while callers continue to call the service. */
function vanished(random: SeededRandom, scenario: Scenario): Scenario {
	const from = scenario.startAt + 2_000 + random.below(random.chance(0.5) ? 15_000 : 100_000);
	const span = { venue: pick(random, VENUES), from, to: from + VANISHED_MS };
	return {
		...scenario,
		silent: [...scenario.silent, span],
		cut: [...scenario.cut, span],
		faultsForMs: Math.max(scenario.faultsForMs, span.to + MINUTE_MS - scenario.startAt),
	};
}

/**
 * Maximum tick size, as a fraction of the price. With a larger tick the order book would begin beyond the widest
 * price of a close, so no exchange lists such a contract.
 */
const TICK_PER_PRICE_MAX = 0.005;

function drawnSteps(
	random: SeededRandom,
	{ startAt, instruments, priceTerms }: Scenario,
): readonly StepsChange[] {
	return Array.from({ length: 1 + random.below(3) }, () => {
		const { venue, coin } = pick(random, instruments);
		const tickFactor = pick(random, [1n, 2n, 5n]);
		const lotPart = pick(random, [1n, 1n, 10n]);
		return {
			at: startAt + 1_000 + random.below(random.chance(0.5) ? 10_000 : FAULTS_FOR_MS - 20_000),
			venue,
			coin,
			// The new lot divides the old one, so existing positions can still be closed.
			steps: (listed: Instrument) => {
				const lot = (listed.lotSize / lotPart) as Decimal;
				const coarser = (listed.tickSize * tickFactor) as Decimal;
				const isListable = Number(coarser) / 1e18 <= priceTerms(listed).basePrice * TICK_PER_PRICE_MAX;
				return { tickSize: isListable ? coarser : listed.tickSize, lotSize: lot, quantityMin: lot };
			},
		};
	}).sort((a, b) => a.at - b.at);
}

function drawnInterval(random: SeededRandom, { startAt }: Scenario): IntervalChange {
	return {
		at: startAt + 5_000 + random.below(FAULTS_FOR_MS - 60_000),
		venue: pick(random, VENUES),
		intervalMs: pick(random, [1, 2, 5]) * MINUTE_MS,
	};
}

/** Draws a steady drift in one direction, up to half a second per ten seconds. */
function drawnDrift(random: SeededRandom, { startAt, faultsForMs }: Scenario): Scenario['clockJumps'] {
	const perStep = (random.chance(0.5) ? 1 : -1) * (20 + random.below(480));
	return Array.from({ length: Math.floor(faultsForMs / DRIFT_STEP_MS) }, (_, index) => ({
		at: startAt + index * DRIFT_STEP_MS,
		offset: index * perStep,
	}));
}
