/**
 * Builds the public view of a book, which combines the best levels of background liquidity and users' orders.
 * Computes the changes between two such views.
 */
import { add, ZERO } from '../../src/domain/decimal.ts';
import type { BackgroundLevel } from './background-book.ts';
import { type RestingOrder, remainingOf } from './resting-orders.ts';
import type { BookLevel, Side } from './types.ts';

/** Maximum public levels per side. */
export const VISIBLE_LEVELS_MAX = 50;

/** Merges background levels and orders on one side, both best first, into one level per price. */
export function mergeLevels(
	side: Side,
	background: readonly BackgroundLevel[],
	orders: readonly RestingOrder[],
): BookLevel[] {
	const levels: BookLevel[] = [];
	let next = 0;
	let order = 0;
	while (levels.length <= VISIBLE_LEVELS_MAX) {
		const level = background[next];
		const resting = orders[order];
		if (level === undefined && resting === undefined) break;
		const takeOrder =
			resting !== undefined &&
			(level === undefined || (side === 'buy' ? resting.price > level.price : resting.price < level.price));
		const price = takeOrder ? resting.price : (level?.price ?? ZERO);
		const quantity = takeOrder ? remainingOf(resting.order) : (level?.quantity ?? ZERO);
		if (takeOrder) order += 1;
		else next += 1;
		const last = levels[levels.length - 1];
		if (last !== undefined && last[0] === price) levels[levels.length - 1] = [price, add(last[1], quantity)];
		else levels.push(takeOrder || level === undefined ? [price, quantity] : level.shown);
	}
	return levels.slice(0, VISIBLE_LEVELS_MAX);
}

/**
 * Returns a function that formats one side of a book repeatedly. It caches the text of unchanged levels, because most
 * of a side does not change between two books.
 */
export function keptTexts(write: (level: BookLevel) => string): (levels: readonly BookLevel[]) => string {
	let written: readonly BookLevel[] = [];
	let texts: readonly string[] = [];
	let whole = '';
	return (levels) => {
		if (levels === written) return whole;
		texts = levels.map(
			(level, index) => (written[index] === level ? texts[index] : undefined) ?? write(level),
		);
		written = levels;
		whole = texts.join(',');
		return whole;
	};
}

/** Returns the changes that turn `from` into `to`, both best first: absolute new quantities, 0 for removed levels. */
export function changedLevels(
	side: Side,
	from: readonly BookLevel[],
	to: readonly BookLevel[],
): readonly BookLevel[] {
	const changes: BookLevel[] = [];
	if (from === to) return changes;
	let old = 0;
	let now = 0;
	for (;;) {
		const was = from[old];
		const is = to[now];
		if (was === undefined && is === undefined) return changes;
		if (was !== undefined && is !== undefined && was[0] === is[0]) {
			if (was[1] !== is[1]) changes.push(is);
			old += 1;
			now += 1;
		} else if (
			is === undefined ||
			(was !== undefined && (side === 'buy' ? was[0] > is[0] : was[0] < is[0]))
		) {
			if (was !== undefined) changes.push([was[0], ZERO]);
			old += 1;
		} else {
			changes.push(is);
			now += 1;
		}
	}
}
