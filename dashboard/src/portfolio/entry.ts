/** Reads one entry of `portfolio_live`. */
import type { ExecutionRecord } from '../../../client/methods.ts';
import type { Said } from '../language/said.svelte.ts';

export type Entry = ExecutionRecord;

/** True if the execution's status is final. */
export function hasEnded({ execution: { status } }: Entry): boolean {
	return status === 'closed' || status === 'failed';
}

/** Returns the service's reason why a field is null or doubtful; undefined if it gives none. */
export function reasonFor({ reasons }: Entry, field: string): Said | undefined {
	return reasons.find((reason) => reason.field === field || reason.field.endsWith(`.${field}`));
}

/** Returns `BTC` for `BTCUSDT`. The symbol ends with a quote currency pegged to the dollar. */
export function coinOf({ execution: { symbol } }: Entry): string {
	return symbol.replace(/(?:USDT|USDC|USD)$/, '');
}
