/** Checks that an error without a translated message still has a meaning in each language. */
import { expect, test } from 'vitest';
import type { TransportFailure } from '../../../client/errors.ts';
import { ERROR_CODES } from '../../../src/domain/codes.ts';
import { errorMeanings } from './error-codes.es.ts';
import { errorMeanings as english } from './error-codes.ts';

const TRANSPORT: Readonly<Record<TransportFailure, true>> = {
	network: true,
	timeout: true,
	not_json_rpc: true,
	closed: true,
};

test('the Spanish table has every error code and every kind of lost answer', () => {
	expect(Object.keys(ERROR_CODES).length).toBeGreaterThan(90);
	expect(Object.keys(errorMeanings)).toEqual([...Object.keys(ERROR_CODES), ...Object.keys(TRANSPORT)]);
});

test.each(Object.entries(errorMeanings))('%s is a sentence', (_, meaning) => {
	expect(meaning).toMatch(/^[\p{Lu}¿¡].{10,}\.$/u);
});

test('the English table is empty, so that pages show the service’s own message', () => {
	expect(english).toEqual({});
});
