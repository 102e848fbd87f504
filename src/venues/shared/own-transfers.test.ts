import { describe, expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../../domain/decimal.ts';
import type { OwnTransfer } from '../../ports/own-transfers.ts';
import { VenueError, VenueRateLimitError } from '../../ports/venue-error.ts';
import { dialectOf } from '../modules.ts';
import type { Call } from './dialect.ts';
import { createOwnTransfers } from './own-transfers.ts';

const TRANSFER: OwnTransfer = {
	from: 'main',
	to: 'futures',
	asset: 'USDT',
	amount: parseDecimal('12.5'),
	clientId: '0123456789abcdef0123456789abcdef',
};
const UUID = '01234567-89ab-cdef-0123-456789abcdef';

const transfersWith = (call: Call) => createOwnTransfers(dialectOf('bybit'), call);

describe('a transfer', () => {
	test('is sent once, in a class that is never repeated, with our id as a UUID', async () => {
		const asked: unknown[][] = [];
		const { transferOwn } = transfersWith(async (...terms) => {
			asked.push(terms);
			return { result: { transferId: UUID, status: 'SUCCESS' } };
		});
		expect(await transferOwn?.(TRANSFER)).toEqual({ kind: 'accepted', venueTransferId: UUID });
		expect(asked).toEqual([
			[
				'market',
				'privatePostV5AssetTransferInterTransfer',
				{
					transferId: UUID,
					coin: 'USDT',
					amount: '12.5',
					fromAccountType: 'FUND',
					toAccountType: 'UNIFIED',
				},
				undefined,
			],
		]);
	});

	const refused = (code: string | undefined, kind: 'rejected' | 'unavailable' = 'rejected') =>
		new VenueError('bybit', kind, 'said', { code });
	test.each([
		['too little money', refused('131212'), { kind: 'rejected', code: '131212', passing: false }],
		['a key without the right', refused('10005'), { kind: 'rejected', code: '10005', passing: false }],
		['a late timestamp', refused('10002'), { kind: 'rejected', code: '10002', passing: true }],
		['our own limit', new VenueRateLimitError('bybit', 'said', 5), { kind: 'rejected', code: 'NOT_SENT' }],
		['a repeated id', refused('131214'), { kind: 'unknown' }],
		['a service error', refused('131200'), { kind: 'unknown' }],
		['a code that is not listed', refused('999'), { kind: 'unknown' }],
		['no answer', refused(undefined, 'unavailable'), { kind: 'unknown' }],
		[
			'no answer during a ban',
			new VenueRateLimitError('bybit', 'said', 5, { fault: 'limited' }),
			{ kind: 'unknown' },
		],
		['a defect', new Error('broken'), { kind: 'unknown' }],
	])('after %s has the outcome that is proven', async (_what, error, expected) => {
		const { transferOwn } = transfersWith(() => Promise.reject(error));
		expect(await transferOwn?.(TRANSFER)).toMatchObject(expected);
	});

	test.each([
		[[], { kind: 'absent' }],
		[[{ transferId: 'another', status: 'SUCCESS' }], { kind: 'absent' }],
		[[{ transferId: UUID, status: 'SUCCESS' }], { kind: 'found', state: 'done', venueTransferId: UUID }],
		[[{ transferId: UUID, status: 'FAILED' }], { kind: 'found', state: 'failed', venueTransferId: UUID }],
		[[{ transferId: UUID, status: 'PENDING' }], { kind: 'found', state: 'pending', venueTransferId: UUID }],
	])('is found by our id: %j', async (list, expected) => {
		const { findOwnTransfer } = transfersWith(async () => ({ result: { list } }));
		expect(await findOwnTransfer?.(TRANSFER, 0)).toEqual(expected);
	});

	test('is neither found nor absent if the exchange does not answer', async () => {
		const { findOwnTransfer } = transfersWith(() => Promise.reject(refused(undefined, 'unavailable')));
		expect(await findOwnTransfer?.(TRANSFER, 0)).toEqual({ kind: 'unavailable', message: 'said' });
	});
});

describe('a deposit into Bybit’s unified account', () => {
	const row = (id: string, change: string, at: number) => ({
		id,
		type: change.startsWith('-') ? 'TRANSFER_OUT' : 'TRANSFER_IN',
		currency: 'USDT',
		change,
		transactionTime: String(at),
		category: '',
	});
	const flows = (deposits: unknown) =>
		dialectOf('bybit').readExternalFlows(
			async (_kind, method) => {
				if (method === 'privateGetV5AccountTransactionLog')
					return {
						result: { list: [row('1', '50', 10_000), row('2', '50', 20_000), row('3', '-7', 30_000)] },
					};
				if (method === 'privateGetV5AssetWithdrawQueryRecord') return { result: { rows: [] } };
				if (deposits instanceof Error) throw deposits;
				return { result: { rows: deposits } };
			},
			0,
			60_000,
		);
	const deposit = { id: 'd', coin: 'USDT', amount: '50', txID: 't', status: 3, successAt: '19000' };

	test('differs from a transfer by the records of deposits', async () => {
		expect((await flows([deposit])).map(({ cause, amount }) => [cause, amount])).toEqual([
			['deposit', fromInteger(50)],
			['transfer', fromInteger(50)],
			['transfer', fromInteger(-7)],
		]);
	});

	test('that has not arrived explains no flow', async () => {
		const found = await flows([{ ...deposit, status: 1 }]);
		expect(found.map(({ cause }) => cause)).toEqual(['transfer', 'transfer', 'transfer']);
	});

	test('counts as a transfer if the key may not read deposits', async () => {
		const found = await flows(new VenueError('bybit', 'rejected', 'permission denied', { code: '10005' }));
		expect(found.map(({ cause }) => cause)).toEqual(['transfer', 'transfer', 'transfer']);
	});
});
