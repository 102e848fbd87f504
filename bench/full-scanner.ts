/** The scanner over a universe, as the service sets it up, with limits of age that no bench reaches. */
import { PRIOR_CARRY_MODEL } from '../src/domain/carry-prior.ts';
import { fromInteger } from '../src/domain/decimal.ts';
import type { Clock } from '../src/ports/clock.ts';
import { createScanner, type Scanner } from '../src/scanner/scanner.ts';
import type { Universe } from './universe.ts';

const STALE_MS = 600_000;

export function createFullScanner(universe: Universe, clock: Clock): Scanner {
	return createScanner({
		market: universe.market,
		clock,
		fundingHistory: universe.history,
		model: PRIOR_CARRY_MODEL,
		limits: {
			maxAmountSlippageBps: fromInteger(15),
			tooGoodApr: fromInteger(5),
			tickerStaleMs: STALE_MS,
			bookStaleMs: STALE_MS,
		},
	});
}
