/** Turns a coin's settled funding into a chart. Pure functions, which only arrange figures. */
import type { MethodResult } from '../../../client/methods.ts';
import type { ChartModel, ChartSeries } from '../charts/chart-model.ts';
import { venueName } from '../figures/venues.ts';

export type CoinFunding = MethodResult<'funding_history'>;
export type FundingSeries = CoinFunding['series'][number];

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Distance from which two points are not connected, seconds: more than one missing settlement, or a missing day. */
const GAP_S = { settlement: DAY_S, day: 2 * DAY_S } as const;
const COLOURS = ['--ink', '--long', '--short', '--warn', '--accent', '--bad'] as const;
const STROKES = ['solid', 'dashed', 'dotted'] as const;

/** Builds the chart with one line per contract that has points. Colour and stroke together are unique up to 18 lines. */
export function historyModel({ series, step }: CoinFunding): ChartModel {
	const drawn = series.filter(({ points }) => points.length > 0);
	return {
		step: step === 'day' ? DAY_S : HOUR_S,
		series: drawn.map(
			(one, index): ChartSeries => ({
				name: nameOf(one, drawn),
				kind: 'line',
				stroke: STROKES[Math.floor(index / COLOURS.length) % STROKES.length] ?? 'solid',
				colour: COLOURS[index % COLOURS.length] ?? '--ink',
				gapS: GAP_S[step],
				points: one.points.map(({ timestamp, rate_8h }) => ({ time: timestamp, value: rate_8h })),
			}),
		),
	};
}

/** Returns the exchange's name, with the symbol if the exchange has several contracts in the chart. */
function nameOf({ exchange, symbol }: FundingSeries, all: readonly FundingSeries[]): string {
	const isOnly = all.filter((other) => other.exchange === exchange).length === 1;
	return isOnly ? venueName(exchange) : `${venueName(exchange)} ${symbol}`;
}
