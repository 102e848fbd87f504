/** Provides a short history of any opportunity for conversations. */
import { parseDecimal as d, ZERO } from '../../src/domain/decimal.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { OpportunityHistories } from '../../src/ports/opportunity-history.ts';
import { NOW_MS } from './in-memory-trading.ts';

/** Two hours of funding, the second without the long leg, and one matured forecast. */
export function inMemoryHistories(clock: Clock): OpportunityHistories {
	return {
		async read(_legs, days) {
			const hour = NOW_MS / 1_000;
			const unknown = { mean: null, sd: null };
			return {
				days,
				from: clock.now() - days * 86_400_000,
				to: clock.now(),
				funding: {
					stepHours: 1,
					knownHours: 1,
					cumulativeCarry: d('0.0003'),
					spread: unknown,
					steps: [
						{
							timestamp: hour,
							longRate: null,
							shortRate: d('0.0024'),
							spread: null,
							cumulativeCarry: d('0.0003'),
						},
						{
							timestamp: hour - 3_600,
							longRate: ZERO,
							shortRate: d('0.0024'),
							spread: d('0.0024'),
							cumulativeCarry: d('0.0003'),
						},
					],
				},
				basis: { stepSeconds: 3_600, ...unknown, points: [{ timestamp: hour, basis: d('0.0001015') }] },
				forecasts: {
					stepHours: 1,
					steps: [{ timestamp: hour, count: 2, forecast: 0.0003, received: 0.00025 }],
				},
			};
		},
	};
}
