/** Arranges what the service says about pots: suggestions, decisions, and the chart of equity. Pure functions. */
import type { ChartModel, ChartPoint } from '../charts/chart-model.ts';
import type { ShownPot } from './pot-form.ts';
import { CHART } from './text.ts';

/** One decision of a pot. */
export type Decision = ShownPot['decisions'][number];
/** One change of a decision. */
export type Change = Decision['changes'][number];
/** State of a change. */
export type ChangeState = Change['state'];

/** The changes of one decision that wait for a person. */
export type Suggestion = {
	readonly pot: ShownPot;
	readonly decision: Decision;
	readonly changes: readonly Change[];
};

const MS = 1_000;
/** Steps of the time axis. A pot that is some minutes old has steps of a minute. */
const STEPS = 200;
const STEP_S_MIN = 60;

/** Returns what waits for a person, the newest decision first. */
export function suggestionsOf(pots: readonly ShownPot[]): readonly Suggestion[] {
	return pots
		.flatMap((pot) =>
			pot.decisions.map((decision) => ({
				pot,
				decision,
				changes: decision.changes.filter(({ state }) => state === 'suggested'),
			})),
		)
		.filter(({ changes }) => changes.length > 0)
		.sort((a, b) => Date.parse(b.decision.at) - Date.parse(a.decision.at));
}

/** Returns the pots of the list. A shadow pot beside a pot that is listed belongs to that one. */
export function listedPots(pots: readonly ShownPot[]): readonly ShownPot[] {
	const ids = new Set(pots.map(({ pot_id }) => pot_id));
	return pots.filter(({ shadow_of }) => shadow_of === null || !ids.has(shadow_of));
}

/** Returns the pot that the page shows first: the newest that is not stopped, or else the newest. */
export function firstPot(pots: readonly ShownPot[]): ShownPot | undefined {
	return pots.findLast(({ state }) => state !== 'stopped') ?? pots.at(-1);
}

/** True for a change that only makes a position smaller. It does not expire. */
export function isReduction({ kind }: Pick<Change, 'kind'>): boolean {
	return kind === 'close' || kind === 'reduce';
}

/** Counts the changes of a decision by state, in the order in which the states appear. */
export function statesOf({
	changes,
}: Pick<Decision, 'changes'>): readonly (readonly [ChangeState, number])[] {
	const counts = new Map<ChangeState, number>();
	for (const { state } of changes) counts.set(state, (counts.get(state) ?? 0) + 1);
	return [...counts];
}

/** Returns gain over cost; undefined if one of them is unknown, null if the change costs nothing. */
export function ratioOf({ gain, cost }: Pick<Change, 'gain' | 'cost'>): number | null | undefined {
	if (gain === null || cost === null) return undefined;
	return cost === 0 ? null : gain / cost;
}

/** Returns the drawdown as a fraction of the capital; null while it is not measured. */
export function drawdownShare({
	drawdown,
	settings,
}: Pick<ShownPot, 'drawdown' | 'settings'>): number | null {
	return drawdown === null ? null : drawdown / settings.capital;
}

/** Returns the drawdown stop as a fraction of the capital; null without one. */
export function stopShare({ settings }: Pick<ShownPot, 'settings'>): number | null {
	return settings.drawdown_pct === null ? null : settings.drawdown_pct / 100;
}

/** Builds the chart of a pot's equity, beside its shadow pot and beside cash. @param now milliseconds */
export function equityModel(pot: ShownPot, shadow: ShownPot | undefined, now: number): ChartModel {
	const ended = pot.state === 'stopped' ? Date.parse(pot.state_at) : now;
	const points = pointsOf(pot, ended);
	const from = Date.parse(pot.created_at);
	const { capital } = pot.settings;
	return {
		step: Math.max(STEP_S_MIN, Math.ceil((ended - from) / MS / STEPS)),
		series: [
			{ name: CHART.pot, kind: 'line', stroke: 'solid', colour: '--accent', points },
			...(shadow === undefined
				? []
				: [
						{
							name: CHART.shadow,
							kind: 'line',
							stroke: 'dashed',
							colour: '--short',
							points: pointsOf(shadow, shadow.state === 'stopped' ? Date.parse(shadow.state_at) : now),
						} as const,
					]),
			{
				name: CHART.cash,
				kind: 'line',
				stroke: 'dotted',
				colour: '--soft',
				isGuide: true,
				points: withoutRepeats([
					{ time: secondsOf(from), value: capital },
					{ time: secondsOf(ended), value: capital + pot.cash_profit },
				]),
			},
		],
	};
}

/** Returns the samples, and the present equity at the end. */
function pointsOf({ samples, equity }: ShownPot, ended: number): readonly ChartPoint[] {
	const sampled = samples.map(({ at, equity: value }) => ({ time: secondsOf(Date.parse(at)), value }));
	return withoutRepeats(equity === null ? sampled : [...sampled, { time: secondsOf(ended), value: equity }]);
}

/** A chart has one point per second: the last one. */
function withoutRepeats(points: readonly ChartPoint[]): readonly ChartPoint[] {
	const byTime = new Map(points.map(({ time, value }) => [time, value]));
	return [...byTime].map(([time, value]) => ({ time, value })).sort((a, b) => a.time - b.time);
}

function secondsOf(ms: number): number {
	return Math.floor(ms / MS);
}
