/**
 * Interprets Tidemark's error codes, and says what each code reveals about a request's outcome. Every refusal has one
 * code: `T-1xx` for the key, `T-2xx` for the request, `T-3xx` for the order.
 */

import type { Answer } from '../../../src/venues/shared/answers.ts';
import { codeProofs, type Said, type VenueErrors } from '../../../src/venues/shared/error-codes.ts';
import { text } from '../../../src/venues/shared/fields.ts';

const PROOFS = codeProofs({
	refused: {
		'T-100': 'unknown key',
		'T-101': 'bad sign',
		'T-105': 'the key may not trade',
		'T-200': 'a member is missing or cannot be read',
		'T-201': 'no such contract',
		'T-300': 'free margin is too small',
		'T-302': 'qty is below the least of the contract',
		'T-303': 'qty is above the most of the contract',
		'T-304': 'qty is off the step',
		'T-305': 'value is below the least of the contract',
		'T-306': 'limit is off the tick',
		'T-307': 'limit is too far from the mark',
		'T-308': 'there is nothing to shrink',
		'T-309': 'leverage is out of range',
		'T-311': 'the contract has a position or an order',
		'T-312': 'no live order has that ref',
		'T-313': 'too many live orders',
		'T-399': 'refused by risk control',
	},
	passing: {
		'T-103': 'td-time is ahead of the clock',
		'T-104': 'the request came too late',
		'T-429': 'too many requests',
	},
	untraded: { 'T-202': 'the contract is not trading' },
});

function read({ json }: Answer): Said | undefined {
	const code = text(json, 'fault');
	return code === undefined ? undefined : { code, words: text(json, 'why') };
}

/** `T-301` (a ref used before) is not listed as a refusal, because the order with that ref may be this one. */
export const TIDEMARK_ERRORS: VenueErrors = {
	read,
	proofs: PROOFS,
	means: {
		limited: ['T-429'],
		clock: ['T-103', 'T-104'],
		key: ['T-100', 'T-101'],
		settings: ['T-309', 'T-311'],
	},
};
