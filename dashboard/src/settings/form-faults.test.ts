import { describe, expect, test } from 'vitest';
import { RpcError } from '../../../client/errors.ts';
import { faultsOf, type Speech } from './form-faults.ts';

const LABELS = { name: 'Name', scopes: 'Permissions', 'caps.amount_max': 'Maximum per position' };

const SPEECH: Speech = { said: ({ message }) => message, errorText: ({ message }) => message };

const refusal = (data: Readonly<Record<string, unknown>>) =>
	new RpcError({ code: -32602, message: 'Invalid params', data: { code: 'INVALID_PARAMS', ...data } });

describe('faultsOf', () => {
	test('puts the label of the field into the sentence, groups digits and changes quotes', () => {
		const error = refusal({
			field: 'caps.amount_max',
			message: 'caps.amount_max must be at most 1000000; was "a \\"lot\\" 12345".',
		});
		expect(faultsOf(error, LABELS, SPEECH)).toEqual({
			fields: { 'caps.amount_max': 'Maximum per position must be at most 1,000,000; was “a "lot" 12345”.' },
			isOfWhole: false,
		});
	});

	test('keeps one of several faults per field', () => {
		const faults = [
			{ field: 'name', message: 'name must have at most 64 characters; was "x".' },
			{ field: 'scopes.0', message: 'scopes.0 must be one of arb:read, arb:trade.' },
			{ field: 'scopes.1', message: 'scopes.1 must be one of arb:read, arb:trade.' },
		];
		expect(faultsOf(refusal({ message: 'name …', faults }), LABELS, SPEECH)).toEqual({
			fields: {
				name: 'Name must have at most 64 characters; was “x”.',
				scopes: 'Permissions must be one of arb:read, arb:trade.',
			},
			isOfWhole: false,
		});
	});

	test('finds a member by its last segment', () => {
		const error = refusal({ field: 'amount_max', message: 'amount_max must be above 0.' });
		expect(faultsOf(error, LABELS, SPEECH).fields).toEqual({
			'caps.amount_max': 'Maximum per position must be above 0.',
		});
	});

	test('assigns an error code to its field', () => {
		const error = new RpcError({
			code: -32000,
			message: 'No.',
			data: { code: 'KEY_REFUSED', message: 'No.' },
		});
		expect(faultsOf(error, { api_key: 'API key' }, SPEECH, { KEY_REFUSED: 'api_key' })).toEqual({
			fields: { api_key: 'No.' },
			isOfWhole: false,
		});
	});

	test.each([
		refusal({ field: 'other', message: 'other must be x.' }),
		new RpcError({ code: -32000, message: 'You have 50 agents.', data: { code: 'RISK_LIMIT' } }),
		new Error('No connection.'),
	])('assigns an error without a field to the whole form: %s', (error) => {
		expect(faultsOf(error, LABELS, SPEECH)).toEqual({ fields: {}, isOfWhole: true });
	});
});
