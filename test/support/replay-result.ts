/**
 * Draws a result of a replay as the engine could have made it: a year of hourly funding on five exchanges. The parts add
 * up, and the same seed gives the same result.
 */
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';
import { judgeTrials, outcomeOf } from '../../src/replay/report/outcome-of.ts';
import type {
	Outcome,
	Position,
	PositionEvent,
	ProfitParts,
	ReplayResult,
	SweepResult,
	SweepTrial,
} from '../../src/replay/report/result.ts';
import {
	chooseInWindows,
	measureDays,
	testDays,
	trainingDays,
	walkForward,
	windowsOf,
} from '../../src/replay/run/sweep-windows.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { drawnNormal } from './drawn-normal.ts';

/** Size of a drawn result. */
export type DrawnSize = {
	readonly seed: number;
	readonly days: number;
	readonly positions: number;
	/** Entries of each journal besides the opening and the close. */
	readonly events: number;
};

/** Start of every drawn result. The named squeezes of October 2025 to June 2026 are inside the year that begins here. */
export const DRAWN_FROM = Date.UTC(2025, 8, 1);

const EXCHANGES = ['binance', 'bybit', 'hyperliquid', 'kucoin', 'okx'] as const;
const COINS = ['BTC', 'ETH', 'SOL', 'INJ', 'APT', 'SEI', 'TIA', 'WIF', 'TON', 'DOGE', 'LINK', 'ARB'].concat(
	Array.from({ length: 40 }, (_, index) => `COIN${index + 1}`),
);
const CAPITAL_USD = 100_000;
const LEG_USD = 4_000;
const HASH = 'a1b2c3d4'.repeat(8);

/** Positions of a draw and their hourly funding. */
type Draw = {
	readonly positions: Position[];
	readonly payments: { at: number; position: number; leg: number; usd: number }[];
};

/** Draws a complete result. */
export function drawReplayResult({ seed, days, positions, events }: DrawnSize): ReplayResult {
	const random = seededRandom(seed);
	const until = DRAWN_FROM + days * DAY_MS;
	const draw: Draw = { positions: [], payments: [] };
	const openings = Array.from({ length: positions }, () => random.below(days * 24 - 1)).sort((a, b) => a - b);
	for (const hour of openings)
		drawPosition(draw, { random, openedAt: DRAWN_FROM + hour * HOUR_MS, until, events });
	draw.payments.sort((one, other) => one.at - other.at || one.position - other.position);
	const columns = columnsOf(draw, days, random);
	const idleInterest = round((CAPITAL_USD * 0.02 * days) / 365);
	const parts = addParts([...draw.positions.map((position) => position.parts), { ...NOTHING, idleInterest }]);
	const measured = { capitalUsd: CAPITAL_USD, from: DRAWN_FROM, until, unit: random.unit };
	const outcome = outcomeOf({ ...measured, parts, trades: positions, columns });
	return {
		...{ form: 1, status: 'complete', statusReason: null, playedUntil: until },
		settings: settingsOf(seed, until),
		command:
			'carrywire replay --data recordings/year --from 2025-09-01 --until 2026-09-01 --policy month-mean-hysteresis --set enterAbove=0.05 --capital 100000',
		service: { version: '0.2.0', codeHash: HASH },
		data: dataOf(until),
		assumptions: [
			'Slippage is 2 bp per fill, because the data have no order books.',
			'Taker fees are those of today, because the fees of the time are not recorded.',
			'Idle capital earns 2.00 % a year.',
		],
		notKnown: ['Spot carry is not known: the data have no spot prices.'],
		outcome,
		comparisons: comparisonsOf(outcome),
		honesty: { verdict: 'steady', oneStepLate: { stepMs: HOUR_MS, outcome: scaledOutcome(outcome, 0.86) } },
		columns,
		positions: draw.positions,
		funding: {
			at: draw.payments.map(({ at }) => at),
			position: draw.payments.map(({ position }) => position),
			leg: draw.payments.map(({ leg }) => leg),
			usd: draw.payments.map(({ usd }) => usd),
		},
		refusals: [
			{
				...{ code: 'MARGIN_LONG', count: 12, firstAt: DRAWN_FROM + 9 * DAY_MS },
				sentence: 'Not enough margin on Bybit: 12,773.93 USD needed, 9,999.25 USD available.',
			},
			{
				...{ code: 'SETTLEMENT_NEAR', count: 3, firstAt: DRAWN_FROM + 20 * DAY_MS },
				sentence: 'OKX settles in 32 s.',
			},
		],
		transfers: Array.from({ length: 14 }, (_, index) => ({
			at: DRAWN_FROM + Math.floor(((index + 0.5) / 14) * days) * DAY_MS,
			from: EXCHANGES[index % 5] ?? 'okx',
			to: EXCHANGES[(index + 2) % 5] ?? 'bybit',
			usd: 1_000 + random.below(4_000),
		})),
	};
}

const NOTHING: ProfitParts = {
	...{ fundingReceived: 0, fundingPaid: 0, fees: 0, slippage: 0 },
	...{ basis: 0, idleInterest: 0, net: 0 },
};

const DRAWN_WINDOWS = windowsOf(365, { trainDays: 90, testDays: 30 });

/** Draws a sweep over two settings. With `skill`, one setting is better than the others. */
export function drawSweepResult(seed: number, trialCount: number, skill: number): SweepResult {
	const result = drawReplayResult({ seed, days: 60, positions: 5, events: 1 });
	const normal = drawnNormal(seed);
	const trials = Array.from({ length: trialCount }, (_, index): SweepTrial => {
		const edge = index === 3 ? skill : 0;
		const dailyReturns = Array.from({ length: 365 }, () => round(0.001 * (normal() + edge)));
		const opened = dailyReturns.map(() => 1);
		const { unit } = seededRandom(index);
		const measured = (days: readonly number[]) =>
			measureDays({ returns: dailyReturns, opened }, days, CAPITAL_USD, unit);
		const [training, test] = [measured(trainingDays(DRAWN_WINDOWS)), measured(testDays(DRAWN_WINDOWS))];
		return {
			set: {
				enterAbove: round(0.01 * (1 + (index % 10))),
				leaveBelow: round(-0.01 * Math.floor(index / 10)),
			},
			...{ training, test, dailyReturns },
		};
	});
	const days = trials.map(({ dailyReturns: returns }) => ({ returns, opened: returns.map(() => 1) }));
	const windows = chooseInWindows(days, DRAWN_WINDOWS, DRAWN_FROM);
	const forward = walkForward(days, DRAWN_WINDOWS, windows);
	return {
		...{ status: 'complete', windows },
		walkedForward: measureDays(
			forward,
			forward.returns.map((_, day) => day),
			CAPITAL_USD,
			seededRandom(seed).unit,
		),
		...{ form: 1, settings: { ...result.settings, walkForward: { trainDays: 90, testDays: 30 } } },
		command: 'carrywire replay --data recordings/year --sweep sweep.json',
		...{ service: result.service, dataHash: HASH, trials },
		...judgeTrials(trials),
	};
}

type Opening = {
	readonly random: SeededRandom;
	readonly openedAt: number;
	readonly until: number;
	readonly events: number;
};

function drawPosition({ positions, payments }: Draw, { random, openedAt, until, events }: Opening): void {
	const index = positions.length;
	const coin = COINS[Math.min(random.below(COINS.length), random.below(COINS.length))] ?? 'BTC';
	const first = random.below(EXCHANGES.length);
	const long = EXCHANGES[first] ?? 'bybit';
	const short = EXCHANGES[(first + 1 + random.below(EXCHANGES.length - 1)) % EXCHANGES.length] ?? 'okx';
	const closesAt = openedAt + (6 + random.below(45 * 24)) * HOUR_MS;
	const closedAt = closesAt < until ? closesAt : null;
	const carryPerHour = LEG_USD * (0.000004 + 0.00002 * (random.unit() - 0.35));
	const before = payments.length;
	for (let at = openedAt + HOUR_MS; at <= Math.min(closesAt, until - HOUR_MS); at += HOUR_MS) {
		const level = LEG_USD * 0.00001 * (0.4 + random.unit());
		payments.push({ at, position: index, leg: 0, usd: round(-level) });
		payments.push({ at, position: index, leg: 1, usd: round(level + carryPerHour * 2 * random.unit()) });
	}
	const own = payments.slice(before);
	const cost = closedAt === null ? 0.5 : 1;
	const parts = addParts([
		{
			...NOTHING,
			fundingReceived: sumOf(own.map(({ usd }) => Math.max(0, usd))),
			fundingPaid: sumOf(own.map(({ usd }) => Math.min(0, usd))),
			fees: round(-LEG_USD * 0.002 * cost),
			slippage: round(-LEG_USD * 0.0008 * cost),
			basis: round(LEG_USD * 0.002 * (random.unit() - 0.5)),
		},
	]);
	const horizonHours = [72, 336, 720][random.below(3)] ?? 720;
	const received = own.filter(({ at }) => at <= openedAt + horizonHours * HOUR_MS);
	const isMatured = openedAt + horizonHours * HOUR_MS <= Math.min(closesAt, until);
	const receivedUsd = sumOf(received.map(({ usd }) => usd));
	positions.push({
		...{ id: `exec_${index.toString(16).padStart(8, '0')}`, user: 0, coin },
		long: { exchange: long, symbol: `${coin}USDT` },
		short: { exchange: short, symbol: `${coin}-USDT-SWAP` },
		...{ openedAt, closedAt, legUsd: LEG_USD, parts },
		unhedgedMs: random.chance(0.2) ? 1_000 * random.below(240) : 0,
		forecast: {
			...{ horizonHours, expectedUsd: round(carryPerHour * horizonHours * (0.7 + 0.6 * random.unit())) },
			headlineUsd: round(Math.abs(carryPerHour) * horizonHours * (1 + 4 * random.unit())),
			...{ probability: round(0.55 + 0.4 * random.unit()), receivedUsd: isMatured ? receivedUsd : null },
		},
		events: eventsOf(openedAt, closedAt, events, random),
	});
}

function eventsOf(
	openedAt: number,
	closedAt: number | null,
	count: number,
	random: SeededRandom,
): PositionEvent[] {
	const span = (closedAt ?? openedAt + 30 * DAY_MS) - openedAt;
	const between = Array.from({ length: count }, (_, index) => ({
		at: openedAt + Math.floor((span * (index + 1)) / (count + 1)),
		sentence: `Funding of ${random.unit().toFixed(2)} USD arrived on the short leg; the spread of 30 days is ${(random.unit() * 10).toFixed(2)} % a year.`,
	}));
	return [
		{ at: openedAt, sentence: 'Opened: both legs filled at 4,000.00 USD within 2.1 s.' },
		...between,
		...(closedAt === null
			? []
			: [{ at: closedAt, sentence: 'Closed: the 30-day mean carry is below −3 % a year.' }]),
	];
}

/** Builds the hourly columns. Costs are booked when a position opens, the price basis when it closes or ends. */
function columnsOf(
	{ positions, payments }: Draw,
	days: number,
	random: SeededRandom,
): ReplayResult['columns'] {
	const hours = days * 24;
	const at = Array.from({ length: hours }, (_, hour) => DRAWN_FROM + hour * HOUR_MS);
	const change = new Float64Array(hours + 1);
	const open = EXCHANGES.map(() => new Float64Array(hours + 1));
	const exposure = new Float64Array(hours + 1);
	const hourOf = (time: number): number => Math.min(hours, Math.round((time - DRAWN_FROM) / HOUR_MS));
	const add = (values: Float64Array, hour: number, usd: number): void => {
		values[hour] = (values[hour] ?? 0) + usd;
	};
	for (const { at: time, usd } of payments) add(change, hourOf(time), usd);
	for (const { openedAt, closedAt, parts, long, short } of positions) {
		const [from, to] = [hourOf(openedAt), hourOf(closedAt ?? Number.MAX_SAFE_INTEGER)];
		add(change, from, parts.fees + parts.slippage);
		add(change, Math.min(hours - 1, to), parts.basis ?? 0);
		add(exposure, from, 2 * LEG_USD);
		add(exposure, to, -2 * LEG_USD);
		for (const { exchange } of [long, short]) {
			const values = open[EXCHANGES.indexOf(exchange as (typeof EXCHANGES)[number])];
			if (values === undefined) continue;
			add(values, from, LEG_USD);
			add(values, to, -LEG_USD);
		}
	}
	const interest = (CAPITAL_USD * 0.02) / 365 / 24;
	const equity = running(change, CAPITAL_USD, interest).slice(0, hours);
	const held = running(exposure, 0, 0).slice(0, hours);
	return {
		...{ stepMs: HOUR_MS, at, equity, exposure: held },
		idle: equity.map((usd, hour) => round(usd - (held[hour] ?? 0) / 3)),
		exchanges: EXCHANGES.map((exchange, index) => {
			const legs = running(open[index] ?? new Float64Array(0), 0, 0).slice(0, hours);
			return {
				exchange,
				equity: equity.map((usd) => round(usd / EXCHANGES.length)),
				marginUsed: legs.map((usd) => round(usd / 3)),
				liquidationDistance: legs.map((usd, hour) =>
					usd <= 0 ? null : round(0.25 + 0.06 * Math.sin(hour / 150 + index) + 0.01 * random.unit()),
				),
			};
		}),
	};
}

function running(changes: Float64Array, start: number, perStep: number): number[] {
	let sum = start;
	return Array.from(changes, (change) => {
		sum += change + perStep;
		return round(sum);
	});
}

function dataOf(until: number): ReplayResult['data'] {
	return {
		hash: HASH,
		files: [{ path: 'settled.csv.gz', bytes: 4_123_456, sha256: HASH }],
		...{ from: DRAWN_FROM - 90 * DAY_MS, until, contracts: 210, coins: 52 },
		gaps: Array.from({ length: 30 }, (_, index) => ({
			...{ venue: EXCHANGES[index % 5] ?? 'okx', symbol: `${COINS[index % 9]}USDT`, kind: 'rates' as const },
			...{ from: DRAWN_FROM + index * DAY_MS, until: DRAWN_FROM + index * DAY_MS + (index + 24) * HOUR_MS },
		})),
		intervalChanges: [
			{
				...{ venue: 'bybit', symbol: 'INJUSDT', at: Date.UTC(2026, 1, 19, 17) },
				...{ fromMs: 8 * HOUR_MS, toMs: HOUR_MS },
			},
		],
	};
}

function settingsOf(seed: number, until: number): ReplayResult['settings'] {
	return {
		...{ data: ['recordings/year'], grade: 'B', from: DRAWN_FROM, until, policy: 'month-mean-hysteresis' },
		...{ set: { enterAbove: 0.05, leaveBelow: -0.03 }, capitalUsd: CAPITAL_USD, users: 1 },
		...{ exchanges: EXCHANGES, coins: null, walkForward: null, seed, without: ['minimum-notional'] },
	};
}

function comparisonsOf(outcome: Outcome): ReplayResult['comparisons'] {
	const cash = { ...NOTHING, idleInterest: round(outcome.parts.idleInterest) };
	return [
		{
			...{ name: 'cash', reason: null },
			outcome: {
				parts: addParts([cash]),
				...{ netPerYear: 0.02, interval: { low: 0.02, high: 0.02 }, trades: 0 },
				...{ drawdown: { usd: 0, share: 0 }, sharpe: null },
			},
		},
		{ name: 'month-mean', outcome: scaledOutcome(outcome, 0.8), reason: null },
		{ name: 'top-headline', outcome: scaledOutcome(outcome, -0.6), reason: null },
		{ name: 'spot-carry', outcome: null, reason: 'the data have no spot prices.' },
	];
}

function scaledOutcome(outcome: Outcome, factor: number): Outcome {
	const parts = addParts([
		{ ...outcome.parts, fundingReceived: outcome.parts.fundingReceived + (factor - 1) * outcome.parts.net },
	]);
	const interval = outcome.interval && {
		low: outcome.interval.low + (factor - 1) * outcome.netPerYear,
		high: outcome.interval.high + (factor - 1) * outcome.netPerYear,
	};
	return { ...outcome, parts, netPerYear: outcome.netPerYear * factor, interval };
}

function addParts(all: readonly ProfitParts[]): ProfitParts {
	const sum = (member: keyof ProfitParts): number => sumOf(all.map((parts) => parts[member] ?? 0));
	const parts = {
		...{ fundingReceived: sum('fundingReceived'), fundingPaid: sum('fundingPaid'), fees: sum('fees') },
		...{ slippage: sum('slippage'), basis: sum('basis'), idleInterest: sum('idleInterest') },
	};
	return { ...parts, net: sumOf(Object.values(parts)) };
}

function sumOf(values: readonly number[]): number {
	return round(values.reduce((sum, value) => sum + value, 0));
}

function round(value: number): number {
	return Math.round(value * 1e6) / 1e6;
}
