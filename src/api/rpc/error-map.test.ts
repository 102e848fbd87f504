import { expect, test } from 'vitest';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { VenueError, VenueRateLimitError } from '../../ports/venue-error.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { rpcErrorOf, toCarrywireError } from './error-map.ts';

const answerTo = (thrown: unknown) =>
	rpcErrorOf(
		toCarrywireError(thrown, {
			logger: SILENT_LOGGER,
			random: seededRandom(1),
			method: 'execute_opportunity',
		}),
	);

test('a rate limit error names the exchange and when to call again', () => {
	const { code, data } = answerTo(new VenueRateLimitError('bybit', 'used up', 799.2));
	expect(code).toBe(-32_000);
	expect(data).toMatchObject({
		code: 'VENUE_RATE_LIMITED',
		message: 'The rate limit of Bybit is reached. Nothing was opened or closed. Call again in 800 ms.',
		retryable: true,
		retry_after_ms: 800,
		exchange: 'bybit',
	});
});

test('an unavailable exchange has no retry time', () => {
	const { data } = answerTo(new VenueError('bybit', 'unavailable', 'RequestTimeout'));
	expect(data).toMatchObject({ code: 'VENUE_UNAVAILABLE', exchange: 'bybit', retryable: true });
	expect(data.retry_after_ms).toBeUndefined();
});
