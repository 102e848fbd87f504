/**
 * Gives seeds above seven million an exchange with a dead-man switch, which cancels a contract's open orders some
 * time after the last renewal. First legs rest for a long time at this exchange, and the process stays down for a
 * long time. These draws use a separate stream, so they do not change smaller seeds.
 */
import { type IsOurs, SWITCH_PERIOD_MS } from '../../src/ports/dead-man-switch.ts';
import type { AccountHint } from '../../src/ports/venue.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import type { TrueAccount } from './exchange-account.ts';
import type { Faults } from './faults.ts';
import { hasRolls } from './rolls.ts';
import { CRASH_PLACES, pick, type Scenario } from './scenario.ts';

/** The first seed with a switch. */
export const DEAD_MAN_FROM = 7_000_001;
/** The exchange with the switch; KuCoin has none. */
const SWITCHED_VENUE = 'bybit';
const MAKER_MS = 60_000;
/** A living process must have renewed or disarmed an expiring switch within this time. */
const ASKED_WITHIN_MS = SWITCH_PERIOD_MS * 0.75;

export function hasSwitches(seed: number): boolean {
	return seed >= DEAD_MAN_FROM && !hasRolls(seed);
}

export function isSwitched(seed: number, venue: string): boolean {
	return hasSwitches(seed) && venue === SWITCHED_VENUE;
}

export function withSwitches(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0x165667b1) ^ 0x9e3779b9);
	const crashes = Array.from({ length: 1 + random.below(2) }, () => ({
		place: pick(random, CRASH_PLACES),
		hit: 1 + random.below(40),
	}));
	return {
		...scenario,
		asked: scenario.asked.map((asked) =>
			random.chance(0.8) ? { ...asked, request: { ...asked.request, mode: 'single-delay' as const } } : asked,
		),
		caps: { ...scenario.caps, makerMs: MAKER_MS },
		crashes: random.chance(0.3) ? scenario.crashes : crashes,
		downMs: scenario.downMs.map((ms) => (random.chance(0.6) ? 15_000 + random.below(60_000) : ms)),
	};
}

/** Creates the switches of all accounts at one exchange. */
export function createTrueSwitches(options: {
	readonly venue: string;
	readonly time: VirtualClock;
	readonly faults: Faults;
	/** Returns the start time of the process; undefined while it is down. */
	readonly aliveSince: () => number | undefined;
	readonly hint: (userId: string, told: AccountHint) => void;
	readonly onMisfit: (sentence: string) => void;
	readonly trace: (line: () => string) => void;
}) {
	const { venue, time, faults, onMisfit } = options;
	const armed = new Map<string, () => void>();
	const askedAt = new Map<string, number>();
	const keyOf = (userId: string, symbol: string): string => `${userId} ${symbol}`;

	function end(userId: string, symbol: string): void {
		armed.get(keyOf(userId, symbol))?.();
		armed.delete(keyOf(userId, symbol));
	}

	function disarm({ userId, orders }: TrueAccount, symbol: string): void {
		end(userId, symbol);
		for (const { request, status } of orders.values())
			if (status === 'open' && request.timeInForce === 'postOnly' && request.symbol === symbol)
				onMisfit(`${request.clientOrderId} rests on at ${venue} although its dead-man switch was disarmed`);
	}

	function fire(account: TrueAccount, symbol: string): void {
		const key = keyOf(account.userId, symbol);
		armed.delete(key);
		const asked = askedAt.get(key) ?? Number.NEGATIVE_INFINITY;
		// A switch that an earlier process armed may expire, because it protects no order of this process.
		const isAlive = asked >= (options.aliveSince() ?? Number.POSITIVE_INFINITY);
		faults.note(isAlive ? 'switch fired' : 'switch fired while the process was down');
		options.trace(() => `${venue} was not renewed and cancels the orders of ${key}`);
		if (isAlive && time.now() - asked > ASKED_WITHIN_MS)
			onMisfit(`the dead-man switch of ${key} at ${venue} expired without a renewal or a disarm`);
		for (const entry of account.orders.values())
			if (entry.status === 'open' && entry.request.symbol === symbol) {
				entry.status = 'canceled';
				const { clientOrderId } = entry.request;
				options.hint(account.userId, { kind: 'order', symbol, clientOrderId });
			}
	}

	return {
		/** Notes that the process sends a request, whether or not it arrives. */
		asked: (userId: string, symbol: string) => askedAt.set(keyOf(userId, symbol), time.now()),
		arm(account: TrueAccount, symbol: string, isOurs: IsOurs): void {
			for (const { request, status } of account.orders.values())
				if (status === 'open' && request.symbol === symbol && !isOurs(request.clientOrderId))
					onMisfit(
						`${request.clientOrderId} rests at ${venue} but the service treats it as an order of somebody else`,
					);
			end(account.userId, symbol);
			const cancel = time.after(SWITCH_PERIOD_MS, () => fire(account, symbol));
			armed.set(keyOf(account.userId, symbol), cancel);
		},
		disarm,
		armed: (): number => armed.size,
		/** Notes that a post-only order now rests on the book. */
		onResting(userId: string, symbol: string, clientOrderId: string): void {
			if (armed.has(keyOf(userId, symbol))) return;
			onMisfit(`${clientOrderId} rests at ${venue} without its dead-man switch`);
		},
	};
}
