import { type CheckRow, stated, withFacts } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/**
 * Checks that openings are allowed at all. A preview thus shows the refusal before a caller confirms an opening that
 * would fail.
 */
export function trading({ refusal }: OpenFacts): readonly CheckRow[] {
	const row = stated(
		{ check: 'trading', code: refusal?.code ?? 'TRADING_HALTED' },
		refusal === undefined,
		() =>
			refusal === undefined
				? { value: 'allowed', limit: 'allowed', message: CHECK_TEXT.tradingEnabled() }
				: { value: 'refused', limit: 'allowed', message: refusal.words },
	);
	return [withFacts(row, refusal?.facts ?? {})];
}
