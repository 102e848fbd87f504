/** Writes the command that repeats an order. */

import { DEFAULT_ORDER, type ReplayOrder } from './order.ts';

/** Returns the command, with only the flags that differ from the defaults. */
export function commandOf(order: ReplayOrder): string {
	const usual = DEFAULT_ORDER;
	const flag = (name: string, value: string | number | undefined, usualValue?: unknown): readonly string[] =>
		value === undefined || value === usualValue ? [] : [`--${name}`, quoted(String(value))];
	const words = [
		'carrywire replay',
		...order.data.flatMap((path) => flag('data', path)),
		...flag('grade', order.grade),
		...flag('from', instant(order.from)),
		...flag('until', instant(order.until)),
		...flag('policy', order.policy),
		...Object.entries(order.set).flatMap(([name, value]) => flag('set', `${name}=${value}`)),
		...Object.entries(order.sweep).flatMap(([name, values]) => flag('sweep', `${name}=${values.join(',')}`)),
		...flag('capital', order.capitalUsd, usual.capitalUsd),
		...flag('users', order.users, usual.users),
		...flag('exchanges', order.exchanges?.join(',')),
		...flag('coins', order.coins?.join(',')),
		...(order.walkForward === undefined
			? []
			: flag('walk-forward', `${order.walkForward.trainDays}d/${order.walkForward.testDays}d`)),
		...flag('fees', feesText(order)),
		...flag('slippage', order.slippageBp, usual.slippageBp),
		...flag('impact', order.impactBp, usual.impactBp),
		...flag('price', order.priceUsd, usual.priceUsd),
		...flag('lag', order.publicationLagS, usual.publicationLagS),
		...flag('cash-rate', order.cashRatePct, usual.cashRatePct),
		...flag('idle-rate', order.idleRatePct, usual.idleRatePct),
		...order.without.flatMap((rule) => flag('without', rule)),
		...(order.compare ? [] : ['--no-compare']),
		...flag('seed', order.seed, usual.seed),
	];
	return words.join(' ');
}

function feesText({ feesBp }: ReplayOrder): string | undefined {
	const texts = Object.entries(feesBp).map(([venue, { taker, maker }]) => `${venue}=${taker}/${maker}`);
	return texts.length === 0 ? undefined : texts.join(',');
}

function instant(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}

/** Quotes a word for a POSIX shell if it needs it. */
function quoted(word: string): string {
	return /^[\w./:=,@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
