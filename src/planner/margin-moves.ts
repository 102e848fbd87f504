/** Covers needs from spare amounts with as few transfers as possible. Pure functions; amounts are whole USD. */

/** Whole amounts by name, USD. */
export type Amounts = ReadonlyMap<string, number>;

/** A transfer between two names, whole USD. */
export type Move = { readonly from: string; readonly to: string; readonly amount: number };

/** Largest number of steps of the search; beyond it, the greedy cover is the result. */
const STEPS_MAX = 50_000;

/**
 * Covers the needs from the spare amounts. The sum of the needs is at most that of the spare amounts. The number of
 * moves is the smallest possible, unless the search for fewer moves than the greedy cover takes too many steps.
 */
export function fewestMoves(needs: Amounts, spare: Amounts): readonly Move[] {
	let best = greedy(needs, spare);
	const budget = { steps: STEPS_MAX };
	while (best.length > needs.size) {
		const fewer = search(needs, spare, best.length - 1, budget);
		if (fewer === undefined) break;
		best = fewer;
	}
	return best;
}

/** Covers the largest need first: from the smallest spare amount that covers it alone, or else from the largest. */
function greedy(needs: Amounts, spare: Amounts): readonly Move[] {
	const left = new Map(spare);
	const moves: Move[] = [];
	for (const [to, need] of [...needs].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))) {
		let open = need;
		while (open > 0) {
			const sorted = [...left]
				.filter(([, usd]) => usd > 0)
				.sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
			const donor = sorted.find(([, usd]) => usd >= open) ?? sorted.at(-1);
			if (donor === undefined) break;
			const [from, usd] = donor;
			const amount = Math.min(usd, open);
			moves.push({ from, to, amount });
			left.set(from, usd - amount);
			open -= amount;
		}
	}
	return moves;
}

/**
 * Searches for a cover with at most `most` moves. Some smallest cover is a sequence of moves that each use up a need
 * or a spare amount: in a cover without a cycle there is always a name with one move only.
 */
function search(
	needs: Amounts,
	spare: Amounts,
	most: number,
	budget: { steps: number },
): readonly Move[] | undefined {
	const open = [...needs].filter(([, usd]) => usd > 0);
	if (open.length === 0) return [];
	// Each move ends at most one need.
	if (open.length > most || budget.steps <= 0) return undefined;
	for (const [to, need] of open)
		for (const [from, usd] of spare) {
			if (usd <= 0) continue;
			budget.steps -= 1;
			const amount = Math.min(need, usd);
			const rest = search(
				new Map(needs).set(to, need - amount),
				new Map(spare).set(from, usd - amount),
				most - 1,
				budget,
			);
			if (rest !== undefined) return [{ from, to, amount }, ...rest];
		}
	return undefined;
}
