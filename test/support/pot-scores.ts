/** Builds artificial scores of one pot, for tests of goals and reports. */
import {
	MARGINS,
	type MarginScore,
	MONTH_FIRST_COME,
	PLANNER,
	type PotScores,
} from '../../research/pot-scores.ts';

/** Returns an estimate with an interval of 1 around it. */
export function around(value: number) {
	return { value, interval: { low: value - 0.5, high: value + 0.5 } };
}

/** Returns the score of a rule that nets the given % of G a year, under either margin. */
function marginScoreOf(net: number, plannerLess: number | null): MarginScore {
	const less = plannerLess === null ? null : around(plannerLess);
	return {
		run: {
			from: 0,
			net: new Float64Array(0),
			turnover: 9.9,
			orders: 98.2,
			invested: 0.99,
			oneSided: 0.54,
			coinNet: new Map([
				['AAA', 0.02],
				['BBB', 0.01],
				['CCC', 0.009],
				['DDD', 0.003],
				['EEE', -0.002],
			]),
		},
		net: around(net),
		plannerLess: less,
		late: { net: around(net - 0.2), plannerLess: less },
		drawdown: 0.16,
		worstQuarter: net - 1,
	};
}

/** Returns the scores of a planner that nets `planner` and of the 30-day rule, first come that net `placed`. */
export function potScoresOf(planner: number, placed: number): PotScores {
	const both = (net: number, less: number | null) => {
		const [none, split] = MARGINS.map(() => marginScoreOf(net, less));
		return { none: none as MarginScore, split: split as MarginScore };
	};
	return [
		{ name: PLANNER, ...both(planner, null) },
		{ name: MONTH_FIRST_COME, ...both(placed, planner - placed) },
	];
}
