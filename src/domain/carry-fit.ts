/**
 * Fits the model of carry on what is past: pooled ridge weights per horizon toward those of a prior model, then how much
 * of past promises arrived and how far they were off, judged only on promises made before their outcome. Pure and
 * deterministic; nothing stamped after the hour of the fit is read.
 */
import { advancePair, CARRY_FEATURES, createPairHistory, viewPair } from './carry-features.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel, type HorizonModel } from './carry-model.ts';
import { type LegHistory, paidSince, settlementsUpTo } from './leg-history.ts';

/** A pair to learn from: short the first, long the second. */
export type CarryPair = { readonly key: string; readonly first: LegHistory; readonly second: LegHistory };

const STEP_HOURS = 7;
const HISTORY_HOURS_MIN = 720;
const FOLD_HOURS = 672;
const HALF_LIFE_HOURS = 24 * 180;
const TARGET_MAX = 8;
const RIDGE = 30;
const GAMMA = 0;
const KNOWN_SHARE = 0.97;
const H = CARRY_HORIZONS_HOURS.length;
const K = CARRY_FEATURES;
const GRAM = (K * (K + 1)) / 2;
const ROW = GRAM + K + 1;
const QUANTILES = 100;
const RECAL_ROWS = 0.1;

type Sample = {
	readonly hour: number;
	readonly pair: number;
	readonly scale: number;
	readonly movement: number;
	readonly features: Float64Array;
	readonly targets: Float64Array;
};

function* samplesOf(pair: CarryPair, atHour: number, prior: CarryModel): Generator<Sample> {
	const history = createPairHistory(pair.first, pair.second);
	if (history === undefined) return;
	const features = new Float64Array(K);
	const targets = new Float64Array(H);
	const start = Math.ceil((history.since + HISTORY_HOURS_MIN) / STEP_HOURS) * STEP_HOURS;
	for (let hour = start; hour < atHour; hour += STEP_HOURS) {
		advancePair(history, pair.first, pair.second, hour);
		const view = viewPair(history, pair.first, pair.second, hour, prior.typicalSquare, features, 0);
		if (view === undefined || view.observedHours < HISTORY_HOURS_MIN) continue;
		for (let index = 0; index < H; index += 1) {
			targets[index] = received(pair, hour, CARRY_HORIZONS_HOURS[index] as number, atHour);
		}
		yield { hour, pair: 0, scale: view.scale, movement: view.movement, features, targets };
	}
}

/** Mean carry per hour over the horizon; NaN where it is not over or not known. */
function received(pair: CarryPair, hour: number, hours: number, atHour: number): number {
	const end = hour + hours;
	if (end > atHour) return Number.NaN;
	const first = paidSince(pair.first, hour, settlementsUpTo(pair.first, end));
	const second = paidSince(pair.second, hour, settlementsUpTo(pair.second, end));
	if (Math.min(first.hours, second.hours) < KNOWN_SHARE * hours) return Number.NaN;
	return (first.rates - second.rates) / hours;
}

export function fitCarryModel(pairs: readonly CarryPair[], atHour: number, prior: CarryModel): CarryModel {
	let oldest = atHour;
	for (const pair of pairs)
		oldest = Math.min(oldest, pair.first.hours[0] ?? atHour, pair.second.hours[0] ?? atHour);
	const folds = Math.max(1, Math.ceil((atHour - oldest) / FOLD_HOURS));
	const sums = new Float64Array(folds * H * ROW);
	let rows = 0;
	let squares = 0;
	for (const pair of pairs) {
		for (const sample of samplesOf(pair, atHour, prior)) {
			rows += 1;
			squares += sample.scale ** 2;
			const decay = 0.5 ** ((atHour - sample.hour) / HALF_LIFE_HOURS) * (sample.scale / 1e-5) ** GAMMA;
			for (let index = 0; index < H; index += 1) {
				const target = sample.targets[index] as number;
				if (Number.isNaN(target)) continue;
				const hours = CARRY_HORIZONS_HOURS[index] as number;
				const fold = Math.min(folds - 1, Math.floor((atHour - sample.hour - hours) / FOLD_HOURS));
				const scaled = Math.min(Math.max(target / sample.scale, -TARGET_MAX), TARGET_MAX);
				addRow(
					sums,
					(fold * H + index) * ROW,
					sample.features,
					scaled,
					(decay * STEP_HOURS) / Math.max(STEP_HOURS, hours),
				);
			}
		}
	}
	// Sums of everything known at the end of each fold.
	for (let fold = folds - 2; fold >= 0; fold -= 1) {
		for (let at = 0; at < H * ROW; at += 1) {
			sums[fold * H * ROW + at] =
				(sums[fold * H * ROW + at] as number) + (sums[(fold + 1) * H * ROW + at] as number);
		}
	}
	const weights: number[][][] = [];
	for (let fold = 0; fold <= folds; fold += 1) {
		const grow = 0.5 ** ((fold * FOLD_HOURS) / HALF_LIFE_HOURS);
		weights.push(
			prior.horizons.map((horizon, index) =>
				fold === folds
					? [...horizon.weights]
					: solve(sums, (fold * H + index) * ROW, RIDGE * grow, horizon.weights),
			),
		);
	}
	const promised: number[][] = prior.horizons.map(() => []);
	const arrived: number[][] = prior.horizons.map(() => []);
	const moved: number[][] = prior.horizons.map(() => []);
	for (const pair of pairs) {
		for (const sample of samplesOf(pair, atHour, prior)) {
			const fold = Math.floor((atHour - sample.hour) / FOLD_HOURS) + 1;
			for (let index = 0; index < H; index += 1) {
				const target = sample.targets[index] as number;
				if (Number.isNaN(target)) continue;
				const p = dot(weights[Math.min(fold, folds)]?.[index] as number[], sample.features) * sample.scale;
				promised[index]?.push(p);
				arrived[index]?.push(target);
				moved[index]?.push(sample.movement);
			}
		}
	}
	return {
		fittedAtHour: atHour,
		rows,
		scoredRows: promised[0]?.length ?? 0,
		typicalSquare: rows === 0 ? prior.typicalSquare : squares / rows,
		horizons: prior.horizons.map((horizon, index) =>
			judged(
				weights[0]?.[index] as number[],
				horizon,
				promised[index] as number[],
				arrived[index] as number[],
				moved[index] as number[],
			),
		),
	};
}

function judged(
	weights: readonly number[],
	prior: HorizonModel,
	promised: number[],
	arrived: number[],
	moved: number[],
): HorizonModel {
	let py = 0;
	let pp = 0;
	promised.forEach((p, i) => {
		const v = 1; // (moved[i] as number);
		py += (p / v) * ((arrived[i] as number) / v);
		pp += (p / v) ** 2;
	});
	if (promised.length < 300) return { ...prior, weights };
	const recalibration = Math.min(1.3, Math.max(0.5, (py + RECAL_ROWS * pp) / (pp + RECAL_ROWS * pp)));
	const errors = promised.map(
		(p, i) => (Math.sign(p) * ((arrived[i] as number) - recalibration * p)) / (moved[i] as number),
	);
	const sizes = Float64Array.from(errors, Math.abs).sort();
	const sdFactor = Math.max(1e-3, sizes[Math.floor(0.6827 * (sizes.length - 1))] as number);
	const sorted = Float64Array.from(errors, (e) => e / sdFactor).sort();
	const errorQuantiles = Array.from(
		{ length: QUANTILES + 1 },
		(_, i) => sorted[Math.round((i / QUANTILES) * (sorted.length - 1))] as number,
	);
	return { weights, recalibration, sdFactor, errorQuantiles };
}

export function dot(weights: readonly number[], features: Float64Array): number {
	let sum = 0;
	for (let index = 0; index < K; index += 1) sum += (weights[index] as number) * (features[index] as number);
	return sum;
}

function addRow(sums: Float64Array, at: number, x: Float64Array, y: number, weight: number): void {
	let place = at;
	for (let i = 0; i < K; i += 1) {
		const xi = weight * (x[i] as number);
		for (let j = 0; j <= i; j += 1) {
			sums[place] = (sums[place] as number) + xi * (x[j] as number);
			place += 1;
		}
	}
	const b = at + GRAM;
	for (let i = 0; i < K; i += 1) sums[b + i] = (sums[b + i] as number) + weight * y * (x[i] as number);
	sums[b + K] = (sums[b + K] as number) + weight;
}

function solve(sums: Float64Array, at: number, ridge: number, toward: readonly number[]): number[] {
	const L = new Float64Array(K * K);
	let place = at;
	for (let i = 0; i < K; i += 1)
		for (let j = 0; j <= i; j += 1) {
			L[i * K + j] = (sums[place] as number) + (i === j ? ridge : 0);
			place += 1;
		}
	const w = new Float64Array(K);
	for (let i = 0; i < K; i += 1) w[i] = (sums[at + GRAM + i] as number) + ridge * (toward[i] as number);
	for (let i = 0; i < K; i += 1) {
		for (let j = 0; j <= i; j += 1) {
			let s = L[i * K + j] as number;
			for (let k = 0; k < j; k += 1) s -= (L[i * K + k] as number) * (L[j * K + k] as number);
			L[i * K + j] = i === j ? Math.sqrt(s) : s / (L[j * K + j] as number);
		}
	}
	for (let i = 0; i < K; i += 1) {
		let s = w[i] as number;
		for (let k = 0; k < i; k += 1) s -= (L[i * K + k] as number) * (w[k] as number);
		w[i] = s / (L[i * K + i] as number);
	}
	for (let i = K - 1; i >= 0; i -= 1) {
		let s = w[i] as number;
		for (let k = i + 1; k < K; k += 1) s -= (L[k * K + i] as number) * (w[k] as number);
		w[i] = s / (L[i * K + i] as number);
	}
	return [...w];
}
