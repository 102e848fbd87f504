/** Compares the figures of two results, for a page that shows both side by side. */
import { oddsRows } from './forecast-figures.ts';
import type { ReplayResult } from './result.ts';

/** Unit of a compared figure. Fractions are shown as percentages. */
export type FigureUnit = 'usd' | 'fraction' | 'ratio' | 'count' | 'ms';

/** One figure of both results. */
export type ComparedFigure = {
	/** Name of the figure, such as `Net a year`. */
	readonly figure: string;
	readonly unit: FigureUnit;
	readonly a: number | null;
	readonly b: number | null;
	/** `b` less `a`; null if one is not known. */
	readonly difference: number | null;
};

type Figure = readonly [figure: string, unit: FigureUnit, of: (result: ReplayResult) => number | null];

/** The compared figures, in the order of a report. */
const FIGURES: readonly Figure[] = [
	['Net a year', 'fraction', ({ outcome }) => outcome.netPerYear],
	['Lower end of its 90 % interval', 'fraction', ({ outcome }) => outcome.interval?.low ?? null],
	['Upper end of its 90 % interval', 'fraction', ({ outcome }) => outcome.interval?.high ?? null],
	['Net', 'usd', ({ outcome }) => outcome.parts.net],
	['Funding received', 'usd', ({ outcome }) => outcome.parts.fundingReceived],
	['Funding paid', 'usd', ({ outcome }) => outcome.parts.fundingPaid],
	['Fees', 'usd', ({ outcome }) => outcome.parts.fees],
	['Slippage', 'usd', ({ outcome }) => outcome.parts.slippage],
	['Price basis', 'usd', ({ outcome }) => outcome.parts.basis],
	['Interest on idle capital', 'usd', ({ outcome }) => outcome.parts.idleInterest],
	['Trades', 'count', ({ outcome }) => outcome.trades],
	['Largest drawdown', 'usd', ({ outcome }) => outcome.drawdown.usd],
	['Largest drawdown, share of the peak', 'fraction', ({ outcome }) => outcome.drawdown.share],
	['Sharpe ratio, yearly', 'ratio', ({ outcome }) => outcome.sharpe],
	['Net when acting one step later', 'usd', ({ honesty }) => honesty.oneStepLate?.outcome.parts.net ?? null],
	['Mean idle capital', 'usd', ({ columns }) => meanOf(columns.idle)],
	['Mean exposure, both legs', 'usd', ({ columns }) => meanOf(columns.exposure)],
	['Unhedged time', 'ms', ({ positions }) => positions.reduce((sum, { unhedgedMs }) => sum + unhedgedMs, 0)],
	['Stated probability of profit', 'fraction', (result) => meanOdds(result, 'stated')],
	['Positions that made a profit', 'fraction', (result) => meanOdds(result, 'cameTrue')],
	['Transfers needed', 'usd', ({ transfers }) => transfers.reduce((sum, { usd }) => sum + usd, 0)],
	['Refused requests', 'count', ({ refusals }) => refusals.reduce((sum, { count }) => sum + count, 0)],
];

/** Returns one row per figure. Results of different spans or data compare too; the caller shows both settings. */
export function compareResults(a: ReplayResult, b: ReplayResult): readonly ComparedFigure[] {
	return FIGURES.map(([figure, unit, of]) => {
		const [one, other] = [of(a), of(b)];
		return {
			...{ figure, unit, a: one, b: other },
			difference: one === null || other === null ? null : other - one,
		};
	});
}

function meanOf(values: readonly number[]): number | null {
	return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns a mean over the closed positions with a stated probability. */
function meanOdds({ positions }: ReplayResult, member: 'stated' | 'cameTrue'): number | null {
	const rows = oddsRows(positions);
	const count = rows.reduce((sum, row) => sum + row.count, 0);
	return count === 0 ? null : rows.reduce((sum, row) => sum + row[member] * row.count, 0) / count;
}
