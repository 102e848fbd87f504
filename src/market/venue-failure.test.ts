/** Tests the log lines for failed reads: each new failure at once, then one line per minute. */

import { expect, test } from 'vitest';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { VenueRateLimitError } from '../ports/venue-error.ts';
import { createFailureLog, failureOf } from './venue-failure.ts';

test('logs a failure with changing figures once a minute', () => {
	let now = 0;
	const lines: string[] = [];
	const warn = (_fields: unknown, message?: string): void => void lines.push(message ?? '');
	const log = createFailureLog('kucoin', { ...SILENT_LOGGER, warn }, () => now);
	const fail = (waitMs: number): void => {
		const error = new VenueRateLimitError('kucoin', `The wait was ${waitMs} ms, limit 5000 ms.`, waitMs);
		log.failed(failureOf('notices', error, 0), 1_000);
	};
	for (now = 0; now < 60_000; now += 5_000) fail(6_000 + now);
	expect(lines).toEqual(['The wait was 6000 ms, limit 5000 ms. Next try in 1.0 s.']);
	fail(7_777);
	expect(lines).toHaveLength(2);
	log.answered();
	fail(8_888);
	expect(lines).toHaveLength(3);
});
