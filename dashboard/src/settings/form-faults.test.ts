import { describe, expect, test } from 'vitest';
import { RpcError } from '../../../client/errors.ts';
import { faultsOf } from './form-faults.ts';

const LABELS = { name: 'Name', scopes: 'What it may do', 'caps.amount_max': 'At most per execution' };

const refusal = (data: Readonly<Record<string, unknown>>) =>
	new RpcError({ code: -32602, message: 'Invalid params', data: { code: 'INVALID_PARAMS', ...data } });

describe('faultsOf', () => {
	test('says a sentence of the service with the label of its field, its figures and quotes for people', () => {
		const error = refusal({
			field: 'caps.amount_max',
			message: 'caps.amount_max must be at most 1000000; was "a \\"lot\\" 12345".',
		});
		expect(faultsOf(error, LABELS)).toEqual({
			fields: { 'caps.amount_max': 'At most per execution must be at most 1,000,000; was “a "lot" 12345”.' },
			isOfWhole: false,
		});
	});

	test('finds each of several faults, and says one for each field', () => {
		const faults = [
			{ field: 'name', message: 'name must have at most 64 characters; was "x".' },
			{ field: 'scopes.0', message: 'scopes.0 must be one of arb:read, arb:trade.' },
			{ field: 'scopes.1', message: 'scopes.1 must be one of arb:read, arb:trade.' },
		];
		expect(faultsOf(refusal({ message: 'name …', faults }), LABELS)).toEqual({
			fields: {
				name: 'Name must have at most 64 characters; was “x”.',
				scopes: 'What it may do must be one of arb:read, arb:trade.',
			},
			isOfWhole: false,
		});
	});

	test('finds a member by its last name too', () => {
		const error = refusal({ field: 'amount_max', message: 'amount_max must be above 0.' });
		expect(faultsOf(error, LABELS).fields).toEqual({
			'caps.amount_max': 'At most per execution must be above 0.',
		});
	});

	test('takes a code for the field that it is about', () => {
		const error = new RpcError({
			code: -32000,
			message: 'No.',
			data: { code: 'KEY_REFUSED', message: 'No.' },
		});
		expect(faultsOf(error, { api_key: 'API key' }, { KEY_REFUSED: 'api_key' })).toEqual({
			fields: { api_key: 'No.' },
			isOfWhole: false,
		});
	});

	test.each([
		refusal({ field: 'other', message: 'other must be x.' }),
		new RpcError({ code: -32000, message: 'You have 50 agents.', data: { code: 'RISK_LIMIT' } }),
		new Error('No connection.'),
	])('is of the whole where no field of the form holds it: %s', (error) => {
		expect(faultsOf(error, LABELS)).toEqual({ fields: {}, isOfWhole: true });
	});
});
