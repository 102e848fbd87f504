/** Changes the visitor's favourite coins. Pure functions. */
import { COINS_MAX } from './list-query.ts';

/** Adds the coin to the favourites or removes it. The favourites stay unchanged if there is no room for another. */
export function toggled(favourites: readonly string[], coin: string): readonly string[] {
	if (favourites.includes(coin)) return favourites.filter((known) => known !== coin);
	return favourites.length < COINS_MAX ? [...favourites, coin] : favourites;
}

/** True if both lists have the same coins, in any order. */
export function haveSameCoins(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((coin) => b.includes(coin));
}
