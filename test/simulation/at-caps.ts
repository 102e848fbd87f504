/**
 * Makes seeds above six million trade at the caps. One or two users send a burst of calls in one or two coins, on one
 * side and at one leverage. The cap on open notional, or the caps on unhedged notional, are drawn near the total that
 * some of these calls need. There are no agents, third exchanges, bad days, halts or liquidations, so only a cap can
 * refuse a call. These draws use a separate stream, so they do not change smaller seeds.
 */
import { type Decimal, fromInteger, mulDown, ONE, parseDecimal, sum } from '../../src/domain/decimal.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { type AskedExecution, pick, type Scenario } from './scenario.ts';

/** The first seed at the caps. */
export const AT_CAPS_FROM = 6_000_001;
const CALLS_MAX = 6;
/** Time from the start to the first call. In most worlds the service has read the accounts by then. */
const FIRST_CALL_AT_MS = 15_000;
const BURST_MS = 4_000;
const LATER_MS = 60_000;
const WALLET = 50_000;
const USERS = ['user_a', 'user_b'];

export function isAtCaps(seed: number): boolean {
	return seed >= AT_CAPS_FROM;
}

export function withCaps(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x1b873593) ^ 0x3c6ef372);
	const [first] = scenario.asked;
	const users = random.chance(0.5) ? scenario.users : USERS;
	if (first === undefined) return scenario;
	const leverage = fromInteger(1 + random.below(3));
	const asked = Array.from({ length: 2 + random.below(CALLS_MAX - 1) }, (_, index) =>
		drawnCall(random, { ...scenario, users }, { ...first, request: { ...first.request, leverage } }, index),
	);
	return {
		...scenario,
		asked,
		users,
		wallet: WALLET,
		silent: scenario.silent.slice(0, 1),
		cut: scenario.cut.slice(0, 1),
		halts: [],
		seizures: [],
		handTrades: [],
		caps: drawnCaps(random, asked),
	};
}

function drawnCall(
	random: SeededRandom,
	{ users, instruments, startAt }: Scenario,
	first: AskedExecution,
	index: number,
): AskedExecution {
	const coins = [...new Set(instruments.map(({ coin }) => coin))];
	// The first call opens slice by slice, so that the others arrive while it runs.
	const isFirst = index === 0;
	return {
		request: {
			...first.request,
			idempotencyKey: `call_${index}`,
			userId: random.chance(0.7) ? first.request.userId : pick(random, users),
			coin: random.chance(0.7) ? first.request.coin : pick(random, coins),
			amount: fromInteger((isFirst ? 3_000 : 500) + random.below(pick(random, [1_500, 6_000]))),
			mode: pick(
				random,
				isFirst
					? ['grid', 'grid', 'grid', 'auto']
					: ['auto', 'auto', 'single-direct', 'single-delay', 'grid'],
			),
			maxSlippageBps: fromInteger(20 + random.below(40)),
			exit: undefined,
		},
		longVenue: first.longVenue,
		at: startAt + FIRST_CALL_AT_MS + (isFirst ? 0 : drawnDelay(random)),
		cancelAfterMs: random.chance(0.2) ? random.below(10_000) : undefined,
		cancelKeeps: false,
		isDoubled: false,
		closes: random.chance(0.4)
			? [{ afterMs: random.below(90_000), share: ONE, maxSlippageBps: undefined, isDoubled: false }]
			: [],
	};
}

/** Draws a call at the same time as the first one, within seconds after it, or while its execution runs. */
function drawnDelay(random: SeededRandom): number {
	if (random.chance(0.3)) return 0;
	return random.below(random.chance(0.5) ? BURST_MS : LATER_MS);
}

/**
 * Draws one cap, close to what two or more of the calls need together. The other caps keep the simulations' common
 * defaults.
 */
function drawnCaps(random: SeededRandom, asked: readonly AskedExecution[]): Scenario['caps'] {
	const some = asked.slice(0, 2 + random.below(asked.length - 1));
	const needed = sum(some.map(({ request }) => mulDown(request.amount, request.leverage)));
	const cap = mulDown(needed, parseDecimal((0.6 + random.unit() * 0.5).toFixed(3)));
	const executionsOpenMax = CALLS_MAX;
	switch (random.below(4)) {
		case 0:
			return { executionsOpenMax, openNotionalMaxUsd: cap };
		case 1:
			return { executionsOpenMax, coinNotionalMaxUsd: cap };
		case 2:
			return { executionsOpenMax, venueNotionalMaxUsd: (cap / 2n) as Decimal };
		default:
			return { executionsOpenMax, ...drawnUnhedged(random) };
	}
}

/**
 * Draws the unhedged caps. The user's cap allows one slice at a time, not two; the cap across all users is slightly
 * higher.
 */
function drawnUnhedged(random: SeededRandom): Scenario['caps'] {
	const slice = 300 + random.below(700);
	const ofUser = Math.round(slice * (1 + random.unit() * 0.8));
	return {
		unhedgedMaxUsd: fromInteger(slice),
		unhedgedUserMaxUsd: fromInteger(ofUser),
		unhedgedServiceMaxUsd: fromInteger(Math.round(ofUser * (1 + random.unit() * 0.5))),
	};
}
