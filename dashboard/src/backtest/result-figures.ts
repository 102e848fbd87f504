/** Prepares the figures of results for tables and charts. Pure functions; money is USD, shares are fractions. */
import type { MethodResult } from '../../../client/methods.ts';
import type { ChartModel, ChartPoint } from '../charts/chart-model.ts';
import { RESULT } from './text.ts';

type Result = MethodResult<'replay_result'>;
/** The part `summary` of a result. */
export type Summary = NonNullable<Result['summary']>;
/** Outcome of a policy or of a comparison. */
export type Outcome = Summary['outcome'];
/** The part `columns` of a result. */
export type Columns = NonNullable<Result['columns']>;
/** The part `sweep` of a result. */
export type Sweep = NonNullable<Result['sweep']>;

/** One row of the waterfall. */
export type WaterfallRow = {
	readonly part: keyof typeof RESULT.parts;
	readonly usd: number;
	/** Left end and width of the bar as percentages of the drawing. */
	readonly left: number;
	readonly width: number;
	/** Position of zero, percent. */
	readonly zero: number;
};

const PARTS = ['funding_received', 'funding_paid', 'fees', 'slippage', 'basis', 'idle_interest'] as const;
/** Bars are at least this wide, percent, so that small amounts are visible. */
const NARROWEST = 0.4;
const WIDEST = 100;

/** Places each part of a net profit after the one before; the net begins at zero. Unknown parts have no row. */
export function waterfallRows(parts: Outcome['parts']): readonly WaterfallRow[] {
	let sum = 0;
	const spans: { part: WaterfallRow['part']; usd: number; from: number; to: number }[] = [];
	for (const part of PARTS) {
		const usd = parts[part];
		if (usd === null) continue;
		spans.push({ part, usd, from: sum, to: sum + usd });
		sum += usd;
	}
	spans.push({ part: 'net', usd: parts.net, from: 0, to: parts.net });
	const ends = spans.flatMap(({ from, to }) => [from, to]);
	const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
	const at = (usd: number) => (high === low ? 0 : ((usd - low) / (high - low)) * WIDEST);
	return spans.map(({ part, usd, from, to }) => ({
		part,
		usd,
		left: Math.min(at(from), at(to), WIDEST - NARROWEST),
		width: usd === 0 ? 0 : Math.max(NARROWEST, Math.abs(at(to) - at(from))),
		zero: at(0),
	}));
}

/** Views of the portfolio over time. */
export type ChartView = keyof typeof RESULT.views;

/** Returns the chart of a view. Drawdowns are percentages of the earlier peak; the others are USD. */
export function chartModel(columns: Columns, view: ChartView): ChartModel {
	const { at, equity, exposure, idle, step_s: step } = columns;
	const points = (values: readonly number[]): readonly ChartPoint[] =>
		at.flatMap((time, index) => {
			const value = values[index];
			return value === undefined ? [] : [{ time, value }];
		});
	const { series } = RESULT;
	const line = { kind: 'line', stroke: 'solid', colour: '--accent' } as const;
	if (view === 'equity') return { step, series: [{ ...line, name: series.equity, points: points(equity) }] };
	if (view === 'drawdown')
		return {
			step,
			series: [
				{ ...line, kind: 'area', colour: '--bad', name: series.drawdown, points: points(fallsOf(equity)) },
			],
		};
	return {
		step,
		series: [
			{ ...line, kind: 'step', name: series.exposure, points: points(exposure) },
			{
				...line,
				kind: 'step',
				stroke: 'dashed',
				colour: '--short',
				name: series.idle,
				points: points(idle),
			},
		],
	};
}

/** Returns how far each value is below the highest one before it, as a fraction of that; zero or negative. */
export function fallsOf(equity: readonly number[]): readonly number[] {
	let peak = Number.NEGATIVE_INFINITY;
	return equity.map((value) => {
		peak = Math.max(peak, value);
		return peak > 0 ? value / peak - 1 : 0;
	});
}

/** Unit of a compared figure. Fractions are shown as percentages. */
export type FigureUnit = 'usd' | 'fraction' | 'ratio' | 'count';

/** One figure of two results. `difference` is B less A; null if one is unknown. */
export type ComparedFigure<Key extends string = string> = {
	readonly key: Key;
	readonly unit: FigureUnit;
	readonly a: number | null;
	readonly b: number | null;
	readonly difference: number | null;
};

type Figure = readonly [unit: FigureUnit, of: (summary: Summary) => number | null];

const FIGURES = {
	net_per_year: ['fraction', ({ outcome }) => outcome.net_per_year],
	low: ['fraction', ({ outcome }) => outcome.low],
	high: ['fraction', ({ outcome }) => outcome.high],
	net: ['usd', ({ outcome }) => outcome.parts.net],
	funding_received: ['usd', ({ outcome }) => outcome.parts.funding_received],
	funding_paid: ['usd', ({ outcome }) => outcome.parts.funding_paid],
	fees: ['usd', ({ outcome }) => outcome.parts.fees],
	slippage: ['usd', ({ outcome }) => outcome.parts.slippage],
	basis: ['usd', ({ outcome }) => outcome.parts.basis],
	idle_interest: ['usd', ({ outcome }) => outcome.parts.idle_interest],
	trades: ['count', ({ outcome }) => outcome.trades],
	drawdown_usd: ['usd', ({ outcome }) => outcome.drawdown_usd],
	drawdown_share: ['fraction', ({ outcome }) => outcome.drawdown_share],
	sharpe: ['ratio', ({ outcome }) => outcome.sharpe],
	late_net: ['usd', ({ honesty }) => honesty.one_step_late?.outcome.parts.net ?? null],
	refusals: ['count', ({ counts }) => counts.refusals],
} as const satisfies Readonly<Record<string, Figure>>;

/** Returns one row per figure of two results. */
export function comparedFigures(a: Summary, b: Summary): readonly ComparedFigure<keyof typeof FIGURES>[] {
	return (Object.entries(FIGURES) as [keyof typeof FIGURES, Figure][]).map(([key, [unit, of]]) => {
		const [one, other] = [of(a), of(b)];
		return {
			key,
			unit,
			a: one,
			b: other,
			difference: one === null || other === null ? null : other - one,
		};
	});
}

/** True if two results come from the same data and the same span, so that only the settings differ. */
export function areOfSameData(a: Summary, b: Summary): boolean {
	return (
		a.data_hash === b.data_hash &&
		a.settings.from === b.settings.from &&
		a.settings.until === b.settings.until &&
		a.played_until === b.played_until
	);
}
