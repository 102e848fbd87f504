/** Compares two previews of the same terms, figure by figure, as the page writes them. Pure functions. */
import type { MethodResult } from '../../../client/methods.ts';
import { coins, usd } from '../figures/money.ts';
import { odds, percent } from '../figures/shares.ts';
import { text as shared } from '../parts/text.ts';
import { checkName } from './check-lines.ts';
import { text } from './text.ts';

export type Preview = Extract<MethodResult<'execute_opportunity'>, { preview: true }>;

/** One figure that differs, as text. */
export type PreviewChange = {
	readonly name: string;
	readonly before: string;
	readonly after: string;
	readonly isWorse: boolean;
};

/** Relative change from which a figure in USD counts as different. It moves with the price at every preview. */
const USD_SHARE_MIN = 0.01;

/** Lists the figures that differ beyond their rounding, most important first. @param coin name of the coin */
export function previewChanges(before: Preview, after: Preview, coin: string): readonly PreviewChange[] {
	const { names } = text.changes;
	const share = (value: number | null): string => percent(value, { decimals: 2, signed: true });
	const plain = (value: number | null): string => percent(value, { decimals: 2 });
	const quantity = ({ plan }: Preview): string => `${coins(plan.quantity)} ${coin}`;
	const [old, now] = [before.costs, after.costs];
	const [oldPlan, plan] = [before.plan, after.plan];
	return [
		...changed(
			names.verdict,
			shared.verdict[old.verdict],
			shared.verdict[now.verdict],
			now.verdict !== 'trade',
		),
		...changed(names.quantity, quantity(before), quantity(after), plan.quantity < oldPlan.quantity),
		...changed(names.orders, ordersOf(oldPlan), ordersOf(plan), false),
		...changed(
			names.net,
			share(old.expected_net),
			share(now.expected_net),
			isLess(now.expected_net, old.expected_net),
		),
		...changed(
			names.costs,
			plain(old.cost.total),
			plain(now.cost.total),
			isLess(gain(now.cost.total), gain(old.cost.total)),
		),
		...changed(
			names.profit,
			odds(old.probability_positive),
			odds(now.probability_positive),
			isLess(now.probability_positive, old.probability_positive),
		),
		...changedUsd(names.amount, oldPlan.planned_amount, plan.planned_amount, false),
		...changedUsd(
			names.worst,
			oldPlan.if_one_leg_fails.worst_case_usd,
			plan.if_one_leg_fails.worst_case_usd,
			plan.if_one_leg_fails.worst_case_usd > oldPlan.if_one_leg_fails.worst_case_usd,
		),
		...checkChanges(before, after),
	];
}

/**
 * Returns true if the new preview differs so much that the visitor must accept it: another verdict, quantity or way
 * to open, or figures beyond the limits of the preview that the visitor accepted last.
 */
export function needsAcceptance(accepted: Preview, after: Preview): boolean {
	const { bounds } = accepted;
	const { cost, expected_net: net, verdict } = after.costs;
	return (
		(verdict !== accepted.costs.verdict && verdict !== 'trade') ||
		after.plan.quantity !== accepted.plan.quantity ||
		ordersOf(after.plan) !== ordersOf(accepted.plan) ||
		(bounds.max_total_cost !== null && (cost.total === null || cost.total > bounds.max_total_cost)) ||
		(bounds.min_expected_net !== null && (net === null || net < bounds.min_expected_net))
	);
}

function changed(name: string, before: string, after: string, isWorse: boolean): readonly PreviewChange[] {
	return before === after ? [] : [{ name, before, after, isWorse }];
}

function changedUsd(name: string, before: number, after: number, isWorse: boolean): readonly PreviewChange[] {
	if (Math.abs(after - before) <= USD_SHARE_MIN * Math.abs(before)) return [];
	return changed(name, usd(before), usd(after), isWorse);
}

function checkChanges(before: Preview, after: Preview): readonly PreviewChange[] {
	const { passed, failed } = text.changes;
	const word = (isPassed: boolean): string => (isPassed ? passed : failed);
	const old = new Map(before.checks.map((check) => [check.check, check.passed]));
	return after.checks.flatMap((check) =>
		changed(
			checkName(check.check),
			word(old.get(check.check) ?? check.passed),
			word(check.passed),
			!check.passed,
		),
	);
}

function ordersOf({ mode, children }: Preview['plan']): string {
	return text.changes.orders(text.form.modes.find((known) => known.mode === mode)?.name ?? mode, children);
}

/** Returns true if a figure has fallen or is no longer known. */
function isLess(after: number | null, before: number | null): boolean {
	return before !== null && (after === null || after < before);
}

function gain(cost: number | null): number | null {
	return cost === null ? null : -cost;
}
