import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal as d, ZERO } from '../../domain/decimal.ts';
import type { ExitPlan } from '../../domain/event.ts';
import type { ProfitIfClosed } from '../../domain/exit-profit.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Outlook } from '../../domain/stay-advice.ts';
import { textOf } from '../../sentences/sentence.ts';
import type { ExitFacts, LegExitFacts } from './exit-facts.ts';
import { EXIT_LIMITS, type ExitMemory, newExitMemory } from './exit-memory.ts';
import { type ExitWatch, watchExits } from './exit-watch.ts';

const OPENED_AT = Date.UTC(2026, 10, 20, 0, 30);
const NOW = OPENED_AT + 2 * HOUR_MS;
/** Bybit's next settlement is at 08:00, far from the test's start at 02:30. */
const LONG_NEXT = OPENED_AT + 7.5 * HOUR_MS;
/** KuCoin's next settlement is at 04:00, far from the test's start at 02:30. */
const SHORT_NEXT = OPENED_AT + 3.5 * HOUR_MS;

const NO_RULES: ExitPlan = {
	maxHours: null,
	maxEpochs: null,
	takeProfitPct: null,
	stopLossPct: null,
	closeOnReversal: false,
	minLiquidationDistancePct: null,
};

function legOf(role: LegRole, change: Partial<LegExitFacts> = {}): LegExitFacts {
	const hours = role === 'long' ? 8 : 4;
	return {
		role,
		name: role === 'long' ? 'bybit SOLUSDT' : 'kucoin SOLUSDTM',
		mark: d('100'),
		index: d('100'),
		liquidationPrice: role === 'long' ? d('60') : d('140'),
		entryPrice: d('100'),
		delistingAt: null,
		plannedIntervalMs: hours * HOUR_MS,
		intervalMs: hours * HOUR_MS,
		nextSettlementAt: role === 'long' ? LONG_NEXT : SHORT_NEXT,
		comingReceipt: d('0.0001'),
		isPrintAtBound: false,
		isCurrent: true,
		uncertaintyMs: 20_000,
		...change,
	};
}

type Change = {
	readonly exit?: Partial<ExitPlan>;
	readonly long?: Partial<LegExitFacts>;
	readonly short?: Partial<LegExitFacts>;
	readonly facts?: Partial<ExitFacts>;
	readonly profit?: ProfitIfClosed | null;
	readonly outlook?: Outlook;
	readonly netApr?: number;
};

function checkOf({ exit, long, short, facts, profit = null, outlook, netApr }: Change = {}) {
	return {
		facts: {
			exit: { ...NO_RULES, ...exit },
			openedAt: OPENED_AT,
			held: d('10'),
			opened: d('10'),
			commonLot: d('0.1'),
			least: d('0.1'),
			maxSlippageBps: d('10'),
			closingTo: null,
			epochs: 0,
			long: legOf('long', long),
			short: legOf('short', short),
			...facts,
		},
		profit,
		outlook,
		netApr,
	};
}

/**
 * Checks once a second, starting at `from`. Returns the last result, the time of the first close, and the warnings.
 */
function watchFor(
	seconds: number,
	changeAt: (now: number, memory: ExitMemory) => Change,
	from = NOW,
): { readonly last: ExitWatch; readonly closedAt: number | undefined; readonly warnings: readonly string[] } {
	let memory = newExitMemory(checkOf().facts, EXIT_LIMITS);
	let last: ExitWatch = { memory };
	let closedAt: number | undefined;
	const warnings: string[] = [];
	for (let now = from; now <= from + seconds * 1_000; now += 1_000) {
		last = watchExits(checkOf(changeAt(now, memory)), memory, now);
		memory = last.memory;
		if (last.warn !== undefined) warnings.push(last.warn);
		if (last.close === undefined) continue;
		closedAt = now;
		break;
	}
	return { last, closedAt, warnings };
}

const spoken = ({ close }: ExitWatch): string | undefined =>
	close === undefined ? undefined : textOf(close.reason);

const reasonOf = (change: Change, seconds = 120): string | undefined =>
	spoken(watchFor(seconds, () => change).last);

test('closes nothing and warns of nothing without rules', () => {
	const { closedAt, warnings } = watchFor(300, () => ({}));
	expect(closedAt).toBeUndefined();
	expect(warnings).toEqual([]);
});

test('closes nothing when figures are unknown', () => {
	const nothing = {
		mark: null,
		index: null,
		liquidationPrice: null,
		entryPrice: null,
		intervalMs: null,
		nextSettlementAt: null,
		comingReceipt: null,
	};
	const exit = {
		maxHours: d('100'),
		maxEpochs: 5,
		takeProfitPct: d('1'),
		stopLossPct: d('1'),
		closeOnReversal: true,
		minLiquidationDistancePct: d('10'),
	};
	expect(reasonOf({ exit, long: nothing, short: nothing }, 600)).toBeUndefined();
});

describe('forced', () => {
	test('halves a leg near liquidation after a second, again at half that distance, and then closes it', () => {
		const near = watchFor(10, () => ({ long: { mark: d('68') } }));
		expect(near.closedAt).toBe(NOW + 1_000);
		expect(spoken(near.last)).toBe(
			'liquidation of the long leg (bybit SOLUSDT) is 11.76 % from the mark price, 29 % of the distance at entry, so the service halves both legs',
		);
		expect(near.last.close).toMatchObject({ remaining: d('5'), maxSlippageBps: d('10'), firm: false });
		const asked = near.last.memory;
		const continued = (held: string, mark: string, memory: ExitMemory, checks = 3): ExitWatch => {
			let watch: ExitWatch = { memory };
			for (let second = 1; second <= checks; second += 1) {
				const check = checkOf({ facts: { held: d(held) }, long: { mark: d(mark) } });
				watch = watchExits(check, watch.memory, NOW + 60_000 + second * 1_000);
				if (watch.close !== undefined) break;
			}
			return watch;
		};
		expect(continued('10', '68', asked).close?.remaining).toBe(d('5'));
		const halved = continued('5', '68', asked);
		expect(halved.close).toBeUndefined();
		expect(continued('5', '63.8', halved.memory).close?.remaining).toBe(d('2.5'));
		const quartered = continued('2.5', '63.8', continued('5', '63.8', halved.memory).memory);
		expect(continued('2.5', '61.8', quartered.memory).close?.remaining).toBe(ZERO);
		const recovered = continued('5', '95', halved.memory);
		expect(continued('5', '68', recovered.memory).close?.remaining).toBe(d('2.5'));
	});

	test('ignores one wrong mark price and closes a position too small to halve', () => {
		expect(
			watchFor(10, (now) => (now === NOW + 3_000 ? { long: { mark: d('61') } } : {})).closedAt,
		).toBeUndefined();
		const small = watchFor(5, () => ({ facts: { least: d('6') }, short: { mark: d('130') } }));
		expect(small.last.close).toMatchObject({ remaining: ZERO });
		expect(spoken(small.last)).toMatch(/short leg .*, so the service closes both legs/);
	});

	test('does not halve a position at the same distance again after a restart', () => {
		const { facts } = checkOf({ facts: { held: d('5') } });
		expect(newExitMemory(facts, EXIT_LIMITS).shrinks).toBe(1);
		expect(newExitMemory({ ...facts, held: d('2.5') }, EXIT_LIMITS).shrinks).toBe(2);
		expect(newExitMemory({ ...facts, held: d('0.1') }, EXIT_LIMITS).shrinks).toBe(2);
		expect(newExitMemory({ ...facts, held: d('5.1') }, EXIT_LIMITS).shrinks).toBe(0);
	});

	test('warns at half of the distance at entry, once in ten minutes', () => {
		const { closedAt, warnings } = watchFor(1_199, () => ({ short: { mark: d('118'), index: d('118') } }));
		expect(closedAt).toBeUndefined();
		expect(warnings).toHaveLength(2);
		expect(warnings[0]).toMatch(
			/^The liquidation of the short leg \(kucoin SOLUSDTM\) is 18\.64 % .* Add margin/,
		);
	});

	test('closes at the minimum distance of the caller', () => {
		const exit = { minLiquidationDistancePct: d('35') };
		expect(reasonOf({ exit })).toBeUndefined();
		expect(reasonOf({ exit, short: { mark: d('104') } })).toMatch(/34\.62 % from the mark price/);
	});

	test('exits a day before a venue delists a leg', () => {
		const at = NOW + 24 * HOUR_MS;
		expect(watchFor(30, () => ({ short: { delistingAt: at + 10_000 } })).closedAt).toBe(NOW + 10_000);
		expect(reasonOf({ long: { delistingAt: NOW - 1 } })).toMatch(
			/^delisting: the exchange delists bybit SOLUSDT on 20 Nov, 02:29 UTC/,
		);
	});

	test('closes when hourly settlements begin, and on no other change of interval', () => {
		expect(reasonOf({ long: { intervalMs: HOUR_MS } })).toBe(
			'interval change: bybit SOLUSDT now settles every 1 h, but every 8 h when the position opened',
		);
		expect(reasonOf({ long: { intervalMs: 4 * HOUR_MS } })).toBeUndefined();
		expect(reasonOf({ short: { intervalMs: 8 * HOUR_MS } })).toBeUndefined();
		expect(reasonOf({ long: { intervalMs: 0 } })).toBeUndefined();
		expect(reasonOf({ long: { intervalMs: HOUR_MS, plannedIntervalMs: HOUR_MS } })).toBeUndefined();
	});

	test('closes after a settlement at the cap', () => {
		expect(reasonOf({ short: { isPrintAtBound: true } })).toMatch(/last settlement of kucoin SOLUSDTM/);
	});

	test('closes when the mark price stays off its index price for a minute', () => {
		const off = { short: { mark: d('103.1') } };
		expect(watchFor(120, () => off).closedAt).toBe(NOW + 60_000);
		expect(reasonOf({ short: { mark: d('103') } })).toBeUndefined();
		const flickers = watchFor(300, (now) => (now % 50_000 === 0 ? {} : off));
		expect(flickers.closedAt).toBeUndefined();
	});

	test('warns of a leg without prices after a minute and closes after half an hour', () => {
		const lost = watchFor(3_600, () => ({ long: { isCurrent: false, mark: null } }));
		expect(lost.closedAt).toBe(NOW + 30 * 60_000);
		expect(spoken(lost.last)).toBe('data lost: bybit SOLUSDT has had no current prices for 30 min');
		expect(lost.warnings).toHaveLength(3);
		const back = watchFor(3_600, (now) => ({ long: { isCurrent: (now / 1_000) % 600 === 0 } }));
		expect(back.closedAt).toBeUndefined();
	});
});

describe('take-profit and stop-loss', () => {
	const at = (pct: string, isWhole = true): ProfitIfClosed => ({ pct: d(pct), isWhole });
	const exit = { takeProfitPct: d('1'), stopLossPct: d('2') };

	test('close when their condition lasts five seconds', () => {
		const taken = watchFor(20, () => ({ exit, profit: at('1.5') }));
		expect(taken.closedAt).toBe(NOW + 5_000);
		expect(spoken(taken.last)).toBe(
			'take_profit_pct reached: closing now yields 1.5 % of the capital, limit 1 %',
		);
		const stopped = watchFor(20, () => ({ exit, profit: at('-2') }));
		expect(stopped.closedAt).toBe(NOW + 5_000);
		expect(spoken(stopped.last)).toMatch(/^stop_loss_pct reached: .* limit -2 %$/);
	});

	test('start again after a break, but not after a moment without a book', () => {
		const broken = watchFor(20, (now) => ({ exit, profit: now === NOW + 4_000 ? at('0.9') : at('1.5') }));
		expect(broken.closedAt).toBe(NOW + 10_000);
		const blind = watchFor(20, (now) => ({ exit, profit: now === NOW + 3_000 ? null : at('1.5') }));
		expect(blind.closedAt).toBe(NOW + 7_000);
	});

	test('do nothing when they are not set', () => {
		expect(reasonOf({ profit: at('50') })).toBeUndefined();
		expect(reasonOf({ profit: at('-50') })).toBeUndefined();
	});

	test('stop a loss but take no profit on a thin book', () => {
		expect(reasonOf({ exit, profit: at('-3', false) })).toMatch(/^stop_loss_pct/);
		expect(reasonOf({ exit, profit: at('3', false) })).toBeUndefined();
	});
});

describe('time', () => {
	test('closes at max_hours to the second, and at max_epochs with the booked settlement', () => {
		const exit = { maxHours: d('2.001') };
		expect(watchFor(30, () => ({ exit })).closedAt).toBe(OPENED_AT + 2 * HOUR_MS + 4_000);
		expect(reasonOf({ exit: { maxEpochs: 2 }, facts: { epochs: 1 } })).toBeUndefined();
		expect(reasonOf({ exit: { maxEpochs: 2 }, facts: { epochs: 2 } })).toBe('max_epochs reached: 2');
	});
});

describe('reversal', () => {
	const exit = { closeOnReversal: true };
	const losing: Outlook = { monthMean: -0.02, expectedMonth: -0.0015, roundTrip: 0.0027, exitGap: 0 };
	const staying: Outlook = { ...losing, expectedMonth: 0.0002 };
	/** Checks every ten minutes whether to stay, with the given outlooks in order. The last outlook repeats. */
	const checking =
		(...answers: readonly Outlook[]) =>
		(now: number): Change => {
			const passed = now - NOW;
			if (passed % 600_000 !== 0) return { exit };
			const answer = answers[Math.min(passed / 600_000, answers.length - 1)];
			return answer === undefined ? { exit } : { exit, outlook: answer };
		};
	const START = NOW;

	test('closes when two checks ten minutes apart say leave', () => {
		const { closedAt, last } = watchFor(1_800, checking(losing), START);
		expect(closedAt).toBe(START + 600_000);
		expect(spoken(last)).toBe(
			'reversal: 30-day mean carry is negative, and two checks 10 min apart forecast a 30-day loss above half the cost of a round trip',
		);
		expect(watchFor(1_800, checking(losing, staying, losing, staying), START).closedAt).toBeUndefined();
		expect(watchFor(3_000, checking(losing, staying, losing, losing), START).closedAt).toBe(
			START + 1_800_000,
		);
	});

	test('stays while the mean has not turned or the loss is below half a round trip', () => {
		const paysSoFar = { ...losing, monthMean: 0.01 };
		const losesLittle = { ...losing, expectedMonth: -0.0013 };
		for (const outlook of [paysSoFar, losesLittle])
			expect(watchFor(3_600, checking(outlook), START).closedAt).toBeUndefined();
	});

	test('closes nothing when the caller has switched it off', () => {
		const wanted = checking(losing);
		const off = watchFor(1_800, (now) => ({ ...wanted(now), exit: { closeOnReversal: false } }), START);
		expect(off.closedAt).toBeUndefined();
	});

	test('forgets a first check after an hour without another', () => {
		const late = (now: number): Change => {
			const passed = (now - START) / 60_000;
			return passed === 0 || passed === 61 ? { exit, outlook: losing } : { exit };
		};
		expect(watchFor(4_200, late, START).closedAt).toBeUndefined();
	});

	test('postpones an exit that costs more than usual and does not hasten a cheaper one', () => {
		const costly = { ...losing, exitGap: 0.002 };
		const usual = Array.from({ length: 6 }, () => staying);
		expect(watchFor(7_200, checking(...usual, losing), START).closedAt).toBe(START + 7 * 600_000);
		expect(watchFor(7_200, checking(...usual, costly), START).closedAt).toBeUndefined();
		const cheap = { ...losing, expectedMonth: -0.001, exitGap: -0.01 };
		expect(watchFor(7_200, checking(...usual, cheap), START).closedAt).toBeUndefined();
		// An exit gap that stays wide becomes the usual one, and then no longer delays the close.
		expect(watchFor(48 * 3_600, checking(...usual, costly), START).closedAt).toBeGreaterThan(START);
	});
});

describe('too little funding', () => {
	const exit = { minSpreadAprPct: d('5') };
	const pays = (receipt: string | null): Change => {
		const comingReceipt = receipt === null ? null : d(receipt);
		return { exit, long: { comingReceipt }, short: { comingReceipt } };
	};
	// Both legs together settle 3,285 times a year.
	const BELOW = pays('0.00001');
	const BETWEEN = pays('0.000017');
	const ABOVE = pays('0.00002');

	test('closes when the spread stays below the minimum for half an hour, and says its figure', () => {
		const { closedAt, last } = watchFor(2_400, () => BELOW);
		expect(closedAt).toBe(NOW + 1_800_000);
		expect(spoken(last)).toBe(
			'min_spread_apr_pct reached: the funding spread has been below 5 % a year for 30 min, now 3.28 %',
		);
		expect(last.close?.remaining).toBe(ZERO);
		expect(watchFor(2_400, () => ({ ...BELOW, exit: {} })).closedAt).toBeUndefined();
	});

	test('pauses just above the minimum, and starts again one percentage point above it', () => {
		const dip = (back: Change) => (now: number) => {
			const second = (now - NOW) / 1_000;
			return second >= 900 && second < 960 ? back : BELOW;
		};
		expect(watchFor(3_000, dip(BETWEEN)).closedAt).toBe(NOW + 1_861_000);
		expect(watchFor(3_000, dip(ABOVE)).closedAt).toBe(NOW + 2_760_000);
		// Beyond its memory of a minute, an unknown spread starts the time again.
		expect(watchFor(3_000, dip(pays(null))).closedAt).toBeGreaterThan(NOW + 1_860_000);
	});

	test('closes when two checks ten minutes apart expect less than the minimum net', () => {
		const rule = { minNetAprPct: d('-2.5') };
		const checks =
			(...aprs: readonly number[]) =>
			(now: number): Change => {
				const at = (now - NOW) / 600_000;
				return Number.isInteger(at) && aprs[at] !== undefined
					? { exit: rule, netApr: aprs[at] }
					: { exit: rule };
			};
		const { closedAt, last } = watchFor(1_800, checks(-0.03, -0.031));
		expect(closedAt).toBe(NOW + 600_000);
		expect(spoken(last)).toBe(
			'min_net_apr_pct reached: two checks 10 min apart expect less than -2.5 % a year after the exit, now -3.10 %',
		);
		expect(watchFor(1_800, checks(-0.03, 0.01, -0.03)).closedAt).toBeUndefined();
		expect(watchFor(1_800, checks(-0.03, -0.02, -0.03)).closedAt).toBe(NOW + 1_200_000);
	});
});

describe('during a close as maker', () => {
	const facts = { closingTo: d('2') };

	test('forced rules close at once, and leave no more than that close', () => {
		expect(watchFor(10, () => ({ facts, long: { mark: d('68') } })).last.close?.remaining).toBe(d('2'));
		const lost = watchFor(10, () => ({
			facts,
			exit: { stopLossPct: d('1') },
			profit: { pct: d('-2'), isWhole: true },
		}));
		expect(lost.last.close?.remaining).toBe(ZERO);
	});

	test('voluntary rules wait for its end', () => {
		const exit = { maxHours: d('1') };
		expect(watchFor(10, () => ({ exit })).closedAt).toBe(NOW);
		expect(watchFor(10, () => ({ exit, facts })).closedAt).toBeUndefined();
	});
});

describe('a voluntary close', () => {
	const exit = { maxHours: d('2') };
	const receives = (inMs: number, change: Partial<LegExitFacts> = {}) => ({
		nextSettlementAt: NOW + inMs,
		comingReceipt: d('0.0003'),
		...change,
	});

	test('waits for a receipt within a quarter of an hour, and for the seconds around it', () => {
		const at = NOW + 10 * 60_000;
		const short = (now: number) =>
			now < at ? receives(10 * 60_000) : { nextSettlementAt: at + 4 * HOUR_MS };
		expect(watchFor(900, (now) => ({ exit, short: short(now) })).closedAt).toBe(at + 21_000);
		expect(watchFor(900, (now) => ({ exit, short: { ...short(now), uncertaintyMs: 60_000 } })).closedAt).toBe(
			at + 61_000,
		);
	});

	test('does not wait for a payment, a later receipt, or two settlements that cancel out', () => {
		const payment = receives(600_000, { comingReceipt: d('-0.0003') });
		expect(watchFor(5, () => ({ exit, short: payment })).closedAt).toBe(NOW);
		expect(watchFor(5, () => ({ exit, short: receives(900_001) })).closedAt).toBe(NOW);
		const both = { short: receives(600_000), long: receives(600_000, { comingReceipt: d('-0.0003') }) };
		expect(watchFor(5, () => ({ exit, ...both })).closedAt).toBe(NOW);
		const larger = { short: receives(600_000), long: receives(300_000, { comingReceipt: d('-0.0004') }) };
		expect(watchFor(5, () => ({ exit, ...larger })).closedAt).toBe(NOW);
		const smaller = { short: receives(600_000), long: receives(300_000, { comingReceipt: d('-0.0002') }) };
		expect(watchFor(5, () => ({ exit, ...smaller })).closedAt).toBeUndefined();
	});

	test('does not wait forever for a settlement that the venue keeps postponing', () => {
		const sliding = watchFor(1_800, (now) => ({ exit, short: { ...receives(now - NOW + 600_000) } }));
		expect(sliding.closedAt).toBe(NOW + 901_000);
	});

	test('gives way to a forced rule', () => {
		const { closedAt, last } = watchFor(300, (now) => ({
			exit,
			short: receives(600_000, { isPrintAtBound: now >= NOW + 60_000 }),
		}));
		expect(closedAt).toBe(NOW + 60_000);
		expect(spoken(last)).toMatch(/cap or floor/);
	});

	test('avoids the seconds before a payment, while a forced close does not', () => {
		const payment = receives(10_000, { comingReceipt: d('-0.0003') });
		expect(watchFor(25, () => ({ exit, short: payment })).closedAt).toBeUndefined();
		expect(watchFor(5, () => ({ exit, short: { ...payment, isPrintAtBound: true } })).closedAt).toBe(NOW);
	});
});

test('takes the reason from the most severe rule', () => {
	const everything: Change = {
		exit: { maxHours: d('1'), maxEpochs: 1, stopLossPct: d('1') },
		facts: { epochs: 3 },
		profit: { pct: d('-5'), isWhole: true },
		long: { delistingAt: NOW, isPrintAtBound: true, intervalMs: HOUR_MS, mark: d('62') },
	};
	expect(reasonOf(everything)).toMatch(/^delisting/);
	expect(reasonOf({ ...everything, long: { isPrintAtBound: true } })).toBe('max_hours reached');
	const later = watchFor(1, () => everything, NOW);
	const second = watchExits(checkOf(everything), later.last.memory, NOW + 1_000);
	expect(spoken(second)).toMatch(/^liquidation/);
});

const maybe = (value: string) => fc.constantFrom(null, d(value), d('0'), d('-1'), d('100'));
const legs = fc.record({
	mark: maybe('61'),
	index: maybe('90'),
	liquidationPrice: maybe('60'),
	entryPrice: maybe('99'),
	delistingAt: fc.constantFrom(null, NOW + 25 * HOUR_MS, NOW),
	intervalMs: fc.constantFrom(null, 0, -1, HOUR_MS, 8 * HOUR_MS),
	nextSettlementAt: fc.constantFrom(null, NOW - HOUR_MS, NOW, NOW + 60_000, NOW + HOUR_MS),
	comingReceipt: maybe('0.0001'),
	isCurrent: fc.boolean(),
	isPrintAtBound: fc.boolean(),
});
const checks = fc.record({
	long: legs,
	short: legs,
	exit: fc.record({
		maxHours: fc.constantFrom(null, d('1')),
		stopLossPct: fc.constantFrom(null, d('1')),
		takeProfitPct: fc.constantFrom(null, d('1')),
		closeOnReversal: fc.boolean(),
		minLiquidationDistancePct: fc.constantFrom(null, d('20')),
	}),
	profit: fc.constantFrom(null, { pct: d('-2'), isWhole: true }, { pct: d('2'), isWhole: false }),
	outlook: fc.constantFrom(
		undefined,
		{ monthMean: -0.1, expectedMonth: -1, roundTrip: 0.002, exitGap: 0.01 },
		{ monthMean: 0.1, expectedMonth: 1, roundTrip: 0.002, exitGap: -0.01 },
	),
	gapMs: fc.integer({ min: -5_000, max: 600_000 }),
});

test('always keeps less than the holding and closes within the guard of the plan', () => {
	fc.assert(
		fc.property(fc.array(checks, { maxLength: 30 }), (steps) => {
			let memory = newExitMemory(checkOf().facts, EXIT_LIMITS);
			let now = NOW;
			for (const { gapMs, ...change } of steps) {
				now += gapMs;
				const watch = watchExits(checkOf(change as Change), memory, now);
				memory = watch.memory;
				if (watch.close === undefined) continue;
				expect(watch.close.remaining >= 0n && watch.close.remaining < d('10')).toBe(true);
				expect(textOf(watch.close.reason).length).toBeGreaterThan(10);
				expect(watch.close.maxSlippageBps).toBe(d('10'));
			}
		}),
	);
});
