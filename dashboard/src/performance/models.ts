/** Turns histories from the service into chart models. Pure functions, which only arrange figures. */
import type { ExecutionHistoryResult, PortfolioHistoryResult } from '../../../client/methods.ts';
import type { ChartMarker, ChartModel, ChartPoint, ChartSeries } from '../charts/chart-model.ts';
import { coins, price, usd } from '../figures/money.ts';
import { venueName } from '../figures/venues.ts';
import { EXECUTION_CHARTS, PORTFOLIO_CHARTS } from './text.ts';

export type PortfolioHistory = PortfolioHistoryResult;
export type ExecutionHistory = ExecutionHistoryResult;

const DAY_S = 86_400;
const HALF_DAY_S = DAY_S / 2;
/** A sample's time is a multiple of its step, so a longer distance than one step is a gap. */
const GAP_STEPS = 1.5;

/** Returns the known values of a series from the service, each at its time. */
export function seriesPoints(
	timestamps: readonly number[],
	values: readonly (number | null)[],
): readonly ChartPoint[] {
	return timestamps.flatMap((time, index) => {
		const value = values[index] ?? null;
		return value === null ? [] : [{ time, value }];
	});
}

/** Builds the chart of equity or of profit. @param exchange an exchange, or '' for all of them together */
export function equityModel(
	{ equity }: PortfolioHistory,
	what: 'equity' | 'profit',
	exchange: string,
): ChartModel {
	const { timestamps, resolution_seconds: step } = equity;
	const series = exchange === '' ? equity.total : equity.exchanges.find((one) => one.exchange === exchange);
	return {
		step,
		series: [
			{
				name: what === 'equity' ? PORTFOLIO_CHARTS.equityName : PORTFOLIO_CHARTS.profitName,
				kind: what === 'equity' ? 'line' : 'area',
				stroke: 'solid',
				colour: what === 'equity' ? '--accent' : '--long',
				lossColour: '--short',
				gapS: GAP_STEPS * step,
				points: seriesPoints(timestamps, series?.[what] ?? []),
			},
		],
	};
}

/** Builds the bars of realized profit by UTC day. Each bar is at noon UTC, so that it shows that day's date. */
export function dayModel({ profit }: PortfolioHistory): ChartModel {
	return {
		step: DAY_S,
		series: [
			{
				name: PORTFOLIO_CHARTS.realisedName,
				kind: 'bars',
				stroke: 'solid',
				colour: '--long',
				lossColour: '--short',
				points: profit.days.map(({ day, realized }) => ({
					time: Date.parse(day) / 1_000 + HALF_DAY_S,
					value: realized,
				})),
			},
		],
	};
}

/** Builds the chart of received and forecast yields at the times of closing. */
export function yieldModel({ yields }: PortfolioHistory): ChartModel {
	const pointsOf = (read: (row: PortfolioHistory['yields']['executions'][number]) => number | null) => {
		const byTime = new Map<number, number>();
		for (const row of yields.executions) {
			const value = read(row);
			if (value !== null) byTime.set(Math.floor(Date.parse(row.closed_at) / 1_000), value);
		}
		return [...byTime].sort(([a], [b]) => a - b).map(([time, value]) => ({ time, value }));
	};
	const { received, forecast } = PORTFOLIO_CHARTS.yields;
	return {
		step: DAY_S,
		series: [
			{
				name: received,
				kind: 'line',
				stroke: 'solid',
				colour: '--accent',
				points: pointsOf((row) => row.realized_apr),
			},
			{
				name: forecast,
				kind: 'line',
				stroke: 'dashed',
				colour: '--soft',
				points: pointsOf((row) => row.forecast_apr),
			},
		],
	};
}

/** Builds the chart of an execution's profit by component. Costs are drawn below zero. */
export function profitModel({ samples }: ExecutionHistory): ChartModel {
	const { timestamps, resolution_seconds: step } = samples;
	const line = (
		name: string,
		look: Pick<ChartSeries, 'stroke' | 'colour'>,
		values: readonly (number | null)[],
	): ChartSeries => ({
		name,
		kind: 'line',
		...look,
		gapS: GAP_STEPS * step,
		points: seriesPoints(timestamps, values),
	});
	const costs = (values: readonly (number | null)[]) =>
		values.map((value) => (value === null || value === 0 ? value : -value));
	return {
		step,
		series: [
			line(EXECUTION_CHARTS.total, { stroke: 'solid', colour: '--ink' }, samples.total_pnl),
			line(EXECUTION_CHARTS.price, { stroke: 'dashed', colour: '--accent' }, samples.price_pnl),
			line(EXECUTION_CHARTS.funding, { stroke: 'solid', colour: '--long' }, samples.funding_pnl),
			line(EXECUTION_CHARTS.fees, { stroke: 'dashed', colour: '--short' }, costs(samples.fee_cost)),
			line(EXECUTION_CHARTS.slippage, { stroke: 'dotted', colour: '--short' }, costs(samples.slippage_cost)),
		],
	};
}

/** Builds the steps of net funding, with a marker for each settlement. */
export function fundingModel({ funding, samples }: ExecutionHistory): ChartModel {
	return {
		step: Math.max(samples.resolution_seconds, DAY_S / 24),
		series: [
			{
				name: EXECUTION_CHARTS.cumulative,
				kind: 'step',
				stroke: 'solid',
				colour: '--long',
				points: lastPerSecond(funding, (row) => row.cumulative),
			},
		],
		markers: funding.map(({ time, exchange, amount }) => ({
			time: secondsOf(time),
			name: EXECUTION_CHARTS.settlement(venueName(exchange), usd(amount, true)),
			shape: 'circle',
			colour: amount < 0 ? '--short' : '--long',
		})),
	};
}

/** Builds the chart of the basis, with the basis at entry as a guide. */
export function basisModel({ samples, entry_basis: entry }: ExecutionHistory): ChartModel {
	const { timestamps, resolution_seconds: step } = samples;
	const points = seriesPoints(timestamps, samples.basis);
	const [first, last] = [points[0], points.at(-1)];
	return {
		step,
		series: [
			{
				name: EXECUTION_CHARTS.basis,
				kind: 'line',
				stroke: 'solid',
				colour: '--ink',
				gapS: GAP_STEPS * step,
				points,
			},
			{
				name: EXECUTION_CHARTS.entryBasis,
				kind: 'line',
				stroke: 'dashed',
				colour: '--accent',
				isGuide: true,
				points:
					entry === null || first === undefined || last === undefined || first.time === last.time
						? []
						: [first, last].map(({ time }) => ({ time, value: entry })),
			},
		],
	};
}

/** Builds the chart of the delta in USD. */
export function deltaModel({ samples }: ExecutionHistory): ChartModel {
	const { timestamps, resolution_seconds: step } = samples;
	return {
		step,
		series: [
			{
				name: EXECUTION_CHARTS.delta,
				kind: 'step',
				stroke: 'solid',
				colour: '--accent',
				points: seriesPoints(timestamps, samples.delta_usd),
			},
		],
	};
}

/** Builds the steps of the fees, with a marker for each fill. */
export function fillModel({ fills, samples }: ExecutionHistory): ChartModel {
	const points = [...lastPerSecond(fills, (row) => row.cumulative_fees)];
	const [first] = fills;
	const [only] = points;
	// All fills can be within one second. The fees before them are then the first of the two points of the line.
	if (points.length === 1 && first !== undefined && only !== undefined)
		points.unshift({ time: only.time - 1, value: first.cumulative_fees - first.fee });
	return {
		step: samples.resolution_seconds,
		series: [
			{
				name: EXECUTION_CHARTS.cumulativeFees,
				kind: 'step',
				stroke: 'solid',
				colour: '--short',
				points,
			},
		],
		markers: fills.map(
			(fill): ChartMarker => ({
				time: secondsOf(fill.time),
				name: EXECUTION_CHARTS.fill(
					venueName(fill.exchange),
					EXECUTION_CHARTS.sides[fill.side],
					coins(fill.quantity),
					price(fill.price),
				),
				shape: fill.side === 'buy' ? 'up' : 'down',
				colour: fill.leg === 'long' ? '--long' : '--short',
			}),
		),
	};
}

function secondsOf(time: string): number {
	return Math.floor(Date.parse(time) / 1_000);
}

/** A chart has one point per second, so the last row of each second stands for it. */
function lastPerSecond<Row extends { readonly time: string }>(
	rows: readonly Row[],
	read: (row: Row) => number,
): readonly ChartPoint[] {
	const byTime = new Map(rows.map((row) => [secondsOf(row.time), read(row)]));
	return [...byTime].map(([time, value]) => ({ time, value }));
}
