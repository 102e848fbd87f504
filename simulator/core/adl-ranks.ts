/**
 * Keeps the ranks in the auto-deleveraging queue that the admin port has set. Without one, a position's rank follows
 * from its profit and leverage (`margin.ts`). The ranks survive a restart.
 */

/** The core's scale: 1 is reduced last, 5 is reduced next. Each front end converts it to its exchange's scale. */
export const ADL_RANKS = 5;

/** Ranks that replace the computed ones. */
export type AdlRanks = {
	/** Returns the rank that is set for the account's position; undefined if none is. */
	of(accountId: string, symbol: string): number | undefined;
	/** Sets the rank, or restores the computed one if `rank` is undefined. */
	set(accountId: string, symbol: string, rank: number | undefined): void;
};

const META = 'adlRanks';

/** Reads and writes strings that are stored under a name. */
type Texts = {
	meta(name: string): string | undefined;
	setMeta(name: string, value: string): unknown;
};

/** Reads the ranks that were set before the last restart. */
export function createAdlRanks(store: Texts): AdlRanks {
	const ranks = new Map<string, number>(JSON.parse(store.meta(META) ?? '[]'));
	return {
		of: (accountId, symbol) => ranks.get(`${accountId} ${symbol}`),
		set(accountId, symbol, rank) {
			if (rank === undefined) ranks.delete(`${accountId} ${symbol}`);
			else ranks.set(`${accountId} ${symbol}`, rank);
			store.setMeta(META, JSON.stringify([...ranks]));
		},
	};
}
