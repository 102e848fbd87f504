/** Phrases about how long the margin of an account lasts. */
import type { Figure, Writer } from './sentence.ts';

/** How long a margin lasts. */
export const runway = {
	/**
	 * @param hours null for more than a year
	 * @param add margin that the position lacks, or null
	 * @param move transfer that covers it, or null
	 */
	lasts: (
		{
			hours,
			symbol,
			asset,
			add,
			move,
		}: {
			readonly hours: number | null;
			readonly symbol: string;
			readonly asset: string;
			readonly add: Figure | null;
			readonly move: { readonly amount: Figure; readonly from: string; readonly to: string } | null;
		},
		write: Writer,
	) => {
		const lasts = `${hours === null ? 'more than a year' : `${hours} h`} at 2 sigma`;
		if (move !== null)
			return `${lasts}; move ${write.number(move.amount)} ${asset} from ${move.from} to ${move.to}`;
		return add === null ? lasts : `${lasts}; add ${write.number(add)} ${asset} to the margin of ${symbol}`;
	},
};
