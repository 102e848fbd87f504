/** Derives the id of an opportunity from its two contracts, for either direction of a pair. */

/** A contract by its exchange and the exchange's own symbol, as in the cells of `funding_map`. */
export type Contract = { readonly exchange: string; readonly symbol: string };

const PRIME = (1n << 88n) + 0x13bn;
const MASK = (1n << 128n) - 1n;
const START = 0x6c62272e07bb014262b821756295c58dn;
const HEX_DIGITS = 32;
const ID_DIGITS = 24;

/**
 * Returns the `opportunity_id` of being long one contract and short the other, without a call. The service knows each
 * pair in the direction of its forecast; `execute_opportunity` opens the other one with `any_direction`. The id is `opp_` and the first 24 hex digits of the 128-bit
 * FNV-1a hash of `<exchange>:<symbol>><exchange>:<symbol>`, the long contract first.
 */
export function opportunityId(long: Contract, short: Contract): string {
	let hash = START;
	for (const character of `${long.exchange}:${long.symbol}>${short.exchange}:${short.symbol}`) {
		hash ^= BigInt(character.codePointAt(0) ?? 0);
		hash = (hash * PRIME) & MASK;
	}
	return `opp_${hash.toString(16).padStart(HEX_DIGITS, '0').slice(0, ID_DIGITS)}`;
}
