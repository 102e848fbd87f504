import { type CheckRow, stated, withFacts } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** Nothing stops opening as such: a preview says so before anybody confirms what would be refused. */
export function trading({ refusal }: OpenFacts): readonly CheckRow[] {
	const row = stated(
		{ check: 'trading', code: refusal?.code ?? 'TRADING_HALTED' },
		refusal === undefined,
		() =>
			refusal === undefined
				? { value: 'allowed', limit: 'allowed', message: 'trading: nothing stands against opening.' }
				: { value: 'refused', limit: 'allowed', message: `trading: ${refusal.message}` },
	);
	return [withFacts(row, refusal?.facts ?? {})];
}
