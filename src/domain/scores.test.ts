import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	gradeLiquidity,
	gradeRisk,
	LIQUIDITY_COMPONENTS,
	type LiquidityInputs,
	liquidityScore,
	RISK_COMPONENTS,
	type RiskInputs,
	riskScore,
} from './scores.ts';

const DEEP: LiquidityInputs = {
	depthUsd: 5e6,
	bidAskBps: 0.1,
	volume24hUsd: 5e9,
	openInterestUsd: 1e9,
	legNotionalUsd: 500,
};

/** Inputs without any risk. */
const SAFE: RiskInputs = {
	expectedCarry: 0.004,
	carrySd: 0.001,
	reversalProbability: 0,
	leverage: 1,
	maintenanceMargin: 0.005,
	rateCapped: 0,
	basisSd: 0.0001,
	basisDeviation: 0,
	quotesDiffer: 0,
	historyDays: 400,
	legNotionalUsd: 500,
	exitDepthUsd: 1e6,
	blockingGuards: 0,
	warningGuards: 0,
	intervalsDiffer: 0,
};

describe('known answers', () => {
	test.each<[string, Partial<LiquidityInputs>, number]>([
		['everything plentiful', {}, 10],
		['no depth at all', { depthUsd: 0 }, 1],
		['the amount is all the depth', { depthUsd: 1e6, legNotionalUsd: 1e6 }, 1],
		// The grade is 1 + 9 × 0.5 ^ 0.4 = 7.8.
		['half of the way in depth', { depthUsd: Math.sqrt(1e9), legNotionalUsd: 1 }, 7.8],
		// The grade is 1 + 9 × 0.5 ^ 0.2 = 8.8.
		['half of the way in spread', { bidAskBps: 5 }, 8.8],
		// Without volume and open interest, the known shares sum to 0.75, so the exponent of depth is 0.4 / 0.75.
		[
			'unknown volume and open interest',
			{
				depthUsd: Math.sqrt(1e9),
				legNotionalUsd: 1,
				volume24hUsd: Number.NaN,
				openInterestUsd: Number.NaN,
			},
			7.2,
		],
	])('liquidity: %s', (_why, change, score) => {
		expect(liquidityScore({ ...DEEP, ...change })).toBe(score);
	});

	test.each<[string, Partial<RiskInputs>, number]>([
		['nothing', {}, 1],
		// The grade is 1 + 9 × 0.6 × 0.25 / 0.5 = 3.7.
		['a reversal in one of four', { reversalProbability: 0.25 }, 3.7],
		['a reversal in one of two', { reversalProbability: 0.5 }, 6.4],
		// The grade is 1 + 9 × (1 − 0.4 × 0.7) = 7.5.
		['that and no signal', { reversalProbability: 0.5, expectedCarry: -1 }, 7.5],
		['a certain carry is a perfect signal', { carrySd: 0 }, 1],
		// Liquidation is 1 / 10 − 0.005 = 0.095 away. The grade is 1 + 9 × 0.8 × (0.5 − 0.095) / 0.48 = 7.1.
		['ten times leverage', { leverage: 10 }, 7.1],
		['no history', { historyDays: 0 }, 4.2],
		['an exit as large as the book', { exitDepthUsd: 500 }, 5.5],
		['an exit into an empty book', { exitDepthUsd: 0 }, 5.5],
		['a blocking guard', { blockingGuards: 1 }, 9.1],
		['a warning', { warningGuards: 1 }, 1.7],
		['all the small ones', { rateCapped: 1, quotesDiffer: 1, intervalsDiffer: 1 }, 5.2],
	])('risk: %s', (_why, change, score) => {
		expect(riskScore({ ...SAFE, ...change })).toBe(score);
	});
});

/** For each input, the direction of change that raises the grade. */
const LIQUIDITY_RISES: Readonly<Record<keyof LiquidityInputs, 1 | -1>> = {
	depthUsd: 1,
	bidAskBps: -1,
	volume24hUsd: 1,
	openInterestUsd: 1,
	legNotionalUsd: -1,
};
const RISK_RISES: Readonly<Record<keyof RiskInputs, 1 | -1>> = {
	expectedCarry: -1,
	carrySd: 1,
	reversalProbability: 1,
	leverage: 1,
	maintenanceMargin: 1,
	rateCapped: 1,
	basisSd: 1,
	basisDeviation: 1,
	quotesDiffer: 1,
	historyDays: -1,
	legNotionalUsd: 1,
	exitDepthUsd: -1,
	blockingGuards: 1,
	warningGuards: 1,
	intervalsDiffer: 1,
};

const usd = fc.oneof(fc.constant(0), fc.double({ min: 1, max: 1e11, noNaN: true }));
const liquidityInputs: fc.Arbitrary<LiquidityInputs> = fc.record({
	depthUsd: usd,
	bidAskBps: fc.double({ min: 0, max: 2_000, noNaN: true }),
	volume24hUsd: fc.oneof(usd, fc.constant(Number.NaN)),
	openInterestUsd: fc.oneof(usd, fc.constant(Number.NaN)),
	legNotionalUsd: usd,
});
const flag = fc.constantFrom(0, 1);
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const riskInputs: fc.Arbitrary<RiskInputs> = fc.record({
	expectedCarry: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
	carrySd: fc.double({ min: 0, max: 0.05, noNaN: true }),
	reversalProbability: fraction,
	leverage: fc.double({ min: 1, max: 200, noNaN: true }),
	maintenanceMargin: fc.double({ min: 0, max: 0.1, noNaN: true }),
	rateCapped: flag,
	basisSd: fc.oneof(fraction, fc.constant(Number.NaN)),
	basisDeviation: fc.oneof(fraction, fc.constant(Number.NaN)),
	quotesDiffer: flag,
	historyDays: fc.integer({ min: 0, max: 400 }),
	legNotionalUsd: usd,
	exitDepthUsd: fc.oneof(usd, fc.constant(Number.NaN)),
	blockingGuards: fc.integer({ min: 0, max: 5 }),
	warningGuards: fc.integer({ min: 0, max: 9 }),
	intervalsDiffer: flag,
});

function isGrade(score: number): boolean {
	return score >= 1 && score <= 10 && Number(score.toFixed(1)) === score;
}

describe.each(Object.entries(LIQUIDITY_RISES))('liquidity by %s', (name, rises) => {
	test('is a grade and never falls with a better input', () => {
		fc.assert(
			fc.property(liquidityInputs, liquidityInputs, (inputs, other) => {
				const changed = { ...inputs, [name]: other[name as keyof LiquidityInputs] };
				const [a, b] = [inputs, changed].map((each) => each[name as keyof LiquidityInputs]) as [
					number,
					number,
				];
				const difference = liquidityScore(changed) - liquidityScore(inputs);
				expect(isGrade(liquidityScore(inputs))).toBe(true);
				if (Number.isFinite(a) && Number.isFinite(b))
					expect(difference * (b - a) * rises).toBeGreaterThanOrEqual(0);
			}),
		);
	});
});

describe.each(Object.entries(RISK_RISES))('risk by %s', (name, rises) => {
	test('is a grade and never falls with a worse input', () => {
		fc.assert(
			fc.property(riskInputs, riskInputs, (inputs, other) => {
				const changed = { ...inputs, [name]: other[name as keyof RiskInputs] };
				const [a, b] = [inputs, changed].map((each) => each[name as keyof RiskInputs]) as [number, number];
				const difference = riskScore(changed) - riskScore(inputs);
				expect(isGrade(riskScore(inputs))).toBe(true);
				if (Number.isFinite(a) && Number.isFinite(b))
					expect(difference * (b - a) * rises).toBeGreaterThanOrEqual(0);
			}),
		);
	});
});

describe('components', () => {
	test('names every component, and each changes the score by itself', () => {
		const dry = gradeLiquidity({ ...DEEP, depthUsd: 0 });
		expect(Object.keys(dry.components)).toEqual(Object.keys(LIQUIDITY_COMPONENTS));
		expect(dry).toMatchObject({ score: 1, components: { depth: 1, volume: 10, size: 1 }, reason: null });
		const risky = gradeRisk({ ...SAFE, reversalProbability: 0.5 });
		expect(Object.keys(risky.components)).toEqual(Object.keys(RISK_COMPONENTS));
		expect(risky).toMatchObject({ score: 6.4, components: { reversal: 6.4, signal: 1 }, missing: [] });
	});

	test('has liquidity shares that sum to one, and no danger that is certain alone', () => {
		const shares = Object.values(LIQUIDITY_COMPONENTS).map((row) => row.share);
		expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
		for (const { share } of Object.values(RISK_COMPONENTS)) expect(share).toBeLessThan(1);
	});

	test('grades the same with and without components', () => {
		fc.assert(
			fc.property(liquidityInputs, riskInputs, (liquidity, risk) => {
				expect(gradeLiquidity(liquidity).score).toBe(liquidityScore(liquidity));
				expect(gradeRisk(risk).score).toBe(riskScore(risk));
			}),
		);
	});

	test('leaves out and names an unknown input that is not essential', () => {
		const graded = gradeLiquidity({ ...DEEP, volume24hUsd: Number.NaN });
		expect(graded).toMatchObject({
			score: 10,
			components: { volume: null },
			missing: ['volume'],
			reason: null,
		});
	});

	test.each<[Partial<LiquidityInputs>, string]>([
		[{ depthUsd: Number.NaN }, 'smallest depth'],
		[{ bidAskBps: Number.NaN }, 'bid-ask'],
		[{ legNotionalUsd: Number.NaN }, 'notional'],
	])('has no liquidity score without %j, and gives the reason', (change, words) => {
		const graded = gradeLiquidity({ ...DEEP, ...change });
		expect(graded.score).toBeNull();
		expect(graded.reason?.text).toContain(words);
		expect(liquidityScore({ ...DEEP, ...change })).toBeNaN();
	});

	test.each<[Partial<RiskInputs>, string]>([
		[{ expectedCarry: Number.NaN }, 'expected carry'],
		[{ carrySd: Number.NaN }, 'expected carry'],
		[{ carrySd: Number.NaN, expectedCarry: -1 }, 'expected carry'],
		[{ reversalProbability: Number.NaN }, 'turns negative'],
		[{ leverage: Number.NaN }, 'liquidates'],
		[{ maintenanceMargin: Number.NaN }, 'liquidates'],
		[{ historyDays: Number.NaN }, 'on both legs'],
	])('has no risk score without %j, and gives the reason', (change, words) => {
		const graded = gradeRisk({ ...SAFE, ...change });
		expect(graded.score).toBeNull();
		expect(graded.reason?.text).toContain(words);
		expect(riskScore({ ...SAFE, ...change })).toBeNaN();
	});
});
